"""``cotree run``: run a mission with a simulated robot and show it."""

from __future__ import annotations

import argparse
from typing import Any

SPEED = 10.0
"""How many times faster than real time a person is shown a run, if nothing else is said."""


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "run",
        help="run a mission in simulation",
        description="Run a mission with a simulated robot. In a terminal it is shown live, "
        f"{SPEED:g} times faster than real time; elsewhere each change is a line of text. "
        "Exit code: 0 success, 1 failed or stuck, 2 bad input, 130 halted by Ctrl-C.",
    )
    parser.add_argument("mission", metavar="MISSION", help="the mission's YAML file")
    change = parser.add_argument_group("instead of what the mission says")
    change.add_argument("--seed", type=whole, help="of everything that is random")
    change.add_argument("--rate", type=positive, metavar="HZ", help="ticks per second")
    change.add_argument("--selector", choices=("greedy", "exact"), help="how sets are granted")
    change.add_argument(
        "--schedule", choices=("none", "rollout", "exact", "cp_sat", "auto"), help="look-ahead"
    )
    time = parser.add_argument_group("time").add_mutually_exclusive_group()
    time.add_argument("--speed", type=positive, help="virtual time, shown so many times faster")
    time.add_argument("--fast", action="store_true", help="virtual time, as fast as possible")
    time.add_argument(
        "--real-time",
        type=positive,
        nargs="?",
        const=1.0,
        metavar="X",
        help="real time, or X times as fast: ticks on a clock, and late when the machine is",
    )
    add_output(parser)


def add_output(parser: argparse.ArgumentParser) -> None:
    """Declare where the run goes to."""
    output = parser.add_argument_group("output")
    record = output.add_mutually_exclusive_group()
    record.add_argument(
        "--record", metavar="FILE", help="where the record goes (default: out/<mission>.mcap)"
    )
    record.add_argument("--no-record", action="store_true", help="keep no record")
    shown = output.add_mutually_exclusive_group()
    shown.add_argument("--quiet", action="store_true", help="only the summary")
    shown.add_argument("--json", action="store_true", help="only the summary, as JSON")


def positive(text: str) -> float:
    """A number above 0, for argparse."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
    return value


def whole(text: str) -> int:
    """A number that can be a seed, for argparse."""
    if not text.isdecimal() or int(text) >= 2**63:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 0 up")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Run, show, record, and say how it went."""
    from cotree import app
    from cotree.commands._showing import Show, exit_code
    from cotree.runtime.alone import only_robot

    mission = app.read_mission(
        args.mission,
        seed=args.seed,
        rate_hz=args.rate,
        selector=args.selector,
        schedule=args.schedule,
    )
    only_robot(mission)
    with Show.make(args, mission) as show:
        if args.real_time is not None:
            end = app.run_real(
                mission,
                show.write,
                watch=show.now,
                speed=args.real_time,
                slow=show.slow,
                beat=show.beat,
            )
        else:
            speed = args.speed or (SPEED if show.live and not args.fast else None)
            end = app.run_virtual(mission, show.write, watch=show.now, speed=speed)
    show.summary()
    return exit_code(end)
