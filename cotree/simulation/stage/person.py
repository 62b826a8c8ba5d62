"""Who decides what a person on stage does: a script, or somebody at a keyboard or a page."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Protocol

from cotree.simulation.stage.wishes import Lies, Uttered
from cotree.team.mirror.questions import Answer, Question
from cotree.team.mirror.script import Act, Pace


class Person(Protocol):
    """A mind: it is told what is done and asked, and says what the hand and the mouth do."""

    pace: Pace

    @property
    def over(self) -> bool:
        """Whether there is nothing left that it wants to do."""

    def wakes_s(self) -> float | None:
        """When something happens next, if nobody asks and nothing gets done before."""

    def done(self, now_s: float, done: Set[str]) -> None:
        """These leaves are done."""

    def asked(self, now_s: float, question: Question) -> None:
        """Somebody asks."""

    def retracted(self, question: str) -> None:
        """The question with this id needs no answer any more."""

    def step(self, now_s: float) -> Sequence[Act | Answer | Uttered | Lies]:
        """What happens until now, in order; nothing when all is said and begun."""
