"""What robots have tried in vain, and do not count on any more unless nothing else is left."""

from __future__ import annotations

import msgspec

from cotree.core.errands import AWAIT, Leg

MOST = 3
"""So often a robot tries once more what went wrong before, when there is no other way."""


class _Vain(msgspec.Struct, frozen=True):
    ways: tuple[tuple[str, str], ...] = ()
    operations: tuple[str, ...] = ()


_decoder = msgspec.json.Decoder(_Vain)


def unable_of(robot: str) -> str:
    """The fact in which a robot tells what it has tried in vain."""
    return f"{robot}/unable"


class Tried:
    """By robot: ways and operations on which it has given up."""

    def __init__(self, robot: str) -> None:
        self._robot = robot
        self._vain: dict[str, _Vain] = {}
        self._forgiven = 0

    def add(self, leg: Leg) -> str:
        """This robot has tried a leg in vain; what it tells of that."""
        vain = self._vain.get(self._robot, _Vain())
        way = leg.source[0], leg.target[0]
        if leg.action == "move" and way not in vain.ways:
            vain = _Vain((*vain.ways, way), vain.operations)
        elif leg.action not in ("move", "stay", AWAIT, *vain.operations):
            vain = _Vain(vain.ways, (*vain.operations, leg.action))
        return self._now(vain)

    def hear(self, robot: str, told: object) -> None:
        """Another robot says what it has tried in vain; what is none of that is passed over."""
        try:
            self._vain[robot] = _decoder.decode(told) if isinstance(told, str) else _Vain()
        except msgspec.MsgspecError:
            return

    def forgive(self) -> str | None:
        """Nothing else is left: try it all once more; None when that was done too often."""
        if not any(vain.ways or vain.operations for vain in self._vain.values()):
            return None
        if self._forgiven == MOST:
            return None
        self._forgiven += 1
        self._vain.clear()
        return self._now(_Vain())

    @property
    def ways(self) -> tuple[tuple[str, str, str], ...]:
        """Robot, from, to."""
        return tuple((robot, *way) for robot, vain in self._vain.items() for way in vain.ways)

    @property
    def operations(self) -> tuple[tuple[str, str], ...]:
        """Robot, operation."""
        return tuple(
            (robot, each) for robot, vain in self._vain.items() for each in vain.operations
        )

    def _now(self, vain: _Vain) -> str:
        self._vain[self._robot] = vain
        return msgspec.json.encode(vain).decode()
