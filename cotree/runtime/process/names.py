"""Whom and what a telegram may name: those of the mission, and each teammate only what is its own.

A name that nobody has would end up as a key that is missing, in every process of the team at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from cotree.core.actions import (
    FOREVER_S,
    Answered,
    FactSeen,
    GripperSeen,
    HandSeen,
    ObjectSeen,
    Posed,
    RobotSeen,
)
from cotree.core.owners import owner_of
from cotree.core.places import Point
from cotree.runtime.process.telegrams import Seen, Sight, Spoken, Telegram

FAR_M = 1e6
"""No mission's world is larger."""


class Unfit(ValueError):
    """Why a datagram is dropped: a word to count it by, and one line for people."""

    def __init__(self, word: str, why: str) -> None:
        self.word = word
        super().__init__(why)


class Names(msgspec.Struct, frozen=True):
    """Everybody and everything that processes of one mission may speak of."""

    team: frozenset[str]
    """Everybody who has a process."""
    robots: Mapping[str, frozenset[str]] = {}
    """Each with its resources."""
    people: frozenset[str] = frozenset()
    objects: frozenset[str] = frozenset()

    def check(self, sender: str, told: Telegram) -> None:
        """``Unfit``, if a teammate tells something that it cannot mean."""
        match told:
            case Seen():
                _check_time(told.sent_s)
                for noted in told.noted:
                    self._check_sight(noted.sight, noted.by)
            case Spoken():
                self._check_speech(sender, told)

    def _check_sight(self, sight: Sight, by: str) -> None:
        """A teammate's facts are its own to tell; others may only repeat them as its."""
        match sight:
            case FactSeen(name=name):
                owner = owner_of(name, self.team)
                if owner not in ("", by):
                    raise Unfit("forged", f"tells '{name}', which only {owner} may tell")
            case RobotSeen(robot=robot, at=at):
                _check_known("robot", robot, self.robots)
                _check_point(at)
            case GripperSeen(robot=robot, gripper=gripper, at=at):
                _check_known("robot", robot, self.robots)
                _check_known(f"gripper of {robot}", gripper, self.robots[robot])
                _check_point(at)
            case ObjectSeen(object=name, at=at, held_by=held_by):
                _check_known("object", name, self.objects)
                _check_point(at)
                if held_by is not None:
                    _check_known("teammate", held_by[0], self.team)
                    if held_by[0] in self.robots:
                        owner, gripper = held_by
                        _check_known(f"gripper of {owner}", gripper, self.robots[owner])
            case HandSeen(person=person, at=at, t_s=t_s):
                _check_known("person", person, self.people)
                _check_point(at)
                _check_time(t_s)

    def _check_speech(self, sender: str, spoken: Spoken) -> None:
        """Robots ask people of whom they know, people answer robots; each for itself."""
        what, to = spoken.what, spoken.to
        if isinstance(what, Posed | Answered):
            _check_known("person", sender, self.people)
            _check_known("robot", to, self.robots)
            return
        _check_known("person", to, self.people)
        if what.robot != sender or what.person != to:
            raise Unfit("forged", f"says what {what.robot} says to {what.person}")


def _check_known(what: str, name: str, known: Iterable[str]) -> None:
    if name not in known:
        raise Unfit("unknown", f"speaks of '{name}', which is no {what} of this mission")


def _check_point(at: Point) -> None:
    if max(at) > FAR_M or min(at) < -FAR_M:
        raise Unfit("far", f"sees something {max(map(abs, at)):g} m away")


def _check_time(at_s: float) -> None:
    if abs(at_s) > FOREVER_S:
        raise Unfit("time", f"says that it is {at_s:g} s")
