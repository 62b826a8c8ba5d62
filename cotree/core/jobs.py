"""Jobs as values, and robots as jobs see them: described once, all else is derived from this.

Heights are on the second axis.  A plane of 1 is where things begin, 0 is "no position".
Paper: capability-matching, II-B and IV-A.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Position: TypeAlias = tuple[float, float, float]

NOWHERE: Position = (0.0, 0.0, 0.0)
GROUND: Position = (1.0, 1.0, 1.0)
IDLE_ABOVE = 0.30
"""A robot helps only with more battery than this (II-B, strict)."""


class Domain(msgspec.Struct, frozen=True):
    """One sort of capability: its actions, the names of its types, and whether it needs ground."""

    name: str
    actions: tuple[str, ...] = ()
    grounded: bool = False
    """Counts only in the robot that stands on the ground (A6)."""
    types: tuple[str, ...] = ()
    """Names of type 1, 2, ...; without them, types are numbers."""

    def said(self, type_: int) -> str:
        """A type as people say it."""
        named = 0 < type_ <= len(self.types)
        return self.types[type_ - 1] if named else f"type {type_}"


Domains: TypeAlias = tuple[Domain, ...]

DOMAINS: Domains = (
    Domain("perception", ("detect", "observe")),
    Domain("manipulation", ("grasp", "release")),
    Domain("locomotion", ("move",), grounded=True),
)
"""The paper's three, with the actions of each (II-B, VI-A)."""


class Part(msgspec.Struct, frozen=True):
    """One component of a robot: a camera, a gripper, a pair of wheels."""

    name: str
    domain: str
    level: int = 1
    type: int = 1
    at: Position = GROUND
    """As far as it reaches while the robot stands on the ground."""


class Model(msgspec.Struct, frozen=True):
    """A kind of robot."""

    name: str
    size: float
    """How high the next robot stands on top of it."""
    ports: int = 0
    """Where other robots, or the ground, can be attached; 0: cannot be assembled."""
    parts: Annotated[tuple[Part, ...], Meta(max_length=256)] = ()


class Robot(msgspec.Struct, frozen=True):
    """One robot, as it is now."""

    name: str
    model: Model
    battery: float = 1.0
    busy: bool = False
    failed: tuple[str, ...] = ()
    """Names of parts that do not work."""

    @property
    def size(self) -> float:
        """How high the next robot stands on top of it."""
        return self.model.size

    @property
    def ports(self) -> int:
        """Where others can be attached."""
        return self.model.ports

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts that work."""
        if not self.failed:
            return self.model.parts
        return tuple(part for part in self.model.parts if part.name not in self.failed)

    def idle(self, above: float = IDLE_ABOVE) -> bool:
        """The rule for helping: enough battery, and no job."""
        return not self.busy and self.battery > above


class Need(msgspec.Struct, frozen=True):
    """One row of what a job asks for: so many parts of this sort that reach so far."""

    domain: str
    level: int = 1
    type: int = 1
    count: Annotated[int, Meta(ge=0)] = 1
    at: Position = GROUND


class Relation(msgspec.Struct, frozen=True, order=True):
    """How one object stands to another: ``box on table``."""

    subject: str
    verb: str
    object: str

    def __str__(self) -> str:
        return f"{self.subject} {self.verb} {self.object}"


class Thing(msgspec.Struct, frozen=True):
    """An object of a job, with what is known about it (weight, dimension, location)."""

    name: str
    on: str = ""
    fixed: bool = False
    attributes: tuple[tuple[str, str], ...] = ()


class Job(msgspec.Struct, frozen=True):
    """What is to be done: what it needs, the objects at first, and the relations at last."""

    name: str
    needs: Annotated[tuple[Need, ...], Meta(max_length=64)]
    things: tuple[Thing, ...] = ()
    goal: tuple[Relation, ...] = ()
    goal_is: Literal["exact", "subset"] = "exact"
    """Whether other relations must be as at first, or may be anything."""
    domains: Domains = DOMAINS

    def domain(self, name: str) -> Domain:
        """The domain of this name; one without words of its own, if the job does not know it."""
        return next((each for each in self.domains if each.name == name), Domain(name))


def named(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts, those without a name called by their domain and number: ``P1``, ``M2``."""
    found: list[Part] = []
    numbers: dict[str, int] = {}
    for part in parts:
        letter = part.domain[:1].upper()
        numbers[letter] = numbers.get(letter, 0) + 1
        name = part.name or f"{letter}{numbers[letter]}"
        found.append(msgspec.structs.replace(part, name=name))
    return tuple(found)


# -- what is told of a job -------------------------------------------------------------------------

DOCK, UNDOCK = "dock", "undock"
"""The names by which a body knows how robots climb onto each other, and down."""


_DOCKED = "docked/"


def docked(robot: str) -> str:
    """The fact that tells on whom a robot stands; empty: on the ground."""
    return _DOCKED + robot


def who_docked(fact: str) -> str:
    """Of whom a fact tells on whom it stands; empty: it tells something else."""
    return fact.removeprefix(_DOCKED) if fact.startswith(_DOCKED) else ""


def seen_by(job: str, thing: str) -> str:
    """The fact that tells which part of which robot saw an object of a job: ``M1/P1``."""
    return f"{job}/{thing}/seen"
