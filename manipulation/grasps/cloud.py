"""From the points of a sensor to few, evenly spread ones in a frame that moves with the object."""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.core.frames import unit
from cotree.core.reasons import Reason
from cotree.manipulation.frames import UP, Array, turned

LEAST = 12
"""Fewer points than this say nothing about a shape."""
FARTHEST_M = 1.0
"""An object is not larger than this; what is, is not one object's cloud."""


@dataclasses.dataclass(frozen=True)
class View:
    """One object as one camera saw it, turned so that the camera looks along +x.

    Its origin stands below the object's middle, so that nothing in it depends on where in the
    world the object is.
    """

    points: Array
    """(n, 3), one per voxel."""
    eye: Array
    """Where the camera is."""
    table_z: float
    """How high the table is; minus infinity without one."""
    turn: Array
    """The rotation from here to the world."""
    origin: Array
    """Where the origin is in the world."""
    voxel_m: float

    def to_world(self, points: Array) -> Array:
        """Points of this frame in the world's."""
        return np.asarray(points @ self.turn.T + self.origin)

    def directions(self, vectors: Array) -> Array:
        """Directions of this frame in the world's."""
        return np.asarray(vectors @ self.turn.T)


def look(
    cloud: Array, eye: Array, table_z: float | None, voxel_m: float, most: int
) -> View | Reason:
    """The view of an object, or the one reason why there is none."""
    points = _finite(cloud)
    if isinstance(points, Reason):
        return points
    if eye.shape != (3,) or not np.isfinite(eye).all():
        return Reason("bad_camera", "the camera's place must be three finite numbers")
    if table_z is not None:
        points = points[points[:, 2] > table_z + voxel_m / 2]
    points = _without_strays(points)
    if len(points) < LEAST:
        return _few(len(points), "above the table" if table_z is not None else "left")
    origin = np.array((*points[:, :2].mean(axis=0), points[:, 2].min()))
    turn = _towards(origin, eye)
    # Rounded far below any sensor's noise, so that the order of the points does not matter.
    here = np.round((points - origin) @ turn, 7)
    spread = float(np.ptp(here, axis=0).max())
    if spread > FARTHEST_M:
        return Reason("too_large", f"the cloud is {spread:.2f} m wide; cut out one object first")
    few, voxel_m = _thinned(here, voxel_m, most)
    if len(few) < LEAST:
        return _few(len(few), f"left, one per {voxel_m * 1000:.0f} mm")
    table = -np.inf if table_z is None else table_z - float(origin[2])
    return View(few, (eye - origin) @ turn, table, turn, origin, voxel_m)


def _finite(cloud: Array) -> Array | Reason:
    """The points that are numbers."""
    if cloud.ndim != 2 or cloud.shape[1:] != (3,):
        shape = " x ".join(map(str, cloud.shape))
        return Reason("bad_cloud", f"a cloud is n x 3 numbers, this one is {shape or 'one number'}")
    if not len(cloud):
        return Reason("empty_cloud", "the cloud is empty; is the object in view?")
    points = cloud[np.isfinite(cloud).all(axis=1)]
    if not len(points):
        return Reason("no_depth", f"none of the {len(cloud)} points has a depth")
    return points if len(points) >= LEAST else _few(len(points), "with a depth")


def _few(count: int, what: str) -> Reason:
    return Reason("few_points", f"{count} points {what}; at least {LEAST} are needed")


def _without_strays(points: Array) -> Array:
    """What is not far from the rest; flying pixels at a silhouette are."""
    if len(points) < LEAST:
        return points
    away = np.linalg.norm(points - np.median(points, axis=0), axis=1)
    return np.asarray(points[away <= 4.0 * np.quantile(away, 0.9)])


def _towards(origin: Array, eye: Array) -> Array:
    """The rotation about the vertical that has +x along the camera's view."""
    look = origin[:2] - eye[:2]
    if np.linalg.norm(look) < 1e-6:  # straight from above: any direction is as good
        return np.eye(3)
    x, y = unit(look)
    return np.asarray(turned(UP, np.array((np.arctan2(y, x),)))[0])


def _thinned(points: Array, voxel_m: float, most: int) -> tuple[Array, float]:
    """The mean of each voxel, with voxels as large as it takes to have few."""
    few = _voxels(points, voxel_m)
    while len(few) > most:
        voxel_m *= max(1.05, float(np.sqrt(len(few) / most)))
        few = _voxels(points, voxel_m)
    return few, voxel_m


def _voxels(points: Array, voxel_m: float) -> Array:
    # A flat side lies inside a voxel: on a border, rounding would decide where its points belong.
    cell = np.floor((points - points.min(axis=0)) / voxel_m + 0.37).astype(np.int64)
    key = (cell[:, 0] * 4096 + cell[:, 1]) * 4096 + cell[:, 2]
    _, inverse, count = np.unique(key, return_inverse=True, return_counts=True)
    sums = [np.bincount(inverse, weights=points[:, axis]) for axis in range(3)]
    return np.stack(sums, axis=1) / count[:, None]
