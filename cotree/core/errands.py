"""A mission of one sentence, shared out: what the planner is asked, and what it answers.

An *errand* is a conjunct that one robot does by itself; it is called by its path in the task.  A
robot's *word* is where it has been and in which operating state, in order; who has how far got with
an errand follows from the words alone, so that nobody has to be believed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

Spot: TypeAlias = tuple[str, str]
"""A place, and an operating state."""
Revision: TypeAlias = tuple[int, str]
"""Counts the assignments; of two with the same number the one by the later name counts."""


class Stretch(msgspec.Struct, frozen=True, array_like=True):
    """A piece of a robot's word; several make the word of an errand that was handed over."""

    robot: str
    start: int
    end: int | None = None
    """None: up to what it does next."""


class Assignment(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who does which errand, and from whom it took it over."""

    revision: Revision
    who: Mapping[str, str] = {}
    """By errand; one that is missing is done, or nobody's."""
    words: Mapping[str, tuple[Stretch, ...]] = {}
    """By errand, if it was handed over: all stretches but those of who does it from the start."""


WORD = "/word"
"""How the fact ends in which a robot tells where it has been."""
ASSIGNMENT = "/assignment"
"""How the fact ends in which a robot tells how it has shared the errands out."""


class Step(NamedTuple):
    """One step of a robot's word, as it is told."""

    place: str
    state: str
    true: tuple[str, ...] | None = None
    """What else was true there: areas and facts, sorted; None: what the mission's file says."""


Seen: TypeAlias = Mapping[int, tuple[str, ...]]
"""By the number of a step: what else was true there, where that is not as the file says."""
words = msgspec.json.Decoder(tuple[Step, ...])
"""Reads what a robot tells of where it has been."""


def told_word(word: Sequence[Spot], seen: Seen) -> str:
    """A robot's word as it tells it."""
    steps = [(*spot, seen[at]) if at in seen else spot for at, spot in enumerate(word)]
    return msgspec.json.encode(steps).decode()


def read_word(text: str) -> tuple[tuple[Spot, ...], dict[int, tuple[str, ...]]]:
    """The word of a robot that tells it, and what else was true."""
    steps = words.decode(text)
    seen = {at: step.true for at, step in enumerate(steps) if step.true is not None}
    return tuple((step.place, step.state) for step in steps), seen


assignments = msgspec.json.Decoder(Assignment)
"""Reads what a robot tells of how it has shared the errands out."""


def word_of(robot: str) -> str:
    """The fact in which a robot tells where it has been."""
    return f"{robot}{WORD}"


def shared_out_by(robot: str) -> str:
    """The fact in which a robot tells how it has shared the errands out."""
    return f"{robot}{ASSIGNMENT}"


class Question(msgspec.Struct, frozen=True, tag="errands"):
    """Everything that the planner is asked about; equal questions have equal answers."""

    robot: str
    """Who asks."""
    reach: Literal["given", "me", "team", "cheaper"]
    """``given``: only my way, who does what stays; ``me``: my own errands on another way;
    ``team``: all open errands shared anew; ``cheaper``: both, and the cheaper one."""
    words: Mapping[str, tuple[Spot, ...]]
    """Where each robot has been, now last."""
    order: tuple[str, ...] = ()
    """Whose words got longer, in the order in which that was heard."""
    assignment: Assignment | None = None
    """None: nobody has shared them out."""
    done: frozenset[str] = frozenset()
    """Errands that are done, as the team knows."""
    lost: frozenset[str] = frozenset()
    """Robots that do nothing any more."""
    blocked: tuple[tuple[str, str, str], ...] = ()
    """Ways that cannot be used: robot (empty: nobody can), from, to."""
    unable: tuple[tuple[str, str], ...] = ()
    """Operations that a robot cannot do any more: robot, operation."""
    seen: Mapping[str, tuple[tuple[int, tuple[str, ...]], ...]] = {}
    """By robot: steps of its word at which something else was true than the file says."""
    costs: tuple[tuple[str, str, str, float], ...] = ()
    """Ways that there are now: robot (empty: for all), from, to, cost."""
    closed: tuple[tuple[str, str], ...] = ()
    """Places into which a robot (empty: nobody) gets: robot, place."""
    areas: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Places that lie in other areas than the file says: place, areas."""
    holding: frozenset[str] | None = None
    """Of the facts that the sentence speaks of: those that hold; None: as the file says."""


AWAIT = "await"
"""The action of a leg that is no step: it is over when ``after`` is."""


class Leg(msgspec.Struct, frozen=True, array_like=True):
    """One action of a robot on its way."""

    action: str
    """``move``, ``stay``, ``AWAIT``, or the name of an operation."""
    source: Spot
    target: Spot
    advances: tuple[str, ...] = ()
    """The errands that get further with it."""
    after: tuple[str, int] | None = None
    """It must not begin before this robot's word is so long: the sentence asks for that order."""


class Course(msgspec.Struct, frozen=True):
    """The part of a robot's way that ends with an errand done."""

    errand: str
    legs: tuple[Leg, ...]


class Errands(msgspec.Struct, frozen=True, tag="errands"):
    """The answer: who does what, and the way of the robot that asked, errand after errand."""

    assignment: Assignment
    way: tuple[Course, ...]
    kind: Literal["first", "given", "kept", "local", "global"]
    cost: float
    """Of this robot's way."""
    total: float
    """Of the whole team, as far as this robot knows."""
    since: int = 0
    """How long this robot's word was when it asked: from there the way goes on."""
