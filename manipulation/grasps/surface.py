"""Normals of a cloud, and the local frames of some of its points."""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.manipulation.frames import Array, Index, Mask

NEAR_VOXELS = 2.6
"""Who counts as a neighbour for a normal."""
FRAME_M = 0.015
"""Who counts as a neighbour for the direction in which a surface bends."""


@dataclasses.dataclass(frozen=True)
class Surface:
    """Points with the directions that point out of the object."""

    points: Array
    normals: Array
    seen: Mask
    """False: nobody saw it, it was completed."""

    def joined(self, other: Surface) -> Surface:
        """Both together."""
        return Surface(
            np.concatenate((self.points, other.points)),
            np.concatenate((self.normals, other.normals)),
            np.concatenate((self.seen, other.seen)),
        )


def surface(points: Array, eye: Array, voxel_m: float) -> Surface:
    """The cloud with normals, all of them towards the camera."""
    near = _near(points, points, NEAR_VOXELS * voxel_m)
    count = near.sum(axis=1, keepdims=True)
    centred = points - points.mean(axis=0)
    mean = near @ centred / count
    square = (near @ _outer(centred)).reshape(-1, 3, 3) / count[:, :, None]
    _, axes = np.linalg.eigh(square - mean[:, :, None] * mean[:, None, :])
    normals = axes[:, :, 0]
    away = np.einsum("ni,ni->n", normals, eye - points) < 0.0
    normals = np.where(away[:, None], -normals, normals)
    return Surface(points, normals, np.ones(len(points), dtype=bool))


def frames(whole: Surface, chosen: Index, voxel_m: float) -> tuple[Array, Array]:
    """The outward normal and the axis of least bending at each chosen point, both (n, 3)."""
    radius_m = max(FRAME_M, NEAR_VOXELS * voxel_m)
    near = _near(whole.points[chosen], whole.points, radius_m)
    spread = (near @ _outer(whole.normals)).reshape(-1, 3, 3)
    _, axes = np.linalg.eigh(spread)
    normal, bend = axes[:, :, 2], axes[:, :, 0]
    inward = np.einsum("ni,ni->n", normal, whole.normals[chosen]) < 0.0
    return np.where(inward[:, None], -normal, normal), bend


def _near(ours: Array, theirs: Array, radius_m: float) -> Array:
    """1 where two points are neighbours, 0 elsewhere."""
    square = (ours**2).sum(axis=1)[:, None] + (theirs**2).sum(axis=1) - 2.0 * ours @ theirs.T
    return np.asarray(square <= radius_m**2 + 1e-12, dtype=float)


def _outer(vectors: Array) -> Array:
    """Each vector times itself, as nine numbers."""
    return (vectors[:, :, None] * vectors[:, None, :]).reshape(-1, 9)
