"""What a checker may look at: all that a leaf may, and how this robot's own work stands."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.belief import Belief, Key, View
from cotree.core.reasons import Reason
from cotree.core.resources import State

SETBACKS: Key = ("setbacks", "")
"""Read by whoever looks at what went wrong."""
EXPECTED: Key = ("expected", "")
"""Read by whoever looks at what should be so by what was done."""
WAYS: Key = ("taken", "")
"""Read by whoever looks at the ways that the robot takes."""


class Look(View):
    """Belief, resources and setbacks as one checker asks for them; what it reads is noted."""

    __slots__ = ("_counted", "_expected", "_setbacks", "_ways", "again_s")

    def __init__(
        self,
        belief: Belief,
        robot: str,
        resources: State,
        setbacks: Mapping[str, Reason],
        expected: Mapping[str, str | float | bool],
        ways: Mapping[str, str],
        same_place_m: float,
        counted: Mapping[str, str | float | bool | None] | None = None,
    ) -> None:
        super().__init__(belief, robot, resources, same_place_m=same_place_m)
        self._setbacks = setbacks
        self._expected = expected
        self._ways = ways
        self._counted = counted
        self.again_s: float | None = None
        """When the answer may be another one although nothing changes."""

    @property
    def now_s(self) -> float:
        """The time of this tick; who reads it says with ``again_s`` when it matters again."""
        return self.belief.now_s

    @property
    def setbacks(self) -> Mapping[str, Reason]:
        """By path: why work of this robot stopped that it still has to do."""
        self.read.add(SETBACKS)
        return self._setbacks

    @property
    def ways(self) -> list[str]:
        """The ways that this robot drives, or will (``Desk.takes``): c3-p3."""
        self.read.add(WAYS)
        return list(self._ways.values())

    @property
    def counted(self) -> Mapping[str, str | float | bool | None] | None:
        """What the plan counts on (``Desk.counts``): facts of ways and places, and others."""
        self.read.add(WAYS)
        return self._counted

    @property
    def expected(self) -> Mapping[str, str | float | bool]:
        """By the name of a fact: what it must be by what this robot did (``Desk.expect``)."""
        self.read.add(EXPECTED)
        return self._expected
