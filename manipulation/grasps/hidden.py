"""The side that the camera cannot see: most things on a table look alike when turned half round.

Each seen point is turned by half a circle about a vertical axis and kept where the object hides
it.  Where the axis stands is what has to be found: sideways it is the middle of what is seen; in
depth it is where the turned points contradict the image least.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.core.frames import unit
from cotree.manipulation.frames import Array, Mask
from cotree.manipulation.grasps.surface import Surface

TRIES = 20
"""How many depths of the axis are tried."""
CELL_VOXELS = 1.6
SAME_VOXELS = 1.6
"""Two points nearer than this are the same place."""
TURN = np.array((-1.0, -1.0, 1.0))


@dataclasses.dataclass(frozen=True)
class Whole:
    """An object with its completed side."""

    surface: Surface
    middle: Array
    """Its middle, as far as known."""


def complete(seen: Surface, eye: Array, voxel_m: float) -> Whole:
    """The surface with its hidden side."""
    image = _Image(seen.points, eye, voxel_m)
    low, high = np.quantile(seen.points, (0.01, 0.99), axis=0)
    lateral = (low[1] + high[1]) / 2.0
    ranked = [
        (_agreement(seen, image, eye, (x, lateral), voxel_m), -abs(x - _guess(low, high)), x)
        for x in np.linspace((low[0] + high[0]) / 2.0, _guess(low, high) + 0.02, TRIES)
    ]
    axis = (max(ranked)[2], lateral)
    turned = _turned(seen, axis)
    behind, _, _ = image.judge(turned.points)
    kept = Surface(turned.points[behind], turned.normals[behind], turned.seen[behind])
    return Whole(seen.joined(kept), np.array((*axis, (low[2] + high[2]) / 2.0)))


def _guess(low: Array, high: Array) -> float:
    """Without other evidence a thing is as deep as it is wide."""
    return float(low[0] + max(high[0] - low[0], high[1] - low[1]) / 2.0)


def _turned(seen: Surface, axis: tuple[float, float]) -> Surface:
    """Half a turn about the vertical axis that stands there."""
    shift = np.array((2.0 * axis[0], 2.0 * axis[1], 0.0))
    return Surface(shift + seen.points * TURN, seen.normals * TURN, np.zeros_like(seen.seen))


def _agreement(
    seen: Surface, image: _Image, eye: Array, axis: tuple[float, float], voxel_m: float
) -> float:
    """How well what was turned fits what is seen; a point in free space is a contradiction."""
    turned = _turned(seen, axis)
    behind, same, free = image.judge(turned.points)
    off = image.off(turned.points)
    facing = np.einsum("ni,ni->n", turned.normals, unit(eye - turned.points))
    shows, hides = facing > 0.2, facing < -0.2
    value = (same * (1.0 - off))[shows].sum() - 0.5 * behind[shows].sum() - 0.5 * same[hides].sum()
    return float(round((value - 2.0 * free.sum()) / len(turned.points), 3))


class _Image:
    """The nearest depth in each direction from the camera."""

    def __init__(self, points: Array, eye: Array, voxel_m: float) -> None:
        self._eye, self._same_m = eye, SAME_VOXELS * voxel_m
        forward = unit(points.mean(axis=0) - eye)
        side = np.cross(forward, (0.0, 0.0, 1.0))
        self._side = unit(side) if np.linalg.norm(side) > 1e-6 else np.array((0.0, 1.0, 0.0))
        self._axes = np.stack((self._side, np.cross(self._side, forward), forward), axis=1)
        self._range_m = float(np.linalg.norm(points.mean(axis=0) - eye))
        self._cell_m = CELL_VOXELS * voxel_m
        cells, depth = self._cells(points)
        self._low = cells.min(axis=0) - 1
        size = cells.max(axis=0) - self._low + 2
        self._depth = np.full(tuple(size), np.inf)
        np.minimum.at(self._depth, tuple((cells - self._low).T), depth)
        self._close()

    def _cells(self, points: Array) -> tuple[Array, Array]:
        local = (points - self._eye) @ self._axes
        flat = local[:, :2] / np.maximum(local[:, 2:], 1e-6) * self._range_m / self._cell_m
        return np.floor(flat).astype(np.int64), np.linalg.norm(local, axis=1)

    def _close(self) -> None:
        """Holes between points get the mean of their neighbours."""
        known = np.isfinite(self._depth)
        padded = np.pad(np.where(known, self._depth, 0.0), 1)
        there = np.pad(known.astype(float), 1)
        rows, columns = self._depth.shape
        shifts = [(i, j) for i in range(3) for j in range(3)]
        total, count = (
            np.sum([of[i : i + rows, j : j + columns] for i, j in shifts], axis=0)
            for of in (padded, there)
        )
        hole = ~known & (count >= 4)
        self._depth[hole] = total[hole] / count[hole]

    def off(self, points: Array) -> Array:
        """How far each point is from what is seen in its direction: 0 on it, 1 not on it."""
        return np.asarray(np.minimum(np.abs(self._gap(points)) / self._same_m, 1.0))

    def judge(self, points: Array) -> tuple[Mask, Mask, Mask]:
        """Which points are behind what is seen, which are on it, which are in free space."""
        gap = self._gap(points)
        behind, same = gap > self._same_m, np.abs(gap) <= self._same_m
        return behind, same, ~(behind | same)

    def _gap(self, points: Array) -> Array:
        """How far each point is behind what is seen in its direction; minus infinity beside it."""
        cells, depth = self._cells(points)
        where = cells - self._low
        inside = ((where >= 0) & (where < np.array(self._depth.shape))).all(axis=1)
        where = np.where(inside[:, None], where, 0)
        return depth - np.where(inside, self._depth[tuple(where.T)], np.inf)
