"""Asking a person whether something is done that nobody could see (spec C.4).

    unseen -> asked -> done, or still theirs, or nobody knows

In doubt the leaf is cleared and not done: who takes it next looks first.
"""

from __future__ import annotations

from collections.abc import Set

import msgspec

from cotree.team.mirror import wording
from cotree.team.mirror.effects import AskPerson, Effect, Retract, Tell
from cotree.team.mirror.questions import Answer, Question
from cotree.team.mirror.sightings import Sighting, Stage, Unsure
from cotree.team.mirror.talk import ANSWER_S, TRIES, TURN_S


class Doubt(msgspec.Struct, frozen=True):
    """One question about one leaf."""

    unsure: Unsure
    question: Question
    since_s: float
    posed: bool = False
    tries: int = 1

    def is_over(self, now_s: float) -> bool:
        """Whether it has been waited for long enough."""
        return now_s - self.since_s >= (ANSWER_S if self.posed else TURN_S)


class Doubts:
    """What one robot wants to know of people."""

    def __init__(self, robot: str, boot: int = 0) -> None:
        self.robot = robot
        self.boot = boot
        self.open: dict[str, Doubt] = {}
        """By leaf."""
        self._serial = 0

    def unsure(self, now_s: float, unsure: Unsure) -> list[Effect]:
        """Somebody seems to have finished something where nobody could see it."""
        return [] if unsure.leaf in self.open else self._ask(now_s, unsure, 1)

    def _ask(self, now_s: float, unsure: Unsure, tries: int) -> list[Effect]:
        self._serial += 1
        id_ = f"{self.robot}.{self.boot}.done.{self._serial}"
        text = wording.doubt(unsure.leaf)
        question = Question(
            id_, self.robot, unsure.person, unsure.leaf, text, now_s, about_done=True
        )
        self.open[unsure.leaf] = Doubt(unsure, question, now_s, tries=tries)
        return [AskPerson(question)]

    def posed(self, now_s: float, question: str) -> None:
        """The person hears the question now."""
        for leaf, doubt in self.open.items():
            if doubt.question.id == question:
                self.open[leaf] = msgspec.structs.replace(doubt, since_s=now_s, posed=True)

    def answered(self, now_s: float, answer: Answer) -> list[Effect]:
        """An answer came; one to a question that is not open changes nothing."""
        for doubt in self.open.values():
            if doubt.question.id == answer.question and doubt.posed:
                return self._settle(now_s, doubt, answer.done)
        return []

    def _settle(self, now_s: float, doubt: Doubt, done: bool | None) -> list[Effect]:
        del self.open[doubt.unsure.leaf]
        if done is None and doubt.tries < TRIES:
            return self._ask(now_s, doubt.unsure, doubt.tries + 1)
        if done is None:
            return [self._tell(now_s, doubt, Stage.CLEARED)]
        return [self._tell(now_s, doubt, Stage.DONE if done else Stage.REACHING)]

    def look(self, now_s: float, done: Set[str]) -> list[Effect]:
        """What is known meanwhile is not asked, and nobody is waited for without end."""
        effects: list[Effect] = []
        for leaf, doubt in list(self.open.items()):
            if leaf not in done and not doubt.is_over(now_s):
                continue
            del self.open[leaf]
            effects.append(Retract(doubt.unsure.person, doubt.question.id))
            if leaf not in done:
                effects.append(self._tell(now_s, doubt, Stage.CLEARED))
        return effects

    def _tell(self, now_s: float, doubt: Doubt, stage: Stage) -> Tell:
        why = "nobody knows whether it is done" if stage is Stage.CLEARED else ""
        unsure = doubt.unsure
        return Tell(
            Sighting(
                unsure.person,
                unsure.leaf,
                stage,
                1.0,
                now_s,
                self.robot,
                now_s,
                why=why,
                spoken=True,
                stamp_s=now_s,
            )
        )
