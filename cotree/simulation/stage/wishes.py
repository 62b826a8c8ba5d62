"""What a person wants to do now, and what can be wanted at this moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from cotree.core.sayings import Saying
from cotree.team.mirror.questions import Answer, Question


class Take(msgspec.Struct, frozen=True):
    """Reach for the object of this leaf and bring it to its goal."""

    leaf: str


class PutDown(msgspec.Struct, frozen=True):
    """Let go at the goal."""


class Leave(msgspec.Struct, frozen=True):
    """Give up what the hand is at."""


class Give(msgspec.Struct, frozen=True):
    """Let this robot do it."""

    leaf: str
    robot: str


class Refuse(msgspec.Struct, frozen=True):
    """Do not do it, whoever asks."""

    leaf: str


class Fail(msgspec.Struct, frozen=True):
    """It could not be done."""

    leaf: str


class Tell(msgspec.Struct, frozen=True):
    """It is done; the hand has nothing to do with it."""

    leaf: str


Wish: TypeAlias = Take | PutDown | Leave | Give | Refuse | Fail | Tell | Answer


class Uttered(msgspec.Struct, frozen=True):
    """Something that a person says to everybody."""

    leaf: str
    saying: Saying


class Moment(msgspec.Struct, frozen=True):
    """When something is said: what can be meant by it."""

    leaves: Mapping[str, str]
    """By object: the leaf that it is for; only what can still be taken."""
    question: Question | None = None
    at: str = ""
    """The leaf that the hand is at; empty: none."""
    robots: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    """All leaves that are not known to be done, also those that no hand can do."""
    later: Mapping[str, str] = {}
    """Leaves that cannot be taken yet, and why."""

    @property
    def busy(self) -> bool:
        """Whether the hand is at something."""
        return bool(self.at)


class Lies(msgspec.Struct, frozen=True):
    """How what a person has placed, or hands over, really is; robots see it."""

    step: str
    how: str
