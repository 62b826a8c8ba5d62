"""``cotree bench``: what the planners are worth, in figures."""

from __future__ import annotations

import argparse
from typing import Any

WHAT = {
    "multitasking": "look-ahead on the multitasking paper's experiments and random layouts",
    "lead-follow": "the lead-or-follow paper's simulation study, and the adaptive robot's rivals",
}


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "bench",
        help="measure the planners on the papers' experiments",
        description="multitasking: solve the paper's four experiments and random layouts with each "
        "solver, and compare steps, time and CPU time. lead-follow: let nine kinds of simulated "
        "people work with the adaptive robot and with two that are not (Tables III and IV), and "
        "compare it with simpler ones. The exit code is 1 if anything is not as promised.",
    )
    parser.add_argument(
        "what", nargs="?", choices=list(WHAT), help="which benchmark; without it they are listed"
    )
    parser.add_argument(
        "--layouts",
        type=_count,
        default=1000,
        metavar="N",
        help="multitasking: random layouts (default: 1000)",
    )
    parser.add_argument(
        "--n", type=_count, default=100, help="lead-follow: sessions in a cell (default: 100)"
    )
    parser.add_argument(
        "--sessions",
        type=_count,
        default=500,
        metavar="N",
        help="lead-follow: sessions of each robot in the comparison (default: 500)",
    )
    parser.add_argument(
        "--missions",
        type=int,
        default=72,
        metavar="N",
        help="lead-follow: kitting missions of each robot on the engine (default: 72; 0: none)",
    )
    parser.add_argument(
        "--processes", type=_count, default=2, metavar="N", help="lead-follow (default: 2)"
    )
    parser.add_argument(
        "--plot", metavar="FILE", help="lead-follow: draw both beliefs (.svg, .png or .pdf)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of everything random (default: 0)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def _count(text: str) -> int:
    """A whole number above 0."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of layouts; try 1000")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Measure, or say what can be measured."""
    if args.what is None:
        for name, what in WHAT.items():
            print(f"cotree bench {name}: {what}")
        return 2
    if args.what == "lead-follow":
        from cotree.commands._lead_follow import run as lead_follow

        return lead_follow(args)
    return _multitasking(args)


def _multitasking(args: argparse.Namespace) -> int:
    import random
    import time

    import msgspec

    from cotree.reallocation.schedule.compare import lines, report

    draw = random.Random(args.seed).random
    found = report(args.layouts, args.seed, draw, time.process_time)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        for line in lines(found):
            print(line)
    return 0 if found.good else 1
