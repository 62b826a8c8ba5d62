"""Directions, and poses of a hand and of a camera, for every room that plans, moves or looks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from cotree.core.places import Point

Pose: TypeAlias = npt.NDArray[np.float64]
"""(4, 4); of a hand, x is along its approach."""
Vector: TypeAlias = npt.NDArray[np.float64]
"""(3,)."""
UP: Point = (0.0, 0.0, 1.0)


def unit(vectors: Vector) -> Vector:
    """The vector, or each of many, with length 1; the null vector stays."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(length > 0.0, length, 1.0))


def point_of(numbers: Iterable[float]) -> Point:
    """Three numbers as a point of the mission."""
    x, y, z = (float(number) for number in numbers)
    return (x, y, z)


def view_axes(at: Point, to: Point, up: Point = UP) -> tuple[Vector, Vector, Vector]:
    """Right, down and ahead of a camera at a point that looks to another one, upright.

    Where it looks along ``up``, its picture is turned as if ``up`` were along y.
    """
    ahead = unit(np.subtract(to, at))
    side = np.cross(ahead, up)
    if np.linalg.norm(side) < 1e-6:
        side = np.cross(ahead, (0.0, 1.0, 0.0))
    right = unit(side)
    return right, np.cross(ahead, right), ahead


def hand_pose(at: Vector, approach: Vector, closing: Vector) -> Pose:
    """A hand at a point: x along its approach, y from finger to finger."""
    x = unit(approach)
    y = unit(closing - (closing @ x) * x)
    pose = np.eye(4)
    pose[:3, :3] = np.stack((x, y, np.cross(x, y)), axis=1)
    pose[:3, 3] = at
    return pose


def raised(pose: Pose, up_m: float) -> Pose:
    """The same pose, so much higher."""
    higher = pose.copy()
    higher[2, 3] += up_m
    return higher


def backed(pose: Pose, back_m: float) -> Pose:
    """The same pose, so far back along its approach."""
    behind = pose.copy()
    behind[:3, 3] -= back_m * behind[:3, 0]
    return behind
