"""What can change about the world while a mission runs, for one robot or for all."""

from __future__ import annotations

import dataclasses
from typing import TypeAlias

from cotree.reallocation.ltl.world.chart import Chart, Map


@dataclasses.dataclass(frozen=True)
class Block:
    """A way can no longer be used, in this direction."""

    source: str
    target: str

    def apply(self, chart: Chart) -> Chart:
        """Without the way."""
        gone = (self.source, self.target)
        return _with_ways(chart, {w: c for w, c in chart.map.ways.items() if w != gone})

    def __str__(self) -> str:
        return f"{self.source} -> {self.target} is blocked"


@dataclasses.dataclass(frozen=True)
class Close:
    """Nobody gets into a region any more; who stands inside may leave."""

    region: str

    def apply(self, chart: Chart) -> Chart:
        """Without the ways into it."""
        ways = chart.map.ways.items()
        return _with_ways(chart, {way: cost for way, cost in ways if way[1] != self.region})

    def __str__(self) -> str:
        return f"{self.region} is closed"


@dataclasses.dataclass(frozen=True)
class Open:
    """A new way, or a new cost of an old one, in this direction."""

    source: str
    target: str
    cost: float

    def apply(self, chart: Chart) -> Chart:
        """With the way."""
        return _with_ways(chart, {**chart.map.ways, (self.source, self.target): self.cost})

    def __str__(self) -> str:
        return f"{self.source} -> {self.target} costs {self.cost:g}"


@dataclasses.dataclass(frozen=True)
class Relabel:
    """Other facts hold in a region (or an operating state) from now on."""

    name: str
    facts: frozenset[str]

    def apply(self, chart: Chart) -> Chart:
        """With these facts and no others."""
        facts = {**chart.map.facts, self.name: self.facts}
        return dataclasses.replace(chart, map=dataclasses.replace(chart.map, facts=facts))

    def __str__(self) -> str:
        return f"{self.name} is now {', '.join(sorted(self.facts)) or 'nothing else'}"


@dataclasses.dataclass(frozen=True)
class Hold:
    """These facts of the world hold from now on, wherever a robot is, and no others do."""

    facts: frozenset[str]

    def apply(self, chart: Chart) -> Chart:
        """With these facts everywhere."""
        return dataclasses.replace(chart, map=dataclasses.replace(chart.map, everywhere=self.facts))

    def __str__(self) -> str:
        return f"{', '.join(sorted(self.facts)) or 'no fact'} holds"


@dataclasses.dataclass(frozen=True)
class Disable:
    """An action can no longer be done."""

    action: str

    def apply(self, chart: Chart) -> Chart:
        """Without the action."""
        left = tuple(action for action in chart.kind.actions if action.name != self.action)
        return dataclasses.replace(chart, kind=dataclasses.replace(chart.kind, actions=left))

    def __str__(self) -> str:
        return f"{self.action} is out of order"


Change: TypeAlias = Block | Close | Open | Relabel | Hold | Disable


def _with_ways(chart: Chart, ways: dict[tuple[str, str], float]) -> Chart:
    map_: Map = dataclasses.replace(chart.map, ways=ways)
    return dataclasses.replace(chart, map=map_)
