"""A mission's camera as numbers: how its pixels and the room belong together."""

from __future__ import annotations

import math

import numpy as np

from cotree.core.senses import CameraModel
from cotree.perception.camera import Camera, looking
from cotree.perception.frame import FARTHEST_M, Depth


def camera_of(model: CameraModel) -> Camera:
    """The pinhole of a camera that a mission describes."""
    width, height = model.size
    focal_px = width / 2 / math.tan(math.radians(model.fov_deg) / 2)
    return looking(model.at, model.looks_at, focal_px=focal_px, width=width, height=height)


def table_depth(model: CameraModel) -> Depth:
    """The depth of every pixel, if everything lay on the table at height 0."""
    camera, (width, height) = camera_of(model), model.size
    u, v = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    down = camera.rays(np.stack([u, v], -1)) @ camera.axes.T[:, 2]
    with np.errstate(divide="ignore"):
        depth = -model.at[2] / down
    known = (depth > 0.0) & (depth < FARTHEST_M)
    return np.where(known, depth, 0.0).astype(np.float32)
