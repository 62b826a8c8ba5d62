"""``cotree bench``: what the planners are worth, in figures."""

from __future__ import annotations

import argparse
from typing import Any

WHAT = {"multitasking": "look-ahead on the multitasking paper's experiments and random layouts"}


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "bench",
        help="measure look-ahead on the paper's experiments",
        description="Solve the four experiments of the multitasking paper and random layouts with "
        "each solver, and compare steps, time and CPU time. The exit code is 1 if anything is "
        "not as promised.",
    )
    parser.add_argument(
        "what", nargs="?", choices=list(WHAT), help="which benchmark; without it they are listed"
    )
    parser.add_argument(
        "--layouts", type=_count, default=1000, metavar="N", help="random layouts (default: 1000)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the random layouts (default: 0)")
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
