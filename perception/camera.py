"""How points of the room fall on pixels, and pixels with a depth back into the room."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cotree.core.frames import point_of, view_axes
from cotree.core.places import Point

Array: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """A pinhole camera without distortion, and where in the mission's frame it is.

    ``right``, ``down`` and ``ahead`` are the axes of the image; depth is measured along ``ahead``,
    as depth cameras do.
    """

    fx: float
    fy: float
    cx: float
    cy: float
    at: Point = (0.0, 0.0, 0.0)
    right: Point = (1.0, 0.0, 0.0)
    down: Point = (0.0, 1.0, 0.0)
    ahead: Point = (0.0, 0.0, 1.0)

    @property
    def axes(self) -> Array:
        """Turns directions of the camera into directions of the room."""
        return np.array([self.right, self.down, self.ahead], dtype=np.float64).T

    @property
    def matrix(self) -> Array:
        """The 3 x 3 matrix that OpenCV wants."""
        return np.array([[self.fx, 0, self.cx], [0, self.fy, self.cy], [0, 0, 1.0]])

    def rays(self, pixels: Array) -> Array:
        """For each pixel (u, v) the direction, in the camera, whose part along ``ahead`` is 1."""
        u, v = pixels[..., 0], pixels[..., 1]
        return np.stack([(u - self.cx) / self.fx, (v - self.cy) / self.fy, np.ones_like(u)], -1)

    def room(self, points: Array) -> Array:
        """Points of the camera as points of the room."""
        moved: Array = points @ self.axes.T + np.asarray(self.at)
        return moved

    def pixels(self, points: Array) -> Array:
        """Where points of the room fall in the image; only right for those before the camera."""
        seen = (np.asarray(points, dtype=np.float64) - np.asarray(self.at)) @ self.axes
        scale = np.array([self.fx, self.fy])
        found: Array = seen[..., :2] / seen[..., 2:3] * scale + np.array([self.cx, self.cy])
        return found


def wrong_with(camera: Camera) -> str:
    """Why this cannot be a camera; empty when it can."""
    numbers = (camera.fx, camera.fy, camera.cx, camera.cy, *camera.at)
    if not all(map(math.isfinite, numbers)) or camera.fx <= 0.0 or camera.fy <= 0.0:
        return "the camera's fx and fy must be positive, and all its numbers finite"
    axes = camera.axes
    if not np.isfinite(axes).all() or not np.allclose(axes.T @ axes, np.eye(3), atol=1e-3):
        return "the camera's axes right, down and ahead must be unit vectors at right angles"
    return ""


def looking(
    at: Point, to: Point, *, focal_px: float = 580.0, width: int = 640, height: int = 480
) -> Camera:
    """A camera at a point that looks to another one, upright."""
    right, down, ahead = view_axes(at, to)
    middle = ((width - 1) / 2, (height - 1) / 2)
    turned = (point_of(right), point_of(down), point_of(ahead))
    return Camera(focal_px, focal_px, *middle, at, *turned)
