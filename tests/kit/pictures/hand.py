"""A human hand of round cones that melt into each other, posed by one number: how bent it is.

The hand's own frame: x to the thumb's side, y along the fingers, z out of the back.  The sizes are
an adult's; mediapipe takes its pictures for hands.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cotree.perception.camera import Array

KNUCKLES = {
    "index": (0.028, 0.092),
    "middle": (0.006, 0.095),
    "ring": (-0.016, 0.090),
    "little": (-0.036, 0.080),
}
BONES = {
    "index": (0.042, 0.026, 0.022),
    "middle": (0.047, 0.029, 0.023),
    "ring": (0.043, 0.027, 0.022),
    "little": (0.034, 0.020, 0.019),
}
RADII = {
    "index": (0.0115, 0.0095, 0.0085, 0.0072),
    "middle": (0.0115, 0.0098, 0.0087, 0.0074),
    "ring": (0.0110, 0.0092, 0.0082, 0.0070),
    "little": (0.0098, 0.0082, 0.0073, 0.0062),
}
SPREAD = {"index": 0.13, "middle": 0.02, "ring": -0.10, "little": -0.24}
THUMB = (
    (0.022, 0.022, -0.004),
    (0.050, 0.048, -0.012),
    (0.068, 0.076, -0.014),
    (0.078, 0.102, -0.016),
)
THUMB_RADII = (0.016, 0.0125, 0.0105, 0.009)
PALM = np.array([(0.0, 0.0, 0.0), *((x, y, 0.0) for x, y in KNUCKLES.values())]).mean(axis=0)
"""The mean of the wrist and the four knuckles, which is what ``palm_of`` looks for."""
MELT_M = 0.006


@dataclass(frozen=True, eq=False)
class Cones:
    """Round cones: ends, and the radius at each."""

    a: Array
    b: Array
    ra: Array
    rb: Array

    def placed(self, turn: Array, at: Array) -> Cones:
        """The same cones, turned and moved."""
        return Cones(self.a @ turn.T + at, self.b @ turn.T + at, self.ra, self.rb)

    def distance(self, points: Array) -> Array:
        """From each point to the melted surface; negative inside."""
        total = np.zeros(len(points))
        for a, b, ra, rb in zip(self.a, self.b, self.ra, self.rb, strict=True):
            along = b - a
            share = np.clip((points - a) @ along / (along @ along), 0.0, 1.0)
            off = points - a - share[:, None] * along
            gap = np.sqrt(np.einsum("ij,ij->i", off, off)) - (ra + (rb - ra) * share)
            total += np.exp(np.clip(gap / -MELT_M, -20.0, 20.0))
        melted: Array = -MELT_M * np.log(total)
        return melted


def hand(bent: float = 0.1) -> Cones:
    """A hand with its forearm; 0 is flat, 0.5 about to grasp."""
    cones: list[tuple[Array, Array, float, float]] = []
    for name, (x, y) in KNUCKLES.items():
        joints = _finger(name, bent)
        radii = RADII[name]
        cones += [(joints[i], joints[i + 1], radii[i], radii[i + 1]) for i in range(3)]
        cones.append((np.array([x * 0.55, 0.012, 0.0]), np.array([x, y, 0.0]), 0.017, 0.0125))
    thumb = [np.array(point) for point in THUMB]
    cones += [(thumb[i], thumb[i + 1], THUMB_RADII[i], THUMB_RADII[i + 1]) for i in range(3)]
    cones.append((np.array([0.012, 0.006, 0.0]), thumb[0], 0.018, 0.016))
    cones.append((np.array([0.004, -0.25, 0.0]), np.array([0.002, -0.01, 0.0]), 0.036, 0.026))
    a, b, ra, rb = zip(*cones, strict=True)
    return Cones(np.array(a), np.array(b), np.array(ra), np.array(rb))


def _finger(name: str, bent: float) -> list[Array]:
    x, y = KNUCKLES[name]
    joints, angle = [np.array([x, y, 0.0])], 0.0
    side = SPREAD[name]
    for i, length in enumerate(BONES[name]):
        angle += bent * (0.9 if i == 0 else 1.1)
        flat = np.cos(angle)
        way = np.array([np.sin(side) * flat, np.cos(side) * flat, -np.sin(angle)])
        joints.append(joints[-1] + length * way)
    return joints
