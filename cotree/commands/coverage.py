"""``cotree coverage``: what recorded runs have never tried of their missions."""

from __future__ import annotations

import argparse
from typing import Any

from cotree.commands._numbers import percent


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "coverage",
        help="list the nodes that no recorded run has ticked",
        description="Say which branches and leaves of a mission were never ticked, never "
        "succeeded and never failed in these runs, on any robot, with their lines in the YAML. "
        "Records of the same tree count together. A node that only waited, or was skipped because "
        "its goal held already, was not ticked. Exit code: 0 covered well enough, 1 less than "
        "--fail-under, 2 bad input.",
    )
    parser.add_argument(
        "records", metavar="RECORD", nargs="+", help="a file that 'cotree run' wrote"
    )
    parser.add_argument(
        "--fail-under", type=percent, default=0.0, metavar="PERCENT",
        help="so many of a hundred nodes of each mission must have been ticked (default: 0)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="the same as JSON, with every node")


def run(args: argparse.Namespace) -> int:
    """Count."""
    from pathlib import Path

    from cotree.commands._output import complain
    from cotree.runtime.coverage import Tally
    from cotree.viewer.coverage import cover_data, cover_lines

    tally = Tally()
    for record in dict.fromkeys(args.records):
        cut = tally.read(Path(record))
        if cut:
            complain(cut)
    covers = tally.covers()
    if args.json:
        import msgspec

        print(msgspec.json.encode(cover_data(covers)).decode())
    else:
        for cover in covers:
            for line in cover_lines(cover):
                print(line)
    low = [cover for cover in covers if cover.percent < args.fail_under]
    for cover in low:
        complain(f"{cover.mission}: {cover.percent:.1f} % is less than {args.fail_under:g} %")
    return 1 if low else 0
