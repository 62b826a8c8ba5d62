"""May an arm be there, and may it go straight from here to there?"""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.manipulation.arm.obstacles import Room
from cotree.manipulation.arm.spheres import NOTHING, Held, Spheres
from cotree.manipulation.frames import Array, Mask

STEP_RAD = 0.05
"""Between two checked positions no joint moves further than this."""


@dataclasses.dataclass(frozen=True, eq=False)
class Checker:
    """One arm in one room with what it holds."""

    spheres: Spheres
    room: Room
    held: Held = NOTHING
    margin_m: float = 0.005

    def clear(self, q: Array) -> Mask:
        """Which positions (b, n) keep the margin."""
        gap = self.spheres.clearance(np.atleast_2d(q), self.room, self.held)
        return np.asarray(gap >= self.margin_m)

    def straight(self, start: Array, end: Array) -> bool:
        """Whether everything on the straight line between two positions is clear."""
        return bool(self.clear(between(start, end)).all())


def between(start: Array, end: Array) -> Array:
    """Positions on the straight line, without the start, with the end."""
    count = max(1, int(np.ceil(float(np.abs(end - start).max()) / STEP_RAD)))
    share = np.arange(1, count + 1)[:, None] / count
    return np.asarray(start + share * (end - start))
