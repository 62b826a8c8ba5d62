"""Where a robot can stand with its arm: it rolls along the table's edge as far as it must.

A table that is set for two robots is wider than one arm reaches, so the robot rolls aside first and
reaches then; which way that is, and how far it may roll, is all that a post adds to an arm.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.manipulation.arm.arm import Arm
from cotree.manipulation.arm.obstacles import Room
from cotree.manipulation.arm.timing import Trajectory, timed
from cotree.manipulation.frames import Array

ROLLS_M = 0.9
"""How far to either side a robot rolls."""
ROLL_M_S, ROLL_M_S2 = 0.25, 0.5
BESIDE_M = (0.2, 0.05, 0.35, -0.1)
"""How far before its own middle, to the side of its arm, a robot likes to have what it works on."""
SAME_M = 0.005


@dataclasses.dataclass(frozen=True, eq=False)
class Post:
    """An arm with the place where its robot stands, and how that robot can roll aside."""

    arm: Arm
    """As it stands when it has not rolled."""
    left: Array
    """(3,), unit: the direction to the robot's left."""
    middle: Array
    """(3,): the middle of the robot."""
    drawn: Array
    """The arm's joints when it is drawn back, so that its robot can roll."""
    hand: float = -1.0
    """-1: this is its right arm; 1: its left one."""
    rolls_m: float = ROLLS_M

    @property
    def joints(self) -> int:
        """How many numbers say where it is: how far it has rolled, and the arm's joints."""
        return 1 + len(self.arm.chain)

    def at(self, roll_m: float, room: Room) -> Arm:
        """The arm after rolling so far to the left, among what stands there."""
        base = self.arm.base.copy()
        base[:3, 3] += roll_m * self.left
        return dataclasses.replace(self.arm, base=base).in_room(room)

    def rolls_for(self, hands: Array) -> list[float]:
        """How far to roll for hands (n, 4, 4) all reached from one place: the best guess first."""
        aside = float(np.mean((hands[:, :3, 3] - self.middle) @ self.left))
        wanted = [aside - self.hand * beside for beside in BESIDE_M]
        inside = [min(max(each, -self.rolls_m), self.rolls_m) for each in wanted]
        return list(dict.fromkeys(round(each, 3) for each in inside))

    def rolled(self, q: Array, to_m: float) -> Trajectory | None:
        """Rolling there, the arm standing still; None: it is there."""
        if abs(q[0] - to_m) < SAME_M:
            return None
        end = np.array((to_m, *q[1:]))
        many = np.ones(len(q))
        found = timed(np.stack((q, end)), ROLL_M_S * many, ROLL_M_S2 * many)
        return found if isinstance(found, Trajectory) else None


def on(roll_m: float, moved: Trajectory) -> Trajectory:
    """An arm's trajectory while its robot stands, rolled so far."""
    rolled = np.full((len(moved.q), 1), roll_m)
    return dataclasses.replace(moved, q=np.concatenate((rolled, moved.q), axis=1))
