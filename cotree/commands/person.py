"""``cotree person``: the process of one person of a team, in real time."""

from __future__ import annotations

import argparse
from typing import Any

from cotree.commands._joining import add_joining, terms_of
from cotree.commands.run import positive


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "person",
        help="the process of one person of a team, in real time",
        description="Speak and act for a person of a team whose robots run in processes of their "
        "own: each line of standard input is what she does or says (take OBJECT, done, leave; yes "
        "or no when a robot asks; help). What robots ask and say is shown. If she is a witness of "
        "the team, she votes as well. It ends when the task is done or all robots have ended. Exit "
        "code as of 'cotree run'.",
    )
    parser.add_argument("mission", metavar="MISSION", help="the mission's YAML file")
    parser.add_argument("--name", required=True, metavar="NAME", help="which person of the team")
    parser.add_argument(
        "--script", action="store_true", help="do what the mission says that she does"
    )
    parser.add_argument(
        "--real-time", type=positive, nargs="?", const=1.0, default=1.0, metavar="X",
        help="X times as fast as real time (default: 1); the same for the whole team",
    )  # fmt: skip
    add_joining(parser)


def run(args: argparse.Namespace) -> int:
    """Take part until it is over."""
    from cotree import app
    from cotree.app import process
    from cotree.commands._keyboard import Keyboard
    from cotree.commands._output import Output
    from cotree.commands._showing import exit_code
    from cotree.commands._start import heeding_ctrl_c
    from cotree.viewer.words import plain

    mission = app.read_mission(args.mission)
    process.check_person(mission, args.name)
    output = Output()
    heeding_ctrl_c()
    end = process.run_person(
        mission,
        args.name,
        lambda message: None,
        terms_of(args),
        show=lambda text: output.line(plain(text)),
        lines=None if args.script else Keyboard(),
    )
    output.line(end.result)
    return exit_code(end)
