"""``cotree diff``: what two recorded runs differ in."""

from __future__ import annotations

import argparse
from typing import Any


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "diff",
        help="compare two recorded runs",
        description="Say what two records differ in: what was run, the first thing that happened "
        "otherwise, and then which nodes, robots and people fared otherwise, since when, and how "
        "it ended. What stands left of a bar is of the first record. Exit code: 0 the same, byte "
        "for byte; 1 different; 2 bad input.",
    )
    parser.add_argument("one", metavar="RECORD", help="a file that 'cotree run' wrote")
    parser.add_argument("other", metavar="RECORD", help="another one")
    parser.add_argument("--json", action="store_true", help="the same as JSON, with every node")


def run(args: argparse.Namespace) -> int:
    """Compare."""
    from pathlib import Path

    from cotree.commands._output import complain
    from cotree.viewer.diff.compare import compare
    from cotree.viewer.diff.lines import diff_lines

    diff = compare(Path(args.one), Path(args.other))
    for cut in filter(None, diff.cut):
        complain(cut)
    if args.json:
        import msgspec

        print(msgspec.json.encode(diff).decode())
    else:
        for line in diff_lines(diff):
            print(line)
    return 0 if diff.same else 1
