"""``cotree replay``: show a recorded run again, or do it again and compare."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from cotree.commands.run import SPEED, positive

if TYPE_CHECKING:
    from cotree.commands._showing import Show
    from cotree.runtime.read import Recording


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "replay",
        help="show a recorded run again, or verify it",
        description="Show a record. In a terminal it moves, elsewhere each change is a line. "
        "With --verify the mission is run again on what the robot heard then, and every tick "
        "must tell the same, byte for byte. Exit code: 0 shown (or verified), 1 not the same, "
        "2 bad input.",
    )
    parser.add_argument("record", metavar="RECORD", help="a file that 'cotree run' wrote")
    parser.add_argument("--verify", action="store_true", help="run it again and compare")
    parser.add_argument("--at", type=seconds, metavar="T", help="only the state at this time")
    parser.add_argument("--speed", type=positive, help=f"times real time (terminal: {SPEED:g})")
    parser.add_argument("--json", action="store_true", help="only the summary, as JSON")


def seconds(text: str) -> float:
    """A time of the mission, for argparse."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a time in seconds")
    return value


def run(args: argparse.Namespace) -> int:
    """Show or verify."""
    import sys
    from pathlib import Path

    from cotree.runtime.read import read

    recording = read(Path(args.record))
    if recording.cut:
        print(recording.cut, file=sys.stderr)
    if args.verify:
        return _verify(recording, json=args.json)
    if args.at is not None:
        return _still(recording, args.at, json=args.json)
    return _film(recording, args.speed, json=args.json)


def _verify(recording: Recording, *, json: bool) -> int:
    import msgspec

    from cotree import app

    verdict = app.do_again(recording)
    if json:
        print(msgspec.json.encode(verdict).decode())
    elif verdict.ok:
        print(f"✓ {verdict.ticks} ticks done again, all the same, byte for byte")
    else:
        print(f"✗ {verdict.ticks - verdict.same} of {verdict.ticks} ticks came out differently")
        if verdict.first is not None:
            print(f"  first: tick {verdict.first.n} at {verdict.first.t:g} s")
            print(f"  recorded: {verdict.first.recorded or 'nothing'}")
            print(f"  replayed: {verdict.first.replayed or 'nothing'}")
    return 0 if verdict.ok else 1


def _still(recording: Recording, at_s: float, *, json: bool) -> int:
    from rich.console import Console

    from cotree.commands._showing import Show
    from cotree.runtime.messages import time_s
    from cotree.viewer.terminal.screen import picture

    show = Show(quiet=True, json=json)
    for message in recording.messages:
        if time_s(message) > at_s:
            break
        show.write(message)
    show.story.now_s = at_s
    if json:
        show.summary()
    else:
        console = Console()
        lines = 2 * len(show.story.roles) + 20
        console.print(picture(show.story, at_s, (console.width, lines)))
    return 0


def _film(recording: Recording, speed: float | None, *, json: bool) -> int:
    from cotree.commands._showing import Show

    show = Show(json=json)
    with show:
        try:
            _project(recording, show, speed or (SPEED if show.live else None))
        except KeyboardInterrupt:
            return 130
    show.summary()
    return 0


def _project(recording: Recording, show: Show, speed: float | None) -> None:
    from cotree.runtime.clock import Clock, Pacer
    from cotree.runtime.messages import Heard

    def look(now_s: float) -> bool:
        show.now(now_s)
        return False

    pace = None if speed is None else Pacer(Clock(speed), look)
    for message in recording.messages:
        if pace is not None and isinstance(message, Heard):
            pace(message.t)
        show.write(message)
    show.now(show.story.now_s)
