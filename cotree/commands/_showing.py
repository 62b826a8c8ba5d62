"""What run, replay and robot have in common: where a stream of messages is shown and kept."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from types import TracebackType

import msgspec
from rich.console import Console

from cotree.core.mission import Mission
from cotree.runtime.messages import End, Message, Told
from cotree.runtime.metronome import Metronome
from cotree.runtime.record import Recorder
from cotree.runtime.story import Story
from cotree.runtime.watchdog import SlowTick
from cotree.viewer.terminal.plain import news_lines, summary_data, summary_lines
from cotree.viewer.terminal.screen import Screen

CODES = {"success": 0, "halted": 130}


def exit_code(end: End | None) -> int:
    """0 for success, 130 for a halt, 1 for everything else."""
    return CODES.get(end.result, 1) if end is not None else 1


class Show:
    """Takes the messages of a run: keeps them in a record, and shows them as asked."""

    def __init__(
        self,
        *,
        recorder: Recorder | None = None,
        quiet: bool = False,
        json: bool = False,
        console: Console | None = None,
    ) -> None:
        console = console or Console()
        self.story = Story()
        self.live = console.is_terminal and not quiet and not json
        """Whether there is a picture that moves, instead of lines."""
        self._recorder = recorder
        self._lines = not (self.live or quiet or json)
        self._json = json
        self._metronome: Metronome | None = None
        self._slow: dict[str, int] = {}
        self._screen = Screen(console, self.story, self.status) if self.live else None

    @staticmethod
    def make(args: argparse.Namespace, mission: Mission) -> Show:
        """As the options say."""
        recorder = None
        if not args.no_record:
            default = Path("out", f"{Path(mission.file).stem or 'mission'}.mcap")
            recorder = Recorder(Path(args.record) if args.record else default)
        return Show(recorder=recorder, quiet=args.quiet, json=args.json)

    # -- during the run ------------------------------------------------------------------------

    def write(self, message: Message) -> None:
        """Keep and show one message."""
        if self._recorder is not None:
            self._recorder.write(message)
        self.story.hear(message)
        if self._lines and isinstance(message, Told):
            for line in news_lines(self.story):
                print(line, flush=True)

    def now(self, now_s: float) -> None:
        """It is this time now."""
        if self._screen is not None:
            self._screen.show(now_s)

    def beat(self, metronome: Metronome) -> None:
        """Real ticks keep this beat."""
        self._metronome = metronome

    def slow(self, tick: SlowTick) -> None:
        """A tick takes too long; called from the watchdog's thread."""
        self._slow[tick.path] = self._slow.get(tick.path, 0) + 1
        if not self.live and self._slow[tick.path] == 1:
            print(f"{tick}\n{tick.stack}", file=sys.stderr, end="")

    def status(self) -> str:
        """How well real time is kept."""
        beat = self._metronome
        if beat is None:
            return ""
        degraded = "  DEGRADED" if beat.degraded else ""
        return f"{beat.overruns} overruns  late p99 {1000 * beat.late_p99_s:.1f} ms{degraded}"

    # -- at the end ----------------------------------------------------------------------------

    def summary(self) -> None:
        """Say how it went."""
        if self._json:
            data = summary_data(self.story)
            data["record"] = str(self._recorder.path) if self._recorder is not None else None
            print(msgspec.json.encode(data, enc_hook=str).decode())
            return
        for line in summary_lines(self.story):
            print(line)
        if self._metronome is not None:
            print(f"  {self.status()}")
            if self._metronome.slowest is not None:
                path, took_s = self._metronome.slowest
                print(f"  slowest leaf: {path}, {1000 * took_s:.2f} ms in one tick")
        for path, times in sorted(self._slow.items()):
            print(f"  {path or 'the engine'} held up {times} ticks")
        if self._recorder is not None and not self._recorder.failure:
            print(f"  record: {self._recorder.path}")

    def __enter__(self) -> Show:
        if self._screen is not None:
            self._screen.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if self._screen is not None:
            self._screen.__exit__(kind, error, where)
        if self._recorder is not None:
            self._recorder.close()
            if self._recorder.failure:
                print(self._recorder.failure, file=sys.stderr)
