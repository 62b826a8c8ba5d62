"""``cotree witness``: the process of a witness of a team, in real time."""

from __future__ import annotations

import argparse
from typing import Any

from cotree.commands._joining import add_watching, terms_of
from cotree.commands._keeping import add_record, kept


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
    add_watching(parser, "witness")
    add_record(parser)


def run(args: argparse.Namespace) -> int:
    """Take part until it is over."""
    from cotree import app
    from cotree.app import process
    from cotree.app.membership import check_witness
    from cotree.commands._output import Output
    from cotree.commands._showing import exit_code
    from cotree.commands._start import heeding_ctrl_c

    mission = app.read_mission(args.mission)
    check_witness(mission, args.name)
    output = Output()
    heeding_ctrl_c()
    terms = terms_of(args)
    with kept(args, mission) as write:
        end = process.run_witness(mission, args.name, write, terms)
    output.line(end.result)
    return exit_code(end)
