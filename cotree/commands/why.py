"""``cotree why``: who did a node, by which rule, and why the others did not."""

from __future__ import annotations

import argparse
from typing import Any

from cotree.commands._numbers import seconds


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "why",
        help="explain who did a node of a recorded run, and why nobody else",
        description="Say who wanted a node, how suitable each teammate was, who won it and by "
        "which rule, and why each other one did not. The record is run again up to that moment. "
        "Without --at the moment is the node's last start, or the end if it never started. "
        "Exit code: 0 explained, 2 bad input.",
    )
    parser.add_argument("record", metavar="RECORD", help="a file that 'cotree run' wrote")
    parser.add_argument(
        "node", metavar="NODE", help="a path, as much of its end as is needed, or words of its name"
    )
    parser.add_argument("--at", type=seconds, metavar="T", help="how it stood at this time")
    parser.add_argument("--json", action="store_true", help="the same facts as JSON")


def run(args: argparse.Namespace) -> int:
    """Explain."""
    from pathlib import Path

    from cotree.app.why import why
    from cotree.commands._output import complain
    from cotree.runtime.read import read
    from cotree.runtime.why.shape import NoSuchNode
    from cotree.viewer.why import data, lines

    recording = read(Path(args.record))
    if recording.cut:
        complain(recording.cut)
    try:
        answer = why(recording, args.node, args.at)
    except NoSuchNode as error:
        complain(str(error))
        return 2
    if args.json:
        import msgspec

        print(msgspec.json.encode(data(answer)).decode())
    else:
        for line in lines(answer):
            print(line)
    return 0
