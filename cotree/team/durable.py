"""What must be on disk before a letter leaves: small records, the newest of each key counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

from cotree.team.ballots import Ballot
from cotree.team.facts import Fact
from cotree.team.messages import Promised
from cotree.team.roster import Roster


class Own(msgspec.Struct, frozen=True, tag="own"):
    """A claim of one's own that has begun; None when it is over."""

    leaf: int
    ballot: Ballot
    boot: int


class High(msgspec.Struct, frozen=True, tag="high"):
    """The highest ballot granted for a leaf."""

    leaf: int
    ballot: Ballot


class Born(msgspec.Struct, frozen=True, tag="born"):
    """The incarnation number; ``joined`` is whether it remembers all it must."""

    boot: int
    joined: bool
    fresh: bool


Value: TypeAlias = Own | High | Born | Promised | Fact | Roster | None
Key: TypeAlias = tuple[str, int]
"""Kind and leaf."""


class Durable(msgspec.Struct, frozen=True):
    """One record; a value of None removes what was there."""

    key: Key
    value: Value


class Memory(msgspec.Struct, frozen=True):
    """What a disk holds, sorted."""

    born: Born | None = None
    roster: Roster | None = None
    facts: tuple[Fact, ...] = ()
    high: tuple[High, ...] = ()
    promises: tuple[Promised, ...] = ()
    own: tuple[Own, ...] = ()


def keep(disk: dict[Key, Value], records: Iterable[Durable]) -> None:
    """Write records over what was there."""
    for record in records:
        if record.value is None:
            disk.pop(record.key, None)
        else:
            disk[record.key] = record.value


def remember(disk: Mapping[Key, Value]) -> Memory:
    """What a disk says."""
    values = list(disk.values())
    born = [value for value in values if isinstance(value, Born)]
    rosters = [value for value in values if isinstance(value, Roster)]
    return Memory(
        born[0] if born else None,
        rosters[0] if rosters else None,
        tuple(value for value in values if isinstance(value, Fact)),
        tuple(value for value in values if isinstance(value, High)),
        tuple(value for value in values if isinstance(value, Promised)),
        tuple(value for value in values if isinstance(value, Own)),
    )


def disk_of(memory: Memory) -> dict[Key, Value]:
    """A disk that says this."""
    disk: dict[Key, Value] = {}
    if memory.born is not None:
        disk["born", 0] = memory.born
    if memory.roster is not None:
        disk["roster", 0] = memory.roster
    for kind, values in (
        ("fact", memory.facts),
        ("high", memory.high),
        ("promise", memory.promises),
        ("own", memory.own),
    ):
        disk.update(((kind, value.leaf), value) for value in values)
    return disk
