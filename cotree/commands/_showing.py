"""What run, replay and robot have in common: where a stream of messages is shown and kept."""

from __future__ import annotations

import argparse
import contextlib
import os
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console

from cotree.commands._groot2 import monitors_of
from cotree.commands._output import Output, complain, unwritable
from cotree.commands._start import heeding_ctrl_c
from cotree.commands._timing import punctuality, timing_lines
from cotree.core.mission import Mission
from cotree.runtime.messages import Acted, Born, End, Heard, Message, Told
from cotree.runtime.metronome import Metronome
from cotree.runtime.record import Recorder, RecordError, unfinished
from cotree.runtime.story import Story
from cotree.runtime.watchdog import SlowTick
from cotree.viewer.terminal.plain import (
    acted_line,
    news_lines,
    said_line,
    summary_data,
    summary_lines,
)
from cotree.viewer.terminal.screen import Screen
from cotree.viewer.words import counted, plain

if TYPE_CHECKING:
    from cotree.viewer.groot2.server import Publisher

CODES = {"success": 0, "halted": 130}
NOT_WRITTEN = 2
HALTING = "halting; Ctrl-C again stops at once"
STOPPING = "stopping at once"


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
        lines: bool = False,
        console: Console | None = None,
        typist: str = "",
        monitors: Publisher | None = None,
    ) -> None:
        console = console or Console()
        self.story = Story()
        wanted = not (quiet or json or lines or typist)
        self.live = wanted and console.is_terminal
        """Whether there is a picture that moves, instead of lines."""
        self._recorder = recorder
        self._monitors = monitors
        self._lines = not (self.live or quiet or json)
        self._typist = typist
        """The person for whom somebody types, who must see what is said to her."""
        self._json = json
        self._output = Output()
        self._metronome: Metronome | None = None
        self._slow: dict[str, int] = {}
        self._halts = 0
        self._screen = Screen(console, self.story, self.status) if self.live else None
        self._open = contextlib.ExitStack()

    @staticmethod
    def make(args: argparse.Namespace, mission: Mission, typist: str = "") -> Show:
        """As the options say."""
        monitors, recorder = monitors_of(args, mission), None
        if not args.no_record:
            path = Path(args.record) if args.record else _usual(mission)
            left = unfinished(path)
            if left:
                complain(f"{left}; 'cotree replay' shows it, and it can be deleted")
            recorder = Recorder(path)
        return Show(
            recorder=recorder,
            quiet=args.quiet,
            json=args.json,
            lines=args.plain,
            typist=typist,
            monitors=monitors,
        )

    # -- during the run ------------------------------------------------------------------------

    def write(self, message: Message) -> None:
        """Keep and show one message."""
        if self._recorder is not None:
            self._recorder.write(message)
        if self._monitors is not None:
            self._monitors.write(message)
        self.story.hear(message)
        if self._lines and isinstance(message, Acted):
            self._output.line(acted_line(self.story, message))
        elif self._lines and isinstance(message, Born | Heard | Told):
            for line in news_lines(self.story):
                self._output.line(line)
        elif self._typist and isinstance(message, Heard | Told):
            for said in self.story.said:
                if said.person == self._typist and said.what != "answers":
                    complain(plain(f"{said.robot}  {said_line(said)}"))

    def record(self) -> Path | None:
        """Where the record can be read, also while it is written; None: there is none."""
        if self._recorder is None or self._recorder.failure:
            return None
        beside = self._recorder.beside
        return beside if beside.exists() else self._recorder.path

    def reply(self, text: str) -> None:
        """Answer whoever types, in one line."""
        if self._lines:
            self._output.line(plain(text))
        else:
            complain(plain(text))

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
            stack = tick.stack if tick.path else ""  # our own says nothing to who wrote a mission
            complain(f"{tick}\n{stack}".rstrip())

    def halting(self) -> None:
        """Somebody wants it to stop; called in a signal's handler, where nothing may be printed."""
        self._halts += 1
        if not self.live and self._halts <= 2:
            word = HALTING if self._halts == 1 else STOPPING
            os.write(2, f"{word}\n".encode())

    def status(self) -> str:
        """How well real time is kept, and whether it is about to stop."""
        parts: list[str] = []
        if self._metronome is not None:
            parts += punctuality(self._metronome)
        if self._halts and self.story.end is None:
            parts.append(HALTING if self._halts == 1 else STOPPING)
        return "  ".join(parts)

    # -- at the end ----------------------------------------------------------------------------

    def summary(self) -> None:
        """Say how it went."""
        for line in self._json_summary() if self._json else self._summary():
            self._output.line(line)

    def shown(self) -> int:
        """The exit code of showing: whether it could be, unless nobody wanted more."""
        failure = self._output.failure
        if failure is None or self._output.unread:
            return 0
        complain(unwritable(failure))
        return NOT_WRITTEN

    def ran(self) -> int:
        """The exit code of a run; bad news goes to standard error when it could not be shown."""
        code = exit_code(self.story.end)
        unwritten = self.shown()
        if self._recorder is not None and self._recorder.failure:
            unwritten = NOT_WRITTEN
        if self._output.failure is not None and (code or unwritten):
            complain("\n".join(self._summary()))
        return code or unwritten

    def _json_summary(self) -> list[str]:
        data = summary_data(self.story)
        kept = self._recorder is not None and not self._recorder.failure
        data["record"] = str(self._recorder.path) if self._recorder is not None and kept else None
        return [msgspec.json.encode(data, enc_hook=str).decode()]

    def _summary(self) -> list[str]:
        lines = list(summary_lines(self.story))
        if self._metronome is not None:
            lines += [f"  {self.status()}", *timing_lines(self._metronome)]
        for path, times in sorted(self._slow.items()):
            lines.append(f"  {path or 'the engine'} held up {counted(times, 'tick')}")
        if self._recorder is not None and not self._recorder.failure:
            note = f" ({self._recorder.note})" if self._recorder.note else ""
            lines.append(f"  record: {self._recorder.path}{note}")
        return lines

    def __enter__(self) -> Show:
        heeding_ctrl_c()
        for each in (self._monitors, self._screen):
            if each is not None:
                self._open.enter_context(each)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self._open.__exit__(kind, error, where)
        if self._recorder is not None:
            self._recorder.close()
            if self._recorder.failure:
                complain(self._recorder.failure)


def _usual(mission: Mission) -> Path:
    """Where a record goes when nobody says where; that folder is made."""
    path = Path("out", f"{Path(mission.file).stem or 'mission'}.mcap")
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise RecordError(f"{path}: cannot write a record here: {error.strerror}") from error
    return path
