"""Cameras with depth: where they look, what their numbers are, and how their pictures are bad."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from cotree.core.frames import UP, point_of, view_axes
from cotree.core.places import Point
from cotree.core.senses import CameraModel

Floats = npt.NDArray[np.float64]
Depth = npt.NDArray[np.float32]
Colours = npt.NDArray[np.uint8]


@dataclasses.dataclass(frozen=True)
class Noise:
    """How bad a picture is; all zeros: perfect."""

    colour: float = 0.0
    """Standard deviation of a channel of 255."""
    depth_m: float = 0.0
    """Standard deviation of depth at 1 m; it grows with the square of the distance."""
    holes: float = 0.0
    """Share of pixels without depth, beside those at edges."""
    edge_m: float = 0.0
    """A step in depth as high as this has no depth; 0: every pixel has one."""


REAL = Noise(colour=3.0, depth_m=0.0015, holes=0.01, edge_m=0.05)
"""About what structured light does at a table."""


@dataclasses.dataclass(frozen=True)
class Intrinsics:
    """A pinhole camera's numbers, in pixels."""

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float

    def matrix(self) -> Floats:
        """As OpenCV wants them."""
        return np.array([[self.fx, 0, self.cx], [0, self.fy, self.cy], [0, 0, 1]], dtype=float)


@dataclasses.dataclass(frozen=True)
class Camera:
    """Where a camera is and what it looks at; straight down needs another ``up``."""

    name: str
    at: Point
    look_at: Point
    up: Point = UP
    fovy_deg: float = 45.0
    width: int = 640
    height: int = 480
    noise: Noise = Noise()

    def axes(self) -> tuple[Point, Point]:
        """The directions right and up in its picture."""
        pose = self.pose()
        right, down = pose[:3, 0], pose[:3, 1]
        return point_of(right), point_of(-down)

    def intrinsics(self) -> Intrinsics:
        """Its pinhole's numbers."""
        f = self.height / 2 / math.tan(math.radians(self.fovy_deg) / 2)
        return Intrinsics(
            self.width, self.height, f, f, (self.width - 1) / 2, (self.height - 1) / 2
        )

    def pose(self) -> Floats:
        """Camera to world as OpenCV has it: x right, y down, z into the picture."""
        pose = np.eye(4)
        pose[:3, :3] = np.stack(view_axes(self.at, self.look_at, self.up), axis=1)
        pose[:3, 3] = self.at
        return pose


def drawn(name: str, model: CameraModel) -> Camera:
    """A camera of a mission as one that is drawn."""
    width, height = model.size
    half = math.tan(math.radians(model.fov_deg) / 2) * height / width
    return Camera(
        name,
        model.at,
        model.looks_at,
        fovy_deg=math.degrees(2 * math.atan(half)),
        width=width,
        height=height,
        noise=_noise(model.noise),
    )


def _noise(times: float) -> Noise:
    """So many times as bad as a real one; edges have no depth as soon as there is any noise."""
    worse = {name: getattr(REAL, name) * times for name in ("colour", "depth_m", "holes")}
    return Noise(**worse, edge_m=REAL.edge_m if times else 0.0)


def drawn_cameras(models: Mapping[str, CameraModel]) -> tuple[Camera, ...]:
    """The cameras of a world that are drawn."""
    return tuple(drawn(name, model) for name, model in models.items() if not model.source)


@dataclasses.dataclass(frozen=True)
class Frame:
    """One picture: colours, depth along the view in metres (0: none), and the camera's numbers."""

    t_s: float
    rgb: Colours
    depth_m: Depth
    intrinsics: Intrinsics
    pose: Floats
    """Camera to world, z into the picture."""

    def cloud(self, mask: npt.NDArray[np.bool_] | None = None) -> Floats:
        """The points that have depth, in the world; of the pixels in the mask only."""
        seen = (self.depth_m > 0) if mask is None else (self.depth_m > 0) & mask
        v, u = np.nonzero(seen)
        z = self.depth_m[v, u].astype(float)
        k = self.intrinsics
        points = np.stack([(u - k.cx) / k.fx * z, (v - k.cy) / k.fy * z, z], axis=1)
        cloud: Floats = points @ self.pose[:3, :3].T + self.pose[:3, 3]
        return cloud


def worsened(frame: Frame, noise: Noise, dice: np.random.Generator) -> Frame:
    """The same picture as a real camera would have it."""
    rgb, depth = frame.rgb, frame.depth_m
    if noise.colour:
        noisy = rgb + dice.normal(0.0, noise.colour, rgb.shape)
        rgb = np.clip(np.rint(noisy), 0, 255).astype(np.uint8)
    none = depth <= 0
    if noise.edge_m:
        none = none | _edges(depth, noise.edge_m)
    if noise.depth_m:
        spread = dice.normal(0.0, noise.depth_m, depth.shape).astype(np.float32)
        depth = depth + spread * depth**2
    if noise.holes:
        none = none | (dice.random(depth.shape) < noise.holes)
    depth = np.where(none, np.float32(0), depth)
    return dataclasses.replace(frame, rgb=rgb, depth_m=depth)


def _edges(depth: Depth, step_m: float) -> npt.NDArray[np.bool_]:
    found = np.zeros(depth.shape, dtype=bool)
    found[:, 1:] |= np.abs(np.diff(depth, axis=1)) > step_m
    found[1:, :] |= np.abs(np.diff(depth, axis=0)) > step_m
    return found
