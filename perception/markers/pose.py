"""Where one square marker is and how it is turned: bearing from its corners, range from depth."""

from __future__ import annotations

from types import ModuleType

import msgspec
import numpy as np

from cotree.core.frames import point_of
from cotree.core.places import Point
from cotree.perception.camera import Array, Camera
from cotree.perception.frame import Frame, depth_at

INSIDE = np.array([(x, y) for x in (-0.6, 0.0, 0.6) for y in (-0.6, 0.0, 0.6)])
"""Points of the marker, its corners being at +-1, whose depth is asked for."""
FEWEST = 5
FLAT_M = 0.02
"""Depths farther than this from their plane are not of the marker."""
PIXEL = 0.5
"""How wrong the side of the square is in the image (specification, 3: all too small)."""
TWICE = 2.0
"""The second solution must fit so much worse, or it is not known which of both is right."""


class Pose(msgspec.Struct, frozen=True):
    """The middle of a marker and the direction it faces, in the mission's frame."""

    at: Point
    sigma_m: float
    """Along the line of sight; across it is better by far."""
    distance_m: float
    facing: Point | None
    """None: two directions explain the picture as well."""
    by_depth: bool


def pose_of(corners: Array, side_m: float, frame: Frame, cv2: ModuleType) -> Pose | None:
    """The pose of a square with these corners in the image, or None when none fits."""
    solutions = _solutions(corners, side_m, frame.camera, cv2)
    if not solutions:
        return None
    middle, pixels = _inside(corners, cv2)
    ray = frame.camera.rays(middle)
    measured = _surface(frame, pixels)
    at, _, _ = solutions[0]
    if measured is None:
        facing = _facing(solutions, frame.camera)
        sigma_m = float(at[2]) ** 2 * PIXEL / (frame.camera.fx * side_m)
        seen = at
    else:
        points, normal = measured
        facing = point_of(frame.camera.axes @ _nearest(solutions, normal))
        depth = float(np.median(points[:, 2]))
        sigma_m = 0.003 + 0.002 * depth**2
        seen = ray * _on_plane(ray, points, normal, depth)
    room = frame.camera.room(seen)
    return Pose(point_of(room), sigma_m, float(np.linalg.norm(seen)), facing, measured is not None)


def _solutions(
    corners: Array, side_m: float, camera: Camera, cv2: ModuleType
) -> list[tuple[Array, Array, float]]:
    """By OpenCV: the middle, the normal towards the camera and the error; the best first."""
    half = side_m / 2
    square = np.array([(-half, half, 0), (half, half, 0), (half, -half, 0), (-half, -half, 0)])
    try:
        count, turns, moves, errors = cv2.solvePnPGeneric(
            square, corners, camera.matrix, None, flags=cv2.SOLVEPNP_IPPE_SQUARE
        )
    except cv2.error:
        return []
    found = []
    for i in range(count):
        turn, _ = cv2.Rodrigues(turns[i])
        at = np.asarray(moves[i]).ravel()
        if np.isfinite(at).all() and at[2] > 0:
            found.append((at, turn[:, 2], float(np.ravel(errors)[i])))
    return sorted(found, key=lambda each: each[2])


def _inside(corners: Array, cv2: ModuleType) -> tuple[Array, Array]:
    """The pixel of the middle, and those of some points of the marker."""
    square = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], np.float32)
    change = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    pixels = cv2.perspectiveTransform(INSIDE[None].astype(np.float64), change)[0]
    return pixels[len(INSIDE) // 2], pixels


def _surface(frame: Frame, pixels: Array) -> tuple[Array, Array] | None:
    """Points of the marker by depth, in the camera, and its normal towards the camera."""
    depths = depth_at(frame, pixels, half_px=1)
    known = np.isfinite(depths)
    if np.count_nonzero(known) < FEWEST:
        return None
    points = frame.camera.rays(pixels[known]) * depths[known][:, None]
    middle = np.median(points, axis=0)
    _, _, axes = np.linalg.svd(points - middle)
    normal = axes[2] if axes[2] @ middle < 0 else -axes[2]
    flat = np.abs((points - middle) @ normal) < FLAT_M
    return (points[flat], normal) if np.count_nonzero(flat) >= FEWEST else None


def _on_plane(ray: Array, points: Array, normal: Array, depth: float) -> float:
    """The depth at which a ray meets the marker; its middle depth where that is badly known."""
    steep = float(ray @ normal)
    met = float(points.mean(axis=0) @ normal) / steep if abs(steep) > 0.3 else depth
    return met if abs(met - depth) < FLAT_M else depth


def _nearest(solutions: list[tuple[Array, Array, float]], normal: Array) -> Array:
    """The solution that faces most as the depth says."""
    found: Array = max(
        (facing for _, facing, _ in solutions), key=lambda each: float(each @ normal)
    )
    return found


def _facing(solutions: list[tuple[Array, Array, float]], camera: Camera) -> Point | None:
    if len(solutions) > 1 and solutions[1][2] < TWICE * solutions[0][2]:
        return None
    return point_of(camera.axes @ solutions[0][1])
