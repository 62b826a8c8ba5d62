"""A run in virtual time in which a test speaks for Ann, when something is so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from cotree import __version__, app
from cotree.app.team import crew_of
from cotree.runtime.acts import Taking
from cotree.runtime.describe import describe
from cotree.runtime.hatch import Ticket
from cotree.runtime.messages import Message
from cotree.runtime.mouth import Said
from cotree.runtime.replies import You
from cotree.simulation.stage.player import Player
from tests.missions import write
from tests.test_help import HELP

FILE = "config/experiments/human_robot.yaml"
Cue: TypeAlias = tuple[Callable[[], bool], str | Taking | None]


class Script:
    """What is said when something is so; each once, in order; implements ``Mouth``."""

    looks = True

    def __init__(self, *lines: Cue) -> None:
        self._lines = list(lines)
        self.replies: list[str] = []
        """What was wrong."""
        self.shown: list[You] = []
        """What was told of her own part, each time it changed."""

    @property
    def waiting(self) -> bool:
        return bool(self._lines) and self._lines[0][0]()

    def take(self) -> list[Said | None]:
        found: list[Said | None] = []
        while self.waiting:
            said = self._lines.pop(0)[1]
            found.append(said if said is None or isinstance(said, str) else Ticket(0, said))
        return found

    def settle(self, said: Said, wrong: str | None, meant: Taking | None, now_s: float) -> None:
        if wrong is not None:
            self.replies.append(wrong)

    def show(self, you: You) -> None:
        if not self.shown or not you.same(self.shown[-1]):
            self.shown.append(you)


class Table:
    """A run in virtual time in which a test speaks for Ann."""

    def __init__(self, text: str = HELP.replace("LINE", ""), folder: Path | None = None) -> None:
        file = FILE if folder is None else str(write(folder, text))
        mission = app.read_mission(file)
        self.messages: list[Message] = list(describe(mission, "", __version__))
        self.script = Script()
        self.crew, self.stage = crew_of(mission, self.messages.append, until_s=300.0)

    def run(self, *lines: Cue) -> str:
        self.script = Script(*lines)
        app.Voice("ann", self.script).join(self.crew, self.stage)
        end = self.crew.run()
        self.messages.append(end)
        return end.result

    @property
    def replies(self) -> list[str]:
        return self.script.replies

    # -- when --------------------------------------------------------------------------------------

    @property
    def ann(self) -> Player:
        return self.stage.person("ann")

    def at(self, t_s: float) -> Callable[[], bool]:
        return lambda: self.crew.queue.now_s >= t_s

    def asked(self, times: int = 1) -> Callable[[], bool]:
        return lambda: len(self.stage.talking.asked) >= times

    def carries(self, name: str) -> Callable[[], bool]:
        return lambda: self.ann.hand.carries == name and self.ann.hand.rests_s < self.stage.now_s
