"""Questions to people on stage: one at a time per person, and answers to the robot that asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from cotree.core.actions import Answered, Ask, Event, Posed, Say, Unask
from cotree.team.mirror.attention import LOST_S, Attention
from cotree.team.mirror.questions import Answer, Question


class Listener(Protocol):
    """A person who can be asked."""

    def asked(self, question: Question, now_s: float) -> None:
        """A robot asks; what comes of it is told by ``answers``."""

    def retracted(self, question: str, now_s: float) -> None:
        """The question needs no answer any more."""

    def answers(self, now_s: float) -> list[Answer]:
        """What was answered since the last call."""


class Talking:
    """Carries questions and answers between robots and people."""

    def __init__(self, people: Mapping[str, Listener], leaves: Iterable[str]) -> None:
        self.said: list[tuple[float, Say]] = []
        """What robots said to people."""
        self.asked: list[tuple[float, Question]] = []
        """What people were really asked, when."""
        self.answered: list[tuple[float, Question, Answer]] = []
        self._people = people
        self._leaves = tuple(leaves)
        self._attention = {name: Attention(name) for name in people}
        self._open: dict[str, Question] = {}

    def hear(self, command: Ask | Unask | Say, now_s: float) -> list[tuple[str, Event]]:
        """What a robot says; returns who is told what of it."""
        if command.person not in self._people:
            return []
        match command:
            case Ask():
                question = self._question(command, now_s)
                return self._pose(self._attention[command.person].ask(now_s, question), now_s)
            case Unask(person=person, question=id_):
                self._people[person].retracted(id_, now_s)
                return self._pose(self._attention[person].retract(now_s, id_), now_s)
            case Say():
                self.said.append((now_s, command))
        return []

    def collect(self, now_s: float) -> list[tuple[str, Event]]:
        """What people answered; returns which robot is told what."""
        told: list[tuple[str, Event]] = []
        for name, person in self._people.items():
            told += self._pose(self._attention[name].time(now_s), now_s)
            for answer in person.answers(now_s):
                told += self._hear(name, answer, now_s)
        return told

    def question(self, id_: str) -> Question | None:
        """A question that a person has been asked, and has not answered."""
        return self._open.get(id_)

    def forgets_s(self, now_s: float) -> float | None:
        """When to look again whether a robot that asked has fallen silent."""
        return now_s + LOST_S if any(one.open for one in self._attention.values()) else None

    def _question(self, ask: Ask, now_s: float) -> Question:
        """The question as the person hears it: about the leaf that moves the object."""
        inner = f"{ask.piece}/"
        about = (leaf for leaf in self._leaves if leaf == ask.piece or leaf.startswith(inner))
        leaf = next(about, ask.piece)
        return Question(
            ask.question,
            ask.robot,
            ask.person,
            leaf,
            ask.text,
            now_s,
            ask.yes,
            ask.about_done,
            ask.helps,
        )

    def _hear(self, person: str, answer: Answer, now_s: float) -> list[tuple[str, Event]]:
        sent, posed = self._attention[person].answer(
            now_s, answer.question, answer.keeps, answer.done
        )
        told: list[tuple[str, Event]] = []
        if sent is not None:
            question = self._open.pop(sent.question)
            self.answered.append((now_s, question, sent))
            told.append((question.robot, Answered(sent.question, sent.keeps, sent.done)))
        return [*told, *self._pose(posed, now_s)]

    def _pose(self, question: Question | None, now_s: float) -> list[tuple[str, Event]]:
        if question is None:
            return []
        self._open[question.id] = question
        self.asked.append((now_s, question))
        self._people[question.person].asked(question, now_s)
        return [(question.robot, Posed(question.id))]
