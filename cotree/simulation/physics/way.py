"""The way of one hand through one action: where it is when, and whether it is open."""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.core.frames import backed, raised
from cotree.core.places import Point
from cotree.simulation.physics.cameras import Floats
from cotree.simulation.physics.frames import between

BACK_M = 0.10
LIFT_M = 0.12
CLEAR_M = 0.12
"""So much higher than it was lifted a thing crosses the table."""
OVER_M = 0.28
"""How high a hand crosses the table when it holds nothing."""
SOFT_M = 0.004
"""From so high things are let go."""


@dataclasses.dataclass(frozen=True)
class Waypoint:
    """Be there then; from then on open, or closed."""

    at_s: float
    pose: Floats
    open: bool


@dataclasses.dataclass(frozen=True)
class Way:
    """Waypoints in order; before the first and after the last the hand rests."""

    points: tuple[Waypoint, ...]

    def at(self, now_s: float) -> tuple[Floats, bool]:
        """Where the hand shall be now, and whether it shall be open."""
        last = self.points[0]
        now_s = max(now_s, last.at_s)
        for point in self.points[1:]:
            if point.at_s > now_s:
                part = (now_s - last.at_s) / (point.at_s - last.at_s)
                return between(last.pose, point.pose, part), last.open
            last = point
        return last.pose, last.open


def to_take(
    here: Floats, grasp: Floats, from_s: float, reaches_s: float, grasps_s: float
) -> list[Waypoint]:
    """Over the table to the thing, in along the approach, close, lift."""
    handling_s = grasps_s - reaches_s
    before = backed(grasp, BACK_M)
    high = max(OVER_M, float(before[2, 3]))
    over = _at_height(before, high)
    climbs_s = from_s + 0.2 * (reaches_s - from_s)
    sinks_s = from_s + 0.8 * (reaches_s - from_s)
    return [
        Waypoint(from_s, here, open=True),
        Waypoint(climbs_s, _at_height(here, max(high, float(here[2, 3]))), open=True),
        Waypoint(sinks_s, over, open=True),
        Waypoint(reaches_s, before, open=True),
        Waypoint(reaches_s + 0.4 * handling_s, grasp, open=False),
        Waypoint(reaches_s + 0.6 * handling_s, grasp, open=False),
        Waypoint(grasps_s, raised(grasp, LIFT_M), open=False),
    ]


def to_put(
    here: Floats, thing: Floats, to: Point, from_s: float, arrives_s: float, ends_s: float
) -> list[Waypoint]:
    """Carry a thing, which is there when the hand is here, to a point; lower it, open, go back."""
    handling_s = ends_s - arrives_s
    low = here.copy()
    low[:3, 3] += np.array(to) - thing[:3, 3]
    low[2, 3] += SOFT_M
    high = max(0.0, LIFT_M + CLEAR_M - float(thing[2, 3]))
    goes_s = arrives_s - from_s
    return [
        Waypoint(from_s, here, open=False),
        Waypoint(from_s + 0.2 * goes_s, raised(here, high), open=False),
        Waypoint(arrives_s - 0.2 * goes_s, raised(low, LIFT_M + CLEAR_M), open=False),
        Waypoint(arrives_s, raised(low, LIFT_M), open=False),
        Waypoint(arrives_s + 0.4 * handling_s, low, open=False),
        Waypoint(arrives_s + 0.5 * handling_s, low, open=True),
        Waypoint(arrives_s + 0.65 * handling_s, low, open=True),
        Waypoint(ends_s, backed(low, BACK_M), open=True),
    ]


def _at_height(pose: Floats, z: float) -> Floats:
    there = pose.copy()
    there[2, 3] = z
    return there
