"""``cotree plot``: the timing diagram of a record as a picture."""

from __future__ import annotations

import argparse
from typing import Any


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "plot",
        help="draw the timing diagram of a record",
        description="Draw which leaf stood how and when, and who used which resource, as in the "
        "papers. Needs matplotlib.",
    )
    parser.add_argument("record", metavar="RECORD", help="a file that 'cotree run' wrote")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help=".svg, .png or .pdf (default: RECORD.svg)"
    )


def run(args: argparse.Namespace) -> int:
    """Draw."""
    from pathlib import Path

    from cotree.commands._output import complain
    from cotree.runtime.read import read
    from cotree.runtime.story import Story
    from cotree.viewer.plot import FORMATS, NoPlot, plot

    file = Path(args.output) if args.output else Path(args.record).with_suffix(".svg")
    if file.suffix[1:].lower() not in FORMATS:
        known = ", ".join(f".{kind}" for kind in FORMATS)
        complain(f"{file}: no picture format '{file.suffix}'; known: {known}")
        return 2
    recording = read(Path(args.record))
    if recording.cut:
        complain(recording.cut)
    story = Story()
    for message in recording.messages:
        story.hear(message)
    try:
        if not plot(story, file):
            complain(f"{file}: some letters have no font here and are boxes; an .svg keeps them")
    except NoPlot as error:
        complain(str(error))
        return 2
    print(file)
    return 0
