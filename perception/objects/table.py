"""The table: the biggest level surface before the camera, and how far everything is above it."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from cotree.core.frames import UP, point_of
from cotree.core.places import Point
from cotree.perception.blind import Blind
from cotree.perception.camera import Array
from cotree.perception.frame import Frame

STEP_PX = 2
"""Every second pixel of every second row is looked at."""
BIN_M = 0.005
THICK_M = 0.012
LEAST_SHARE = 0.05
"""A smaller part of what has depth is no table."""
STEEPEST = 0.985
"""What leans more than 10 degrees is not level."""


class Plane(msgspec.Struct, frozen=True):
    """Where ``normal`` times a point is ``offset_m``."""

    normal: Point
    offset_m: float

    def height(self, points: Array) -> Array:
        """How far points of the room are above the plane."""
        above: Array = points @ np.asarray(self.normal) - self.offset_m
        return above


def level(z_m: float) -> Plane:
    """A level plane, for a table that is known."""
    return Plane(UP, z_m)


def table_in(frame: Frame, between_m: tuple[float, float] = (-0.5, 2.0)) -> Plane | Blind:
    """The level surface that most of the depth between two heights lies on."""
    if frame.depth_m is None:
        return Blind("a table is found by depth: the camera has none")
    heights = heights_over(frame, level(0.0), 2 * STEP_PX)
    known = heights[np.isfinite(heights) & (heights > between_m[0]) & (heights < between_m[1])]
    if not len(known):
        return Blind(f"nothing is seen between {between_m[0]:g} m and {between_m[1]:g} m")
    bins = np.bincount(((known - between_m[0]) / BIN_M).astype(np.intp))
    smooth = np.convolve(bins, [1, 2, 1], mode="same")
    z_m = between_m[0] + (float(smooth.argmax()) + 0.5) * BIN_M
    points = _points_within(frame, heights, z_m)
    if len(points) < LEAST_SHARE * np.count_nonzero(np.isfinite(heights)):
        return Blind("no level surface is seen")
    return _fitted(points, z_m)


def heights_over(frame: Frame, plane: Plane, step_px: int = STEP_PX) -> NDArray[np.float64]:
    """Of every ``step_px``-th pixel, how far its point is above a plane; NaN where unknown."""
    if frame.depth_m is None:
        return np.full((1, 1), np.nan)
    depth = frame.depth_m[::step_px, ::step_px]
    camera = frame.camera
    across, down, ahead = (float(part) for part in np.asarray(plane.normal) @ camera.axes)
    u = (np.arange(depth.shape[1]) * step_px - camera.cx) * (across / camera.fx)
    v = (np.arange(depth.shape[0]) * step_px - camera.cy) * (down / camera.fy)
    start = float(np.dot(plane.normal, camera.at)) - plane.offset_m
    over: NDArray[np.float64] = depth * (u[None, :] + v[:, None] + ahead) + start
    over[depth <= 0.0] = np.nan
    return over


def points_at(frame: Frame, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Array:
    """The points of the room at these pixels, whose depth is known."""
    if frame.depth_m is None:
        return np.zeros((0, 3))
    pixels = np.stack([columns, rows], -1).astype(np.float64)
    return frame.camera.room(frame.camera.rays(pixels) * frame.depth_m[rows, columns][:, None])


def _points_within(frame: Frame, heights: Array, z_m: float) -> Array:
    with np.errstate(invalid="ignore"):
        rows, columns = np.nonzero(np.abs(heights - z_m) < THICK_M)
    return points_at(frame, rows * 2 * STEP_PX, columns * 2 * STEP_PX)


def _fitted(points: Array, z_m: float) -> Plane:
    """The plane that fits best, if it is nearly level; else the level one."""
    middle = points.mean(axis=0)
    _, _, axes = np.linalg.svd((points - middle).T @ (points - middle))
    normal = axes[2] * np.sign(axes[2][2])
    if normal[2] < STEEPEST:
        return level(z_m)
    return Plane(point_of(normal), float(normal @ middle))
