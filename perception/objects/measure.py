"""Where the middle of a thing is, how big it is and how far that may be off, seen from one side."""

from __future__ import annotations

from typing import TypeAlias

import msgspec
import numpy as np

from cotree.core.frames import point_of
from cotree.core.places import Point
from cotree.perception.camera import Array, Camera
from cotree.perception.objects.clusters import Cluster
from cotree.perception.objects.table import Plane

Covariance: TypeAlias = tuple[Point, Point, Point]

NOISE_M = 0.004
HIDDEN = 0.3
"""How much of the depth that a thing may hide counts as doubt."""
CUT_M = 0.05
"""More doubt of what the image cuts off."""
RIM = 1.0
"""The percentage of points at either end that is noise."""


class Measured(msgspec.Struct, frozen=True):
    """The middle of a thing, its extent along x, y and z, and the covariance of the middle."""

    at: Point
    size: Point
    covariance: Covariance


def measure(cluster: Cluster, plane: Plane, camera: Camera) -> Measured:
    """The middle between the outermost visible points, from the table to the top.

    What is hidden behind the front makes the middle doubtful along the line of sight: as much as
    the thing is wider than it is seen to be deep.
    """
    points = cluster.points
    sight = _line_of_sight(points, camera)
    side = np.array([-sight[1], sight[0]])
    flat = points[:, :2]
    near, far = np.percentile(flat @ sight, [RIM, 100 - RIM])
    left, right = np.percentile(flat @ side, [RIM, 100 - RIM])
    middle = sight * (near + far) / 2 + side * (left + right) / 2
    tall = max(float(np.percentile(plane.height(points), 100 - RIM)), 0.0)
    nx, ny, nz = plane.normal
    foot_z = (plane.offset_m - nx * middle[0] - ny * middle[1]) / nz
    low, high = np.percentile(flat, [RIM, 100 - RIM], axis=0)
    hidden = HIDDEN * max(0.0, (right - left) - (far - near)) + (CUT_M if cluster.cut else 0.0)
    noise = NOISE_M + (CUT_M if cluster.cut else 0.0)
    return Measured(
        (float(middle[0]), float(middle[1]), float(foot_z + tall / 2)),
        (float(high[0] - low[0]), float(high[1] - low[1]), tall),
        _covariance(sight, side, NOISE_M + hidden, noise),
    )


def _line_of_sight(points: Array, camera: Camera) -> Array:
    """From the camera to a thing, along the table."""
    way: Array = points[:, :2].mean(axis=0) - np.asarray(camera.at)[:2]
    length = float(np.linalg.norm(way))
    return way / length if length > 1e-6 else np.array([1.0, 0.0])


def _covariance(sight: Array, side: Array, along_m: float, across_m: float) -> Covariance:
    flat = np.outer(sight, sight) * along_m**2 + np.outer(side, side) * across_m**2
    whole = np.zeros((3, 3))
    whole[:2, :2] = flat
    whole[2, 2] = NOISE_M**2
    rows = [point_of(row) for row in whole]
    return (rows[0], rows[1], rows[2])
