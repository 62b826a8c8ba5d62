"""One arm that brings an object to its goal: where the gripper is meanwhile, and for how long."""

from __future__ import annotations

import msgspec

from cotree.core.mission import RobotModel
from cotree.core.places import Point, distance_m


class Sweep(msgspec.Struct, frozen=True):
    """Reach for the object, grasp it, bring it to the goal, put it down.

    Grasping and putting down take half of the handling each.
    """

    start: Point
    object_at: Point
    to: Point
    from_s: float
    reaches_s: float
    grasps_s: float
    """When the object is in the gripper."""
    arrives_s: float
    ends_s: float

    def at(self, now_s: float) -> Point:
        """Where the gripper is at this time."""
        if now_s <= self.grasps_s:
            return _between(self.start, self.object_at, self.from_s, self.reaches_s, now_s)
        return _between(self.object_at, self.to, self.grasps_s, self.arrives_s, now_s)


def sweep(
    gripper_at: Point,
    object_at: Point | None,
    to: Point,
    now_s: float,
    model: RobotModel,
    stretch: float,
) -> Sweep:
    """The way that begins now; without ``object_at`` the gripper holds the object already."""
    half_s = stretch * model.handling_s / 2
    speed_m_s = model.arm_speed_m_s / stretch
    if object_at is None:
        object_at, reaches_s, grasps_s = gripper_at, now_s, now_s
    else:
        reaches_s = now_s + distance_m(gripper_at, object_at) / speed_m_s
        grasps_s = reaches_s + half_s
    arrives_s = grasps_s + distance_m(object_at, to) / speed_m_s
    return Sweep(
        gripper_at, object_at, to, now_s, reaches_s, grasps_s, arrives_s, arrives_s + half_s
    )


def _between(a: Point, b: Point, from_s: float, to_s: float, now_s: float) -> Point:
    """On the straight way from one point to another, which takes so long."""
    if now_s >= to_s:
        return b
    part = max(0.0, now_s - from_s) / (to_s - from_s)
    x, y, z = (start + part * (end - start) for start, end in zip(a, b, strict=True))
    return (x, y, z)
