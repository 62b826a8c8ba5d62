"""What one robot knows of the world: regions, the ways between them, its operating states."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from types import MappingProxyType

MICRO = 1_000_000
"""Costs are whole millionths inside: sums of the same ways are equal in every order."""

Way = tuple[str, str]
"""From one region to another."""


def micro(cost: float) -> int:
    """A cost in whole millionths; nothing is free, or a robot could go on for ever."""
    whole = round(cost * MICRO)
    if whole <= 0:
        raise ValueError(f"cost {cost:g}: a cost must be above 0 (at least 0.000001)")
    return whole


@dataclasses.dataclass(frozen=True)
class Action:
    """What changes an operating state."""

    name: str
    source: str
    target: str
    cost: float
    only_at: frozenset[str] = frozenset()
    """Names of which one must hold where it is done: regions or facts; none means anywhere."""


@dataclasses.dataclass(frozen=True)
class Map:
    """Regions with directed ways, what standing still costs, and what users say holds where."""

    regions: tuple[str, ...]
    ways: Mapping[Way, float]
    stay: float
    facts: Mapping[str, frozenset[str]] = dataclasses.field(
        default_factory=lambda: MappingProxyType({})
    )
    """Of regions and operating states: what else is true there."""
    everywhere: frozenset[str] = frozenset()
    """What is true wherever a robot is: facts of the world, as they are now."""

    def __post_init__(self) -> None:
        """Every way joins two known regions."""
        known = set(self.regions)
        for source, target in self.ways:
            for region in (source, target):
                if region not in known:
                    raise ValueError(f"way {source} -> {target}: there is no region {region!r}")


def both_ways(
    links: Iterable[Way], cost: float, directed: Mapping[Way, float] | None = None
) -> dict[Way, float]:
    """Every link in both directions at one cost, then the directed costs."""
    ways: dict[Way, float] = {}
    for a, b in links:
        ways[a, b] = ways[b, a] = cost
    return {**ways, **(directed or {})}


@dataclasses.dataclass(frozen=True)
class Kind:
    """A type of robot: its operating states, what changes them, and ways only it has."""

    name: str
    ops: tuple[str, ...]
    actions: tuple[Action, ...] = ()
    ways: Mapping[Way, float] = dataclasses.field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        """Every action joins two of its operating states."""
        for action in self.actions:
            for op in (action.source, action.target):
                if op not in self.ops:
                    have = ", ".join(self.ops)
                    raise ValueError(
                        f"{self.name}: {action.name}: {op!r} is no operating state; it has {have}"
                    )


@dataclasses.dataclass(frozen=True)
class Chart:
    """A map as one kind of robot sees it after all changes."""

    map: Map
    kind: Kind

    @classmethod
    def of(cls, map_: Map, kind: Kind) -> Chart:
        """Before any change."""
        return cls(dataclasses.replace(map_, ways={**map_.ways, **kind.ways}), kind)

    def label(self, region: str, op: str) -> frozenset[str]:
        """Everything that is true of a robot there in that operating state."""
        facts = self.map.facts
        none: frozenset[str] = frozenset()
        here = frozenset((region, op)) | facts.get(region, none) | facts.get(op, none)
        return here | self.map.everywhere
