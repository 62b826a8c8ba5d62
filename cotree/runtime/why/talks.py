"""What robots asked people about pieces of work, and what was answered."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Literal

from cotree.core.actions import Answered, Ask, Command, Event, Unask
from cotree.runtime.talk import meaning

About = Literal["keeps", "helps", "done"]
"""What a question is about: who goes on, whether the person does it, whether it is done."""
TAKEN_BACK = "taken back"


@dataclasses.dataclass
class Question:
    """One question to a person, and what became of it."""

    at_s: float
    place: int
    ask: Ask
    answer: str = ""
    """In the words of the run's log: ``yes: ann does it``."""
    says_done: bool = False
    """Whether the person said that it is done."""
    answer_s: float | None = None
    answer_place: int = 0

    @property
    def about(self) -> About:
        """What it is about."""
        if self.ask.helps:
            return "helps"
        return "done" if self.ask.about_done else "keeps"

    def before(self, end: int) -> Question:
        """As it stood at a place of the record."""
        if self.answer_s is None or self.answer_place < end:
            return self
        return Question(self.at_s, self.place, self.ask)


class Talks:
    """Follows questions from the record, by the piece that they are about."""

    def __init__(self) -> None:
        self._asked: dict[str, list[Question]] = {}
        self._open: dict[tuple[str, str], Question] = {}

    def tells(self, commands: Iterable[Command], place: int, at_s: float) -> None:
        """What a robot says."""
        for command in commands:
            match command:
                case Ask(robot=robot, question=id_, piece=piece):
                    asked = self._open[robot, id_] = Question(at_s, place, command)
                    self._asked.setdefault(piece, []).append(asked)
                case Unask(robot=robot, question=id_):
                    self._close(robot, id_, place, at_s, TAKEN_BACK)

    def hears(self, robot: str, events: Iterable[Event], place: int, at_s: float) -> None:
        """What a robot is answered."""
        for event in events:
            if isinstance(event, Answered) and (robot, event.question) in self._open:
                asked = self._open[robot, event.question]
                asked.says_done = bool(event.done)
                self._close(robot, event.question, place, at_s, meaning(asked.ask, event))

    def _close(self, robot: str, id_: str, place: int, at_s: float, answer: str) -> None:
        asked = self._open.pop((robot, id_), None)
        if asked is not None:
            asked.answer, asked.answer_s, asked.answer_place = answer, at_s, place

    def about(self, piece: str, end: int) -> list[Question]:
        """The questions about a piece before some place of the record, as they stood there."""
        return [asked.before(end) for asked in self._asked.get(piece, ()) if asked.place < end]
