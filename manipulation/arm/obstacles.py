"""What an arm must not touch: boxes that stand anywhere, and balls (or the points of a cloud)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from cotree.manipulation.frames import Array, inverse

LARGE_M = 0.5
"""What is larger is no thing, but a table or a wall."""
FREE_M = 10.0
"""The distance in an empty room."""


@dataclasses.dataclass(frozen=True, eq=False)
class Box:
    """A box with a pose; its origin is its middle."""

    pose: Array
    size: tuple[float, float, float]


def box(at: Sequence[float], size: tuple[float, float, float]) -> Box:
    """A box that stands straight."""
    matrix = np.eye(4)
    matrix[:3, 3] = at
    return Box(matrix, size)


@dataclasses.dataclass(frozen=True, eq=False)
class Room:
    """All obstacles, in the frame of the arm's base."""

    boxes: tuple[Box, ...] = ()
    balls: Array = dataclasses.field(default_factory=lambda: np.zeros((0, 4)))
    """(n, 4): x, y, z and radius."""

    def without(self, at: Sequence[float], near_m: float) -> Room:
        """The same room without the boxes whose middle stands so near to a point of the table."""
        kept = (
            each
            for each in self.boxes
            if float(np.hypot(*(each.pose[:2, 3] - np.array(at[:2])))) >= near_m
            or max(each.size) > LARGE_M
        )
        return Room(tuple(kept), self.balls)

    def seen_from(self, base: Array) -> Room:
        """The room of the world, seen from a base that stands there (4, 4)."""
        back = inverse(base)
        at = self.balls[:, :3] @ back[:3, :3].T + back[:3, 3]
        balls = np.concatenate((at, self.balls[:, 3:]), axis=1)
        return Room(tuple(Box(back @ each.pose, each.size) for each in self.boxes), balls)

    def distance(self, points: Array) -> Array:
        """How far each point is from the nearest obstacle; negative inside."""
        nearest = np.full(len(points), FREE_M)
        for each in self.boxes:
            nearest = np.minimum(nearest, _to_box(points, each))
        if len(self.balls):
            nearest = np.minimum(nearest, _to_balls(points, self.balls))
        return nearest


def _to_box(points: Array, each: Box) -> Array:
    local = (points - each.pose[:3, 3]) @ each.pose[:3, :3]
    out = np.abs(local) - np.array(each.size) / 2.0
    beside = np.sqrt((np.maximum(out, 0.0) ** 2).sum(axis=1))
    return np.asarray(beside + np.minimum(out.max(axis=1), 0.0))


def _to_balls(points: Array, balls: Array) -> Array:
    apart = (points**2).sum(axis=1)[:, None] + (balls[:, :3] ** 2).sum(axis=1)
    apart = apart - 2.0 * points @ balls[:, :3].T
    return np.asarray((np.sqrt(np.maximum(apart, 0.0)) - balls[:, 3]).min(axis=1))
