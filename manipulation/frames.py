"""Rotations and poses in bulk: the arithmetic that grasps, reach and motion share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]
"""Numbers; the shape is told in words where it matters."""
Mask: TypeAlias = npt.NDArray[np.bool_]
"""Which of many."""
Index: TypeAlias = npt.NDArray[np.intp]
"""The places of some of many."""

UP: Array = np.array((0.0, 0.0, 1.0))


def turned(axis: Array, angles: Array) -> Array:
    """Rotations about one unit axis: angles (n,) give matrices (n, 3, 3)."""
    x, y, z = axis
    across = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    sine, rest = np.sin(angles)[:, None, None], 1.0 - np.cos(angles)[:, None, None]
    return np.asarray(np.eye(3) + sine * across + rest * (across @ across))


def from_rpy(roll: float, pitch: float, yaw: float) -> Array:
    """The rotation that a URDF calls ``rpy``: about the fixed x, then y, then z axis."""
    about = ((UP, yaw), (np.array((0.0, 1.0, 0.0)), pitch), (np.array((1.0, 0.0, 0.0)), roll))
    result = np.eye(3)
    for axis, angle in about:
        result = result @ turned(axis, np.array((angle,)))[0]
    return result


def pose(rotation: Array, at: Array | Sequence[float]) -> Array:
    """A rotation and a place, or many of both, as 4x4 matrices."""
    rotation = np.asarray(rotation, dtype=float)
    matrix = np.zeros((*rotation.shape[:-2], 4, 4))
    matrix[..., :3, :3] = rotation
    matrix[..., :3, 3] = np.asarray(at, dtype=float)
    matrix[..., 3, 3] = 1.0
    return matrix


def inverse(matrix: Array) -> Array:
    """The pose that undoes a pose (or each of many)."""
    back = np.swapaxes(matrix[..., :3, :3], -1, -2)
    return pose(back, -np.einsum("...ij,...j->...i", back, matrix[..., :3, 3]))
