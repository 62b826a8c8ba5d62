"""What was found when two records were compared; texts are those that people know of the page."""

from __future__ import annotations

import msgspec


class Pair(msgspec.Struct, frozen=True):
    """One thing, and what each of the two says of it."""

    what: str
    one: str
    other: str


class First(msgspec.Struct, frozen=True):
    """The first thing that is not the same in both."""

    what: str
    """Such as ``what tick 41 of pr2 changed``; of the first record, if that goes on so far."""
    t: float
    """On the mission's clock."""
    robot: str
    n: int
    """The number of the tick; -1: it is in none."""
    places: tuple[Pair, ...]
    """Where in it they differ."""


class NodeDiffers(msgspec.Struct, frozen=True):
    """A node that did not fare the same."""

    path: str
    line: int
    file: str
    t: float
    """From when on."""
    one: str
    """What it did then."""
    other: str
    ends: tuple[str, str]
    """How it stood in the end."""


class RobotDiffers(msgspec.Struct, frozen=True):
    """A robot or a person whose part was another one."""

    name: str
    parts: tuple[Pair, ...]


class Diff(msgspec.Struct, frozen=True):
    """All of it."""

    one: str
    other: str
    """The two files."""
    same: bool
    """Byte for byte, what was run and all that happened."""
    mission: tuple[Pair, ...] = ()
    """What they differ in before anything happens."""
    first: First | None = None
    end: Pair | None = None
    nodes: tuple[NodeDiffers, ...] = ()
    """By time."""
    all_nodes: int = 0
    """So many nodes there are in both together."""
    robots: tuple[RobotDiffers, ...] = ()
    cut: tuple[str, str] = ("", "")
    """Where and why each is damaged, or ends too early."""
