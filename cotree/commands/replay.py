"""``cotree replay``: show a recorded run again, or do it again and compare."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cotree.commands._numbers import positive, seconds
from cotree.commands.run import SPEED, WORDS

if TYPE_CHECKING:
    from cotree.commands._showing import Show
    from cotree.runtime.read import Recording
    from cotree.runtime.verify import Verdict


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "replay",
        help="show a recorded run again, or verify it",
        description="Show a record. In a terminal it moves; elsewhere, or with --plain, each "
        "change is a line. 'cotree view RECORD' shows it on a page. "
        "With --verify the mission is run again on what the robot heard then, and every tick "
        "must tell the same, byte for byte; of a team every robot, with all its restarts. Exit "
        "code: 0 shown (or verified), 1 not the same, or the record is damaged or incomplete, 2 "
        "bad input.",
        epilog=WORDS,
    )
    parser.add_argument("record", metavar="RECORD", help="a file that 'cotree run' wrote")
    parser.add_argument("--verify", action="store_true", help="run it again and compare")
    parser.add_argument("--at", type=seconds, metavar="T", help="only the state at this time")
    parser.add_argument("--speed", type=positive, help=f"times real time (terminal: {SPEED:g})")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument(
        "--plain", action="store_true", help="no picture that moves: a line for each change"
    )
    shown.add_argument("--json", action="store_true", help="only the summary, as JSON")


def run(args: argparse.Namespace) -> int:
    """Show or verify."""
    from pathlib import Path

    from cotree.commands._output import complain
    from cotree.commands._showing import Show
    from cotree.runtime.read import read

    recording = read(Path(args.record))
    if args.verify:
        return _verify(recording, json=args.json)
    if recording.cut:
        complain(recording.cut)
    if args.at is not None:
        return _still(recording, args.at, json=args.json)
    return _film(recording, args.speed, Show(json=args.json, lines=args.plain))


def _verify(recording: Recording, *, json: bool) -> int:
    import msgspec

    from cotree import app

    verdict = app.do_again(recording)
    if json:
        print(msgspec.json.encode(verdict).decode())
    else:
        for line in _verdict_lines(verdict):
            print(line)
    return 0 if verdict.ok else 1


def _verdict_lines(verdict: Verdict) -> Iterator[str]:
    from cotree.viewer.differences import marked
    from cotree.viewer.words import counted

    ticks = counted(verdict.ticks, "tick")
    if verdict.ok:
        yield f"✓ {ticks} done again, all the same, byte for byte"
    elif verdict.equal:
        yield f"✗ {ticks} verified; the record ends after that: {verdict.damage}"
    else:
        yield f"✗ {verdict.ticks - verdict.same} of {ticks} came out differently"
    if verdict.first is not None:
        whose = f" of {verdict.first.robot}" if verdict.first.robot else ""
        yield f"  first: tick {verdict.first.n}{whose} at {verdict.first.t:g} s"
        for line in marked(verdict.first.recorded, verdict.first.replayed):
            yield f"    {line}"
        if verdict.damage:
            yield f"  and the record is not whole: {verdict.damage}"


def _still(recording: Recording, at_s: float, *, json: bool) -> int:
    from rich.console import Console

    from cotree.commands._showing import Show
    from cotree.viewer.terminal.screen import picture

    show = Show(quiet=True, json=json)
    for message in recording.messages:
        if show.story.when(message) > at_s:
            break
        show.write(message)
    else:
        at_s = show.story.now_s  # there is nothing after the end
    show.story.now_s = at_s
    if json:
        show.summary()
    else:
        console = Console()
        lines = 2 * len(show.story.roles) + 20
        with console.capture() as capture:  # a reader who goes away is not rich's business
            console.print(picture(show.story, at_s, (console.width, lines)))
        print(capture.get(), end="")
    return show.shown()


def _film(recording: Recording, speed: float | None, show: Show) -> int:
    with show:
        try:
            _project(recording, show, speed or (SPEED if show.live else None))
        except KeyboardInterrupt:
            return 130
    show.summary()
    return show.shown()


def _project(recording: Recording, show: Show, speed: float | None) -> None:
    from cotree.runtime.clock import Clock, Pacer
    from cotree.runtime.messages import Heard

    def look(now_s: float) -> bool:
        show.now(now_s)
        return False

    pace = None if speed is None else Pacer(Clock(speed), look)
    for message in recording.messages:
        if pace is not None and isinstance(message, Heard):
            pace(show.story.when(message))
        show.write(message)
    show.now(show.story.now_s)
