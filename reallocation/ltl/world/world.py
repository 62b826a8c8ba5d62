"""The world of a team: one map, kinds of robots, and what has changed so far."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from cotree.reallocation.ltl.world.changes import Change
from cotree.reallocation.ltl.world.chart import Chart, Kind, Map
from cotree.reallocation.ltl.world.system import System, build

Changes = tuple[Change, ...]
MOST_SYSTEMS = 1024
"""Built systems that are remembered; the oldest goes first."""


@dataclasses.dataclass(frozen=True)
class World:
    """An immutable world; systems are built once and shared by all copies."""

    map: Map
    kinds: tuple[Kind, ...]
    changes: tuple[tuple[str | None, Change], ...] = ()
    """In order; each with the robot that it concerns, None for all."""
    _systems: dict[tuple[str, Changes], System] = dataclasses.field(
        default_factory=dict, compare=False, repr=False
    )
    _mine: dict[tuple[str, str], System] = dataclasses.field(
        default_factory=dict, compare=False, repr=False, init=False
    )

    def changed(self, changes: Iterable[Change], robot: str | None = None) -> World:
        """The world after these changes, for one robot or for all."""
        more = tuple((robot, change) for change in changes)
        world = dataclasses.replace(self, changes=self.changes + more)
        if robot is not None:
            same = {key: one for key, one in self._mine.items() if key[1] != robot}
            world._mine.update(same)
        return world

    def of(self, robot: str) -> Changes:
        """What has changed for a robot."""
        return tuple(change for whom, change in self.changes if whom in (None, robot))

    def kind(self, name: str) -> Kind:
        """The kind with this name."""
        for kind in self.kinds:
            if kind.name == name:
                return kind
        known = ", ".join(kind.name for kind in self.kinds)
        raise ValueError(f"there is no kind of robot {name!r}; there are {known}")

    def system(self, kind: str, robot: str = "") -> System:
        """What a robot of this kind can do now; without a robot: what all of the kind can do."""
        found = self._mine.get((kind, robot))
        if found is None:
            found = self._mine[kind, robot] = self.system_after(kind, self.of(robot))
        return found

    def system_after(self, kind: str, changes: Changes) -> System:
        """What a robot of this kind can do after these changes and no others."""
        key = (kind, changes)
        found = self._systems.get(key)
        if found is None:
            chart = Chart.of(self.map, self.kind(kind))
            for change in changes:
                chart = change.apply(chart)
            if len(self._systems) >= MOST_SYSTEMS:
                del self._systems[next(iter(self._systems))]
            found = self._systems[key] = build(chart)
        return found
