"""``cotree witness``: the process of a witness of a team, in real time."""

from __future__ import annotations

import argparse
from typing import Any

from cotree.commands._joining import add_joining, terms_of
from cotree.commands.run import positive


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "witness",
        help="the process of a witness of a team, in real time",
        description="Vote and remember for a team whose robots run in processes of their own, "
        "without being a robot: a base station, a tablet. Two robots with a witness go on when one "
        "of them breaks down. It ends when the task is done or all robots have ended. Exit code as "
        "of 'cotree run'.",
    )
    parser.add_argument("mission", metavar="MISSION", help="the mission's YAML file")
    parser.add_argument("--name", required=True, metavar="NAME", help="which witness")
    parser.add_argument(
        "--real-time", type=positive, nargs="?", const=1.0, default=1.0, metavar="X",
        help="X times as fast as real time (default: 1); the same for the whole team",
    )  # fmt: skip
    add_joining(parser)


def run(args: argparse.Namespace) -> int:
    """Take part until it is over."""
    from cotree import app
    from cotree.app import process
    from cotree.commands._output import Output
    from cotree.commands._showing import exit_code
    from cotree.commands._start import heeding_ctrl_c

    mission = app.read_mission(args.mission)
    process.check_witness(mission, args.name)
    output = Output()
    heeding_ctrl_c()
    end = process.run_witness(mission, args.name, lambda message: None, terms_of(args))
    output.line(end.result)
    return exit_code(end)
