"""What robots and people say to each other, as a run tells it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Literal, NamedTuple

from cotree.core.actions import Answered, Ask, Command, Event, Keeps, Say, Unask

What = Literal["asks", "says", "takes_back", "answers"]


class Utterance(NamedTuple):
    """One thing that was said."""

    t: float
    what: What
    robot: str
    person: str
    text: str
    """The words; of an answer what it means."""
    piece: str = ""
    """What a question or its answer is about."""
    question: str = ""
    """Its id."""
    keeps: str | None = None
    """Of an answer: who keeps the piece, ``human`` or ``robot``."""
    done: bool | None = None
    """Of an answer: whether the piece is done."""


@dataclasses.dataclass
class Guest:
    """One person's part in a story."""

    person: str
    pieces: list[str] = dataclasses.field(default_factory=list)
    """What the person was seen to finish."""
    asked: int = 0
    answered: int = 0


class Talk:
    """Follows who asks whom what, and what is answered."""

    def __init__(self) -> None:
        self.all: list[Utterance] = []
        self.guests: dict[str, Guest] = {}
        """By person; only who was asked, spoken to, or seen to finish something."""
        self._open: dict[tuple[str, str], Ask] = {}
        """By robot and id: what was asked and neither answered nor taken back."""

    def hears(self, robot: str, events: Iterable[Event], now_s: float) -> list[Utterance]:
        """What a robot was told now."""
        said = [
            self._answer(ask, event, now_s)
            for event in events
            if isinstance(event, Answered)
            and (ask := self._open.pop((robot, event.question), None)) is not None
        ]
        self.all += said
        return said

    def tells(self, commands: Iterable[Command], now_s: float) -> list[Utterance]:
        """What a robot says now."""
        said = [each for each in (self._said(command, now_s) for command in commands) if each]
        self.all += said
        return said

    def restarts(self, robot: str) -> None:
        """A new process knows nothing of what the old one has asked."""
        for key in [key for key in self._open if key[0] == robot]:
            del self._open[key]

    def finished(self, person: str, piece: str) -> None:
        """A person was seen to finish a piece; several robots may say so."""
        pieces = self.guest(person).pieces
        if piece not in pieces:
            pieces.append(piece)

    def guest(self, person: str) -> Guest:
        """One person."""
        return self.guests.setdefault(person, Guest(person))

    def _said(self, command: Command, now_s: float) -> Utterance | None:
        match command:
            case Ask(robot=robot, person=person, question=id_, piece=piece, text=text):
                self._open[robot, id_] = command
                self.guest(person).asked += 1
                return Utterance(now_s, "asks", robot, person, text, piece, id_)
            case Unask(robot=robot, person=person, question=id_):
                ask = self._open.pop((robot, id_), None)
                if ask is not None:
                    return Utterance(now_s, "takes_back", robot, person, ask.text, ask.piece, id_)
            case Say(robot=robot, person=person, text=text):
                self.guest(person)
                return Utterance(now_s, "says", robot, person, text)
        return None

    def _answer(self, ask: Ask, said: Answered, now_s: float) -> Utterance:
        self.guest(ask.person).answered += 1
        return Utterance(
            now_s,
            "answers",
            ask.robot,
            ask.person,
            meaning(ask, said),
            ask.piece,
            ask.question,
            said.keeps,
            said.done,
        )


def meaning(ask: Ask, said: Answered) -> str:
    """An answer in words that need no question: ``no: pr2 goes on``."""
    if ask.about_done:
        if said.done is None:
            return "says neither yes nor no"
        return "yes: it is done" if said.done else "no: it is not done"
    if said.keeps is None:
        return "says neither yes nor no"
    word = "yes" if said.keeps is ask.yes else "no"
    human = said.keeps is Keeps.HUMAN
    if ask.helps:
        return f"{word}: {ask.person} {'does' if human else 'does not do'} it"
    return f"{word}: {ask.person if human else ask.robot} goes on"
