"""Household shapes as one depth camera sees them: distance fields met by rays, numpy alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cotree.core.frames import unit
from cotree.manipulation.frames import UP, Array, turned

Shape = Callable[[Array], Array]
"""Points (n, 3) to their distance from the surface, negative inside; it stands on z = 0."""


def ball(radius: float) -> Shape:
    """A sphere on the table."""
    return lambda p: np.linalg.norm(p - (0, 0, radius), axis=1) - radius


def egg(radius: float, tall: float) -> Shape:
    """A sphere stretched upwards."""
    return lambda p: (
        (np.linalg.norm(p / (1, 1, tall) - (0, 0, radius), axis=1) - radius) * min(1, tall)
    )


def box(x: float, y: float, z: float) -> Shape:
    """A box with these sides."""

    def away(p: Array) -> Array:
        q = np.abs(p - (0, 0, z / 2)) - (x / 2, y / 2, z / 2)
        return np.asarray(np.linalg.norm(np.maximum(q, 0), axis=1) + np.minimum(q.max(axis=1), 0))

    return away


def can(radius: float, tall: float, rounded: float = 0.0) -> Shape:
    """An upright cylinder; ``rounded`` softens its edges."""

    def away(p: Array) -> Array:
        q = np.stack(
            (np.hypot(p[:, 0], p[:, 1]) - radius, np.abs(p[:, 2] - tall / 2) - tall / 2), axis=1
        )
        q += rounded
        outside = np.linalg.norm(np.maximum(q, 0), axis=1)
        return np.asarray(outside + np.minimum(q.max(axis=1), 0) - rounded)

    return away


def tube(radius: float, length: float) -> Shape:
    """A cylinder that lies along y."""
    standing = can(radius, length)
    return lambda p: standing(np.stack((p[:, 0], p[:, 2] - radius, p[:, 1] + length / 2), axis=1))


def cup(radius: float, tall: float, wall: float) -> Shape:
    """A cylinder, hollow from above."""
    outer, inner = can(radius, tall), can(radius - wall, tall)
    return lambda p: np.maximum(outer(p), -inner(p - (0, 0, wall)))


def mug(radius: float, tall: float, wall: float) -> Shape:
    """A cup with a handle on its +y side."""
    body, outside = cup(radius, tall, wall), can(radius, tall)

    def away(p: Array) -> Array:
        q = p - (0, radius, tall / 2)
        ring = np.hypot(np.hypot(q[:, 1], q[:, 2]) - tall * 0.3, q[:, 0]) - 0.006
        return np.asarray(np.minimum(body(p), np.maximum(ring, -outside(p))))

    return away


def bowl(radius: float, wall: float) -> Shape:
    """Half a hollow sphere, open above."""

    def away(p: Array) -> Array:
        shell = np.abs(np.linalg.norm(p - (0, 0, radius), axis=1) - radius + wall / 2) - wall / 2
        return np.asarray(np.maximum(shell, p[:, 2] - radius * 0.8))

    return away


def bottle(radius: float, tall: float) -> Shape:
    """A body with a neck."""
    body, neck = can(radius, tall * 0.6, 0.01), can(radius * 0.4, tall)
    return lambda p: np.minimum(body(p), neck(p))


def ring(radius: float, thick: float) -> Shape:
    """A doughnut that lies flat."""
    return lambda p: np.hypot(np.hypot(p[:, 0], p[:, 1]) - radius, p[:, 2] - thick) - thick


def cone(radius: float, tall: float) -> Shape:
    """A cone with its point up."""

    def away(p: Array) -> Array:
        slope = np.hypot(radius, tall)
        side = (np.hypot(p[:, 0], p[:, 1]) * tall + p[:, 2] * radius - radius * tall) / slope
        return np.asarray(np.maximum(side, -p[:, 2]))

    return away


SHAPES: dict[str, Shape] = {
    "orange": ball(0.0365),
    "apple": egg(0.0375, 0.95),
    "egg": egg(0.022, 1.3),
    "sugar box": box(0.045, 0.09, 0.12),
    "sponge": box(0.07, 0.11, 0.025),
    "sandwich": box(0.08, 0.13, 0.035),
    "cube": box(0.05, 0.05, 0.05),
    "can": can(0.033, 0.12),
    "burger": can(0.032, 0.06, 0.012),
    "tube": tube(0.025, 0.14),
    "cup": cup(0.032, 0.09, 0.004),
    "mug": mug(0.04, 0.09, 0.005),
    "bowl": bowl(0.08, 0.005),
    "bottle": bottle(0.032, 0.2),
    "doughnut": ring(0.04, 0.018),
    "cone": cone(0.035, 0.1),
}
"""Sixteen shapes of the size of things on a tea table."""
EYE = np.array((-0.75, 0.0, 0.6))
"""A camera that looks down by some 38 degrees from a metre away."""


def seen(
    shape: Shape,
    yaw: float = 0.0,
    at: tuple[float, float, float] = (0.0, 0.0, 0.0),
    *,
    eye: Array = EYE,
    noise_m: float = 0.0,
    seed: int = 0,
    points: int = 4000,
) -> Array:
    """The cloud that a camera at ``eye`` gets of a shape turned by ``yaw`` and moved to ``at``."""
    place, turn = np.array(at), turned(UP, np.array((yaw,)))[0]
    middle = place + np.array((0.0, 0.0, 0.06))
    ahead = unit(middle - eye)
    side = unit(np.cross(ahead, UP))
    rows = int(np.sqrt(points * 4))
    grid = np.linspace(-0.17, 0.17, rows)
    u, v = (each.ravel() for each in np.meshgrid(grid, grid))
    rays = unit(
        ahead * np.linalg.norm(middle - eye)
        + u[:, None] * side
        + v[:, None] * np.cross(side, ahead)
    )
    depth = np.full(len(rays), np.linalg.norm(middle - eye) - 0.25)
    for _ in range(60):
        depth += 0.9 * shape((eye + rays * depth[:, None] - place) @ turn)
    hits = np.abs(shape((eye + rays * depth[:, None] - place) @ turn)) < 5e-4
    hits &= depth < 3.0
    noise = np.random.default_rng(seed).normal(0.0, noise_m, len(rays)) if noise_m else 0.0
    return np.asarray((eye + rays * (depth + noise)[:, None])[hits])
