"""Which ways are blocked for whom, as facts say and as one robot has found out itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cotree.core.disturbances import blocked, blocked_way, way
from cotree.core.errands import Leg

Value = str | float | bool | None
Told = tuple[str, str | bool]


class Barriers:
    """Blocked ways as robot (empty: nobody gets through), from, to."""

    def __init__(self, robot: str, robots: Iterable[str], ways: Iterable[tuple[str, str]]) -> None:
        self.known: tuple[tuple[str, str, str], ...] = ()
        self._robot = robot
        self._whose = ("", *robots)
        self._ways = tuple(ways)
        self._because: dict[str, str] = {}
        """Facts by which this robot has told a way to be blocked: because of which other one."""

    def look(self, facts: Mapping[str, Value]) -> list[Told]:
        """A way is blocked, or is not any more; what this robot tells then.

        What only another way kept from this robot is open again with that one.
        """
        told: list[Told] = []
        for fact, name in list(self._because.items()):
            if not any(facts.get(blocked_way(name, who)) is True for who in ("", self._robot)):
                del self._because[fact]
                told.append((fact, False))
        self.known = tuple(
            (robot, one, other)
            for one, other in self._ways
            for robot in self._whose
            if facts.get(blocked(one, other, robot)) is True
        )
        return told

    def add(self, leg: Leg, name: str = "") -> list[Told]:
        """This robot gets no further on a leg, because of the way with this name; what it tells."""
        one, other = leg.source[0], leg.target[0]
        if {(self._robot, one, other), ("", one, other)} & set(self.known):
            return []
        fact = blocked(one, other, self._robot)
        self.known = (*self.known, (self._robot, one, other))
        if name not in ("", way(one, other)):
            self._because[fact] = name
        return [(fact, True)]
