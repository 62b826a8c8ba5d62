"""Deciding anew for one robot: what lost its meaning stops, and everything is considered again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec
from py_trees.behaviour import Behaviour

from cotree.behaviours.desk import Desk
from cotree.core.changes import NodeState
from cotree.core.paths import is_in
from cotree.core.stopping import Stop
from cotree.trees.part import Part
from cotree.trees.pool import Pool
from cotree.trees.preference import Preference
from cotree.trees.reactions.setbacks import Setbacks
from cotree.trees.registry import Registry
from cotree.trees.rights import Rights
from cotree.trees.then import Then
from cotree.trees.unit import Unit


class Host(Protocol):
    """The part of the engine that is decided anew."""

    desk: Desk
    parts: dict[Behaviour, Part]
    pool: Pool
    preference: Preference
    registry: Registry
    rights: Rights | None


class Anew:
    """What ``reallocate me`` does to a task tree."""

    def __init__(self, engine: Host, setbacks: Setbacks) -> None:
        self._engine = engine
        self._setbacks = setbacks
        self._stopping: dict[Part, None] = {}
        """Parts of a robot alone that are being stopped, to be asked again."""

    @property
    def busy(self) -> bool:
        """Whether something is still being stopped."""
        rights = self._engine.rights
        return bool(self._stopping) or (rights is not None and bool(rights.ceasing))

    def begin(self) -> None:
        """Drop the plan, give back what has not begun, stop what makes no sense any more."""
        engine = self._engine
        engine.preference.drop()
        units = [part for part in engine.parts.values() if isinstance(part, Unit)]
        for unit in units:
            if unit.state is NodeState.CLAIMING:
                unit.close()
                unit.open()
        for unit in units:
            if unit.path in self._setbacks.reasons:
                self._setbacks.forgive(unit)
                if unit.piece is not None:
                    unit.piece.cease(Stop.INTERRUPT)
            elif unit.busy() and self._is_barred(unit):
                self._stop(unit)
        lost = {load for _, load in _lost(engine)}
        for unit in units:
            if unit.is_reached() and any(need.takes in lost for need in unit.asker.needs):
                self._owe(unit)
        self._forget_loads()
        engine.pool.reconsider()

    def step(self) -> None:
        """Go on stopping; what stands still is asked again, from what still holds."""
        for part in [part for part in self._stopping if _stands(part)]:
            del self._stopping[part]
            self._forget_loads()
            self._again(part)

    def _owe(self, unit: Unit) -> None:
        """What this unit took is lost: whoever goes on with it does it anew."""
        for above, index in unit.ancestors():
            if above.is_over():
                return
            if isinstance(above, Then):
                if index < above.front:
                    above.owed = index
                    self._stop(above.parts[above.front])
                return

    def _stop(self, part: Part) -> None:
        if part.piece is not None:
            part.piece.cease(Stop.INTERRUPT)
        else:
            self._stopping[part] = None

    def _again(self, part: Part) -> None:
        above = part.above
        if part.is_over() or above is None or above.is_over():
            return
        if above.state is NodeState.INACTIVE or not above.opens(part.index):
            return
        if isinstance(above, Then) and above.step_back():
            return
        if part.state is NodeState.INACTIVE:
            part.open()

    def _is_barred(self, unit: Unit) -> bool:
        ways = {way for path, way in self._engine.desk.ways.items() if is_in(path, unit.path)}
        return bool(ways) and not ways.isdisjoint(self._engine.desk.view().blocked_ways())

    def _forget_loads(self) -> None:
        """Grippers that nobody uses are empty if what they held is seen elsewhere."""
        engine = self._engine
        state = engine.registry.state()
        for name, _ in _lost(engine):
            state[name] = msgspec.structs.replace(state[name], load=None, owners=frozenset())
        engine.registry.store(state, by="reactions")


def _stands(part: Part) -> bool:
    return part.is_over() or part.halt(Stop.INTERRUPT)


def _lost(engine: Host) -> Iterable[tuple[str, str]]:
    """Grippers that do not hold what the resources say, and what that is."""
    objects, robot = engine.desk.belief.objects, engine.desk.robot
    for name, resource in engine.registry.state().items():
        if resource.load is None or resource.users:
            continue
        seen = objects.get(resource.load)
        if seen is not None and seen.held_by != (robot, name):
            yield name, resource.load
