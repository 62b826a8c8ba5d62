"""Rotations as MuJoCo writes them, and ways from pose to pose."""

from __future__ import annotations

import numpy as np

from cotree.core.frames import unit
from cotree.simulation.physics.cameras import Floats


def quat_of(turn: Floats) -> Floats:
    """A rotation matrix as w, x, y, z, with w not negative."""
    m = np.asarray(turn, dtype=float)
    squares = np.array(
        (
            1 + m[0, 0] + m[1, 1] + m[2, 2],
            1 + m[0, 0] - m[1, 1] - m[2, 2],
            1 - m[0, 0] + m[1, 1] - m[2, 2],
            1 - m[0, 0] - m[1, 1] + m[2, 2],
        )
    )
    skew = (m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1])
    plus = (m[1, 0] + m[0, 1], m[2, 0] + m[0, 2], m[2, 1] + m[1, 2])
    rows = (
        (squares[0], *skew),
        (skew[0], squares[1], plus[0], plus[1]),
        (skew[1], plus[0], squares[2], plus[2]),
        (skew[2], plus[1], plus[2], squares[3]),
    )
    quat = np.array(rows[int(np.argmax(squares))])
    quat /= np.linalg.norm(quat)
    return quat if quat[0] >= 0 else -quat


def turn_of(quat: Floats) -> Floats:
    """w, x, y, z as a rotation matrix."""
    w, x, y, z = (float(value) for value in quat)
    return np.array(
        (
            (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
        )
    )


def between(start: Floats, end: Floats, part: float) -> Floats:
    """A pose on the way from one to another: it sets out and arrives softly."""
    share = min(1.0, max(0.0, part))
    share = share * share * (3 - 2 * share)
    first, last = quat_of(start[:3, :3]), quat_of(end[:3, :3])
    if first @ last < 0:
        last = -last
    mixed = (1 - share) * first + share * last
    pose = np.eye(4)
    pose[:3, :3] = turn_of(unit(mixed))
    pose[:3, 3] = (1 - share) * start[:3, 3] + share * end[:3, 3]
    return pose
