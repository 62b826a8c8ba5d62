"""Favour letters on the team's post: text in bounds, read only if its sender may have said it."""

from __future__ import annotations

from cotree.reallocation.capability.favour.messages import (
    Accept,
    Answer,
    Grant,
    Letter,
    Request,
    decode,
    encode,
)
from cotree.team.messages import MOST_NOTE
from cotree.team.teammate import Teammate


class Mail:
    """Sends and hears for one robot; a letter that cannot be true is counted and dropped."""

    def __init__(self, mate: Teammate | None) -> None:
        self._mate = mate
        """None: it is alone."""
        self.refused = 0

    @property
    def others(self) -> tuple[str, ...]:
        """All other robots of the team."""
        if self._mate is None:
            return ()
        mind = self._mate.mind
        return tuple(name for name in mind.roster.robots if name != mind.name)

    def send(self, letter: Letter) -> None:
        """To the first on its way, or to everybody; one that is too long is lost."""
        to = (letter.way[0],) if letter.way else self.others
        text = encode(letter).decode()
        if self._mate is not None and to and len(text) <= MOST_NOTE:
            self._mate.ask_favour(to, text)

    def take(self) -> list[Letter]:
        """What was heard since the last call."""
        if self._mate is None:
            return []
        me, robots = self._mate.mind.name, frozenset(self._mate.mind.roster.robots)
        letters = []
        for sender, text in self._mate.favours():
            letter = decode(text.encode())
            if letter is None or not plausible(letter, sender, me, robots):
                self.refused += 1
            else:
                letters.append(letter)
        return letters


def plausible(letter: Letter, sender: str, me: str, robots: frozenset[str]) -> bool:
    """Whether this sender, by its place on the letter's way, may have handed it to this robot."""
    message = letter.message
    named = {message.case.agent, sender, *letter.way}
    match message:
        case Request(trail=trail):
            return named | {*trail} <= robots and trail[-1:] == (sender,)
        case Grant(helper=helper, trail=trail) | Answer(helper=helper, trail=trail):
            known = named | {*trail, helper} <= robots and trail[-1:] == (helper,)
            return known and _next_to(trail, me, 1) == sender
        case Accept(trail=trail, members=members):
            return named | {*trail, *members} <= robots and _next_to(trail, me, -1) == sender
    return named <= robots


def _next_to(trail: tuple[str, ...], me: str, step: int) -> str:
    """Who stands beside this robot on a trail."""
    if me not in trail:
        return ""
    index = trail.index(me) + step
    return trail[index] if 0 <= index < len(trail) else ""
