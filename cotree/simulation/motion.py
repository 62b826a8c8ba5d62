"""How long actions take, and where a driving base is meanwhile."""

from __future__ import annotations

import msgspec

from cotree.core.actions import Action, Call, Carry, Drive, Grasp, Pause, Perform, Release
from cotree.core.mission import RobotModel
from cotree.core.places import Point, distance_m
from cotree.core.stopping import Stop

BRAKING_S = 0.5
"""From an order to interrupt or cancel until a base stands, or an arm has stopped."""


def nominal_s(action: Action, model: RobotModel, here: Point) -> float:
    """How long an action takes without noise, from where the base stands.

    Of a carry that is an estimate, as if arm and object were there; its ``Sweep`` knows better.
    """
    match action:
        case Drive(to=to):
            return model.drive_overhead_s + distance_m(here, to) / model.speed_m_s
        case Grasp() | Release():
            return model.handling_s
        case Carry(at=at):
            return model.handling_s + distance_m(here, at) / model.arm_speed_m_s
        case Pause() | Perform() | Call():
            return action.duration_s


def stopping_s(how: Stop) -> float:
    """How long it takes to stop; a kill acts at once."""
    return 0.0 if how is Stop.KILL else BRAKING_S


class Trip(msgspec.Struct, frozen=True):
    """One drive: the overhead first, then straight on at constant speed."""

    start: Point
    to: Point
    from_s: float
    leaves_s: float
    """When the overhead is over and the wheels turn."""
    arrives_s: float

    def at(self, now_s: float) -> Point:
        """Where the base is at this time."""
        if now_s >= self.arrives_s:
            return self.to
        if now_s <= self.leaves_s:
            return self.start
        part = (now_s - self.leaves_s) / (self.arrives_s - self.leaves_s)
        x, y, z = (a + part * (b - a) for a, b in zip(self.start, self.to, strict=True))
        return (x, y, z)


def trip(start: Point, to: Point, now_s: float, model: RobotModel, stretch: float) -> Trip:
    """The drive that begins now; noise stretches all of it."""
    leaves_s = now_s + stretch * model.drive_overhead_s
    return Trip(
        start, to, now_s, leaves_s, leaves_s + stretch * distance_m(start, to) / model.speed_m_s
    )
