"""How a robot takes a thing, found by trying it out on a copy of that thing before.

It is what a body does when nobody tells it a grasp: a few plain ones, in the robot's manner, of
which the first that holds gently in the ``LiftTest`` is taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

import numpy as np

from cotree.core.frames import backed, hand_pose
from cotree.core.grippers import BAXTER, PR2, Gripper
from cotree.simulation.physics.cameras import Floats
from cotree.simulation.physics.lift import LiftTest
from cotree.simulation.physics.shapes import Thing, top_m

Manner = Literal["sideways", "from above"]
"""PR2 comes from the side, Baxter from above, as in the paper."""
SPARE_M = 0.012
"""How far tips stay above a table."""
ROUGH_M = 0.015
"""A grasp that pushes and drags the thing less than this is a good one."""
ENOUGH = 3
"""After so many good ones no more are tried."""
CLEAR_M = 0.11
"""Nearer than this a hand does not come to the middle of another thing, if it can be helped."""
BEARINGS = 16
"""Into how many directions the world is divided, so that a rehearsal serves again."""


def jaws_of(model: str) -> Gripper:
    """The gripper of a kind of robot."""
    return PR2 if model.startswith("pr2") else BAXTER


def manner_of(model: str) -> Manner:
    """From where a kind of robot takes things."""
    return "sideways" if model.startswith("pr2") else "from above"


class Rehearsals:
    """Remembers which grasps hold; poses are relative to the thing."""

    def __init__(self) -> None:
        self._tests: dict[tuple[int, Gripper], LiftTest] = {}
        self._found: dict[tuple[object, ...], list[Floats]] = {}

    def grasp(
        self,
        thing: Thing,
        jaws: Gripper,
        manner: Manner,
        now: Floats,
        bearing_rad: float,
        others: Floats,
    ) -> Floats:
        """The hand in the world to take a thing that is like this; the robot looks at it so.

        ``others`` (n, 3): what stands around, to which the hand shall not come near.
        """
        bearing = round(bearing_rad * BEARINGS / math.tau) % BEARINGS
        key = (id(thing), jaws, manner, bearing, tuple(np.round(now[:3, :3], 1).ravel()))
        if key not in self._found:
            towards = bearing * math.tau / BEARINGS
            self._found[key] = self._rehearse(thing, jaws, manner, now, towards)
        hands = [now @ relative for relative in self._found[key]]
        return next((hand for hand in hands if _clear_m(hand, others) > CLEAR_M), hands[0])

    def _rehearse(
        self, thing: Thing, jaws: Gripper, manner: Manner, now: Floats, bearing_rad: float
    ) -> list[Floats]:
        """Grasps relative to the thing, the gentlest first."""
        test = self._tests.get((id(thing), jaws))
        if test is None:
            test = self._tests[id(thing), jaws] = LiftTest(thing, jaws)
        test.stand(now)
        stands = test.thing()
        found: list[tuple[float, Floats]] = []
        for hand in candidates(thing, jaws, manner, stands, bearing_rad):
            lift = test.try_(hand)
            rough = lift.pushed_m + lift.slid_m + (0.0 if lift.held else 1.0)
            if lift.held:
                rough += test.put_back(hand)
            found.append((rough, np.linalg.inv(stands) @ hand))
            if sum(each < ROUGH_M for each, _ in found) == ENOUGH:
                break
        found.sort(key=lambda each: each[0])
        return [relative for _, relative in found[:ENOUGH]]


def _clear_m(hand: Floats, others: Floats) -> float:
    """How near other things come to the way of a hand that goes in."""
    if not len(others):
        return math.inf
    way = [backed(hand, back)[:3, 3] for back in (0.0, 0.05, 0.10)]
    return min(float(np.linalg.norm((others - at)[:, :2], axis=1).min()) for at in way)


def candidates(
    thing: Thing, jaws: Gripper, manner: Manner, stands: Floats, bearing_rad: float
) -> Iterator[Floats]:
    """Plain grasps of a thing, those of the robot's manner first."""
    standing = stands[2, 2] > 0.9
    high = top_m(thing) if standing else 0.06
    middle = stands[:3, 3] if standing else stands[:3, 3] * (1, 1, 0)
    ways = {
        "sideways": list(_sideways(middle, high, jaws, bearing_rad)),
        "from above": list(_from_above(middle, high, jaws, bearing_rad)),
    }
    yield from ways[manner]
    yield from ways["from above" if manner == "sideways" else "sideways"]


def _from_above(middle: Floats, high: float, jaws: Gripper, bearing_rad: float) -> Iterator[Floats]:
    down = np.array((0.0, 0.0, -1.0))
    for deep in (0.8, 0.5):
        z = max(SPARE_M, high - deep * jaws.depth_m)
        for number in range(6):
            turn = bearing_rad + math.pi / 2 + number * math.pi / 6
            across = np.array((math.cos(turn), math.sin(turn), 0.0))
            yield hand_pose(np.array((middle[0], middle[1], z)), down, across)


def _sideways(middle: Floats, high: float, jaws: Gripper, bearing_rad: float) -> Iterator[Floats]:
    z = max(jaws.palm_m / 2 + 0.006, min(high - jaws.height_m / 2, 0.6 * high))
    for off in (0.0, 0.4, -0.4, 0.8, -0.8):
        turn = bearing_rad + off
        ahead = np.array((math.cos(turn), math.sin(turn), 0.0))
        across = np.array((-ahead[1], ahead[0], 0.0))
        at = np.array((middle[0], middle[1], z)) + 0.012 * ahead
        yield hand_pose(at, ahead, across)
