"""The judge of grasps: a free gripper tries one; does it lift the object and keep it?

It goes in along its approach, closes, lifts 10 cm and holds for 2 s.  Nothing but contact and
friction says how that ends.
"""

from __future__ import annotations

import dataclasses
from typing import Literal

import numpy as np

from cotree.core.frames import backed, raised
from cotree.core.grippers import Gripper
from cotree.simulation.physics.cameras import Camera, Floats
from cotree.simulation.physics.frames import between, quat_of
from cotree.simulation.physics.gripper import FlyingGripper, gripper_xml
from cotree.simulation.physics.scene import Scene
from cotree.simulation.physics.shapes import Thing
from cotree.simulation.physics.sim import Sim

LIFT_M = 0.10
HOLD_S = 2.0
BACK_M = 0.12
"""How far back the hand begins."""
GOES_IN_S, CLOSES_S, LIFTS_S = 0.6, 0.4, 0.8
KEPT = 0.8
"""The share of the lift that the object must have made."""
PUT_M = 0.004
"""From so high it is let go again."""
HAND, THING = "hand", "thing"

BLOCKED_M = 0.008
"""A hand that is so far from where it should close was stopped by something."""
FORCED_M = 0.001
"""Fingers that are so much too far apart were forced over something."""

How = Literal["held", "missed", "slipped", "blocked"]


@dataclasses.dataclass(frozen=True)
class Lift:
    """How one try went."""

    how: How
    """missed: it never left the table; slipped: it did, and is no longer up; blocked: the hand did
    not get there, or its fingers were forced over the thing."""
    raised_m: float
    """How much higher the object is at the end."""
    slid_m: float
    """How far it moved in the hand between closing and the end."""
    pushed_m: float
    """How far the hand had moved it before it closed."""

    @property
    def held(self) -> bool:
        """Whether the grasp was good."""
        return self.how == "held"


class LiftTest:
    """Tries grasps on one thing on a table with one gripper; each begins in the same world."""

    def __init__(self, thing: Thing, jaws: Gripper, cameras: tuple[Camera, ...] = ()) -> None:
        self.sim = Sim(
            Scene({THING: (thing, (0.0, 0.0, 0.001))}, cameras=cameras),
            *gripper_xml(HAND, jaws, at=(0.0, 0.0, 1.0)),
        )
        self.gripper = FlyingGripper(self.sim, HAND, jaws)
        self._empty = self.sim.keep()
        self.stand(np.eye(4))

    def stand(self, like: Floats) -> None:
        """Put the thing on the table turned like this pose, and let it come to rest.

        Every try begins like this; where the pose is does not count, only how it is turned.
        """
        self.sim.back(self._empty)
        up_m = max(0.0, float(like[2, 3])) + 0.001
        self.sim.place(THING, (0.0, 0.0, up_m), tuple(quat_of(like[:3, :3])))
        away = np.eye(4)
        away[2, 3] = 1.0
        self.gripper.jump(away)
        self.sim.settle(0.4)
        self._kept = self.sim.keep()
        self._kept_pose = self.thing()

    def thing(self) -> Floats:
        """The pose of the thing now."""
        return self.sim.pose(THING)

    def try_(self, hand: Floats) -> Lift:
        """One grasp: ``hand`` is its pose in the world when it closes."""
        sim, gripper = self.sim, self.gripper
        sim.back(self._kept)
        start = sim.pose(THING)
        gripper.jump(backed(hand, BACK_M))
        self._move(backed(hand, BACK_M), hand, GOES_IN_S)
        pushed = float(np.linalg.norm(sim.pose(THING)[:3, 3] - start[:3, 3]))
        if self._blocked(hand):
            return Lift("blocked", 0.0, 0.0, pushed)
        gripper.close()
        sim.advance(sim.now_s + CLOSES_S)
        inside = self._inside()
        self._move(hand, raised(hand, LIFT_M), LIFTS_S)
        highest = sim.at(THING)[2] - start[2, 3]
        sim.advance(sim.now_s + HOLD_S)
        up = float(sim.at(THING)[2] - start[2, 3])
        slid = float(np.linalg.norm(self._inside() - inside))
        return Lift(_how(max(highest, up), up), up, slid, pushed)

    def put_back(self, hand: Floats) -> float:
        """After a try that held: put the thing down again; how far from where it stood it is."""
        stood = self._kept_pose
        self._move(raised(hand, LIFT_M), raised(hand, PUT_M), LIFTS_S)
        self.gripper.open()
        self.sim.advance(self.sim.now_s + CLOSES_S)
        self._move(raised(hand, PUT_M), backed(raised(hand, PUT_M), BACK_M), GOES_IN_S)
        self.sim.advance(self.sim.now_s + CLOSES_S)
        return float(np.linalg.norm(self.thing()[:3, 3] - stood[:3, 3]))

    def _blocked(self, hand: Floats) -> bool:
        away_m = float(np.linalg.norm(self.gripper.pose()[:3, 3] - hand[:3, 3]))
        forced_m = self.gripper.apart_m() - self.gripper.jaws.aperture_m
        return away_m > BLOCKED_M or forced_m > FORCED_M

    def _inside(self) -> Floats:
        """Where the thing is, as the hand sees it."""
        hand = self.gripper.pose()
        seen: Floats = hand[:3, :3].T @ (self.sim.pose(THING)[:3, 3] - hand[:3, 3])
        return seen

    def _move(self, start: Floats, end: Floats, lasts_s: float) -> None:
        begun_s = self.sim.now_s
        self.sim.advance(
            begun_s + lasts_s,
            lambda now_s: self.gripper.lead(between(start, end, (now_s - begun_s) / lasts_s)),
        )


def _how(highest_m: float, up_m: float) -> How:
    if up_m >= KEPT * LIFT_M:
        return "held"
    return "slipped" if highest_m >= LIFT_M / 4 else "missed"
