"""A skin around bones, made by code: a surface, and how much each bone moves each point of it.

Bones are round cones that melt into each other; the surface is found on a grid, one point in
every cell through which it goes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cotree.simulation.physics.cameras import Floats

Faces = npt.NDArray[np.int64]
CELL_M = 0.0045
MELT_M = 0.003
"""How far away from each other cones begin to melt together."""
SOFT_M = 0.004
"""A point that is so much farther from one bone than from another follows it e times less."""
FOLLOWS = 0.03
"""Bones that move a point less than that do not move it at all."""


@dataclasses.dataclass(frozen=True)
class Cone:
    """A part of a body that is thicker at one end; ``bone``: what it moves with."""

    bone: str
    start: tuple[float, float, float]
    end: tuple[float, float, float]
    thick_m: tuple[float, float]


@dataclasses.dataclass(frozen=True)
class Skin:
    """Points, triangles that look outward, and for each bone the share of it in every point."""

    points: Floats
    faces: Faces
    bones: tuple[str, ...]
    shares: Floats


def skin_of(cones: Sequence[Cone], cell_m: float = CELL_M) -> Skin:
    """The skin around these cones."""
    low = np.min([np.minimum(c.start, c.end) - max(c.thick_m) for c in cones], axis=0)
    high = np.max([np.maximum(c.start, c.end) + max(c.thick_m) for c in cones], axis=0)
    low, high = low - 3 * cell_m, high + 3 * cell_m
    sizes = np.ceil((high - low) / cell_m).astype(int) + 1
    axes = [low[i] + cell_m * np.arange(sizes[i]) for i in range(3)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    field = _melted(cones, grid.reshape(-1, 3)).reshape(tuple(sizes))
    points, faces = _surface(field)
    points = low + cell_m * points
    bones = tuple(dict.fromkeys(cone.bone for cone in cones))
    return Skin(points, faces, bones, _shares(cones, bones, points))


def _distances(cone: Cone, points: Floats) -> Floats:
    """How far points are from a cone; negative inside."""
    start, along = np.array(cone.start), np.subtract(cone.end, cone.start)
    part = np.clip((points - start) @ along / (along @ along), 0.0, 1.0)
    thick = cone.thick_m[0] + part * (cone.thick_m[1] - cone.thick_m[0])
    away: Floats = np.linalg.norm(points - start - part[:, None] * along, axis=1) - thick
    return away


def _melted(cones: Sequence[Cone], points: Floats) -> Floats:
    total = np.zeros(len(points))
    for cone in cones:
        total += np.exp(np.clip(-_distances(cone, points) / MELT_M, -80.0, 80.0))
    melted: Floats = -MELT_M * np.log(np.maximum(total, 1e-30))
    return melted


def _shares(cones: Sequence[Cone], bones: tuple[str, ...], points: Floats) -> Floats:
    away = np.full((len(bones), len(points)), np.inf)
    for cone in cones:
        row = bones.index(cone.bone)
        away[row] = np.minimum(away[row], _distances(cone, points))
    shares = np.exp(-(away - away.min(axis=0)) / SOFT_M)
    shares = shares / shares.sum(axis=0)
    shares[shares < FOLLOWS] = 0.0
    found: Floats = shares / shares.sum(axis=0)
    return found


def _surface(field: Floats) -> tuple[Floats, Faces]:
    """Surface nets: a point in each cell that is partly inside, joined across each edge."""
    inside = field < 0.0
    number = -np.ones(np.array(field.shape) - 1, dtype=np.int64)
    corners = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    ends = tuple(size - 1 for size in field.shape)

    def corner(values: npt.NDArray[np.generic], at: tuple[int, int, int]) -> Floats:
        i, j, k = at
        return np.asarray(values[i : i + ends[0], j : j + ends[1], k : k + ends[2]])

    count = sum(corner(inside, at).astype(int) for at in corners)
    cells = np.argwhere((count > 0) & (count < 8))
    number[tuple(cells.T)] = np.arange(len(cells))
    total, crossings = np.zeros((len(cells), 3)), np.zeros(len(cells))
    for one in corners:
        for axis in range(3):
            if one[axis]:
                continue
            here = np.array(one)
            there = here + np.eye(3, dtype=int)[axis]
            a, b = field[tuple((cells + here).T)], field[tuple((cells + there).T)]
            cut = (a < 0.0) != (b < 0.0)
            part = a[cut] / (a[cut] - b[cut])
            total[cut] += cells[cut] + here + part[:, None] * (there - here)
            crossings[cut] += 1
    return total / crossings[:, None], _faces(inside, number)


def _faces(inside: npt.NDArray[np.bool_], number: Faces) -> Faces:
    """Two triangles for each edge of the grid that goes through the surface."""
    found = []
    for axis in range(3):
        b, c = (axis + 1) % 3, (axis + 2) % 3
        ahead = np.roll(inside, -1, axis=axis)
        edges = np.argwhere(inside != ahead)
        fits = [(edges[:, i] > 0) & (edges[:, i] < number.shape[i]) for i in (b, c)]
        edges = edges[fits[0] & fits[1] & (edges[:, axis] < number.shape[axis])]
        one, other = np.eye(3, dtype=int)[b], np.eye(3, dtype=int)[c]
        ring = [edges - one - other, edges - other, edges, edges - one]
        quads = np.stack([number[tuple(cell.T)] for cell in ring], axis=1)
        outward = inside[tuple(edges.T)]
        quads = np.where(outward[:, None], quads, quads[:, ::-1])
        found += [quads[:, (0, 1, 2)], quads[:, (0, 2, 3)]]
    faces: Faces = np.concatenate(found)
    return faces
