"""How ways, places and facts are otherwise than the mission's file says, as one robot knows it."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.disturbances import AREAS, CLOSED, COST, around, ends_of
from cotree.core.errands import Spot
from cotree.core.mission import Mission, World

Value = str | float | bool | None


class Surroundings:
    """What is known of ways that opened, closed places, areas, and facts of the sentence."""

    def __init__(self, mission: Mission) -> None:
        self._world = mission.world
        self._facts = () if mission.sentence is None else mission.sentence.facts
        self._written = _holding(self._facts, mission.world.facts)
        self.costs: tuple[tuple[str, str, str, float], ...] = ()
        self.closed: tuple[tuple[str, str], ...] = ()
        self.areas: tuple[tuple[str, tuple[str, ...]], ...] = ()
        self.holding: frozenset[str] | None = None

    @property
    def may_change(self) -> bool:
        """Whether what cannot be planned now may be possible once a fact is another."""
        return bool(self._facts)

    def tells(self, fact: str) -> bool:
        """Whether a fact is about anything of that."""
        about = around(fact)
        return fact in self._facts or (about is not None and about[0] in (COST, CLOSED, AREAS))

    def known(self) -> tuple[object, ...]:
        """All of it; what is equal means the same to a plan."""
        return self.costs, self.closed, self.areas, self.holding

    def look(self, facts: Mapping[str, Value]) -> None:
        """Take notice of the facts as they are now."""
        costs, closed, areas = {}, [], {}
        for name, value in sorted(facts.items()):
            about = around(name)
            if about is None:
                continue
            kind, robot, what = about
            ends = ends_of(what, self._world.places) if kind == COST else None
            if ends is not None and _is_cost(value):
                costs[(robot, *ends)] = float(value or 0.0)
            elif kind == CLOSED and value is True and what in self._world.places:
                closed.append((robot, what))
            elif kind == AREAS and isinstance(value, str) and what in self._world.places:
                areas[what] = _named(value, self._world)
        self.costs = tuple((*way, cost) for way, cost in costs.items())
        self.closed, self.areas = tuple(closed), tuple(areas.items())
        holding = _holding(self._facts, facts)
        self.holding = None if holding == self._written else holding

    def true_at(self, spot: Spot) -> tuple[str, ...] | None:
        """What else is true there now; None: what the mission's file says."""
        written = {area for area, places in self._world.areas.items() if spot[0] in places}
        now = dict(self.areas).get(spot[0], tuple(written))
        holding = self._written if self.holding is None else self.holding
        true = {*now, *holding}
        return None if true == {*written, *self._written} else tuple(sorted(true))


def _holding(names: tuple[str, ...], facts: Mapping[str, Value]) -> frozenset[str]:
    return frozenset(name for name in names if facts.get(name) is True)


def _is_cost(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0.0


def _named(value: str, world: World) -> tuple[str, ...]:
    """The areas in a text; what is none of the world's is passed over."""
    names = (name.strip() for name in value.split(","))
    return tuple(sorted({name for name in names if name in world.areas}))
