"""How far each hand can go in, and what is then between its fingers; without a single loop.

The fingers stop at the first point in their way, the palm at the first point before it, and both at
the table; so the deepest free place of a hand is a minimum, and needs no stepping.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.core.grippers import Gripper
from cotree.manipulation.frames import Array, Mask
from cotree.manipulation.grasps.hands import Hands
from cotree.manipulation.grasps.hidden import Whole

CLEAR_M = 0.002
"""This much is kept free before a finger, and above the table."""
SPREAD_M = 0.0015
"""A point stands for its neighbourhood: it is this much larger than a point."""
DOUBT_M = 0.004
"""What was completed may be this much further out."""
LEAST_BITE_M = 0.008
FAR = np.float32(9.0)


@dataclasses.dataclass(frozen=True)
class Placed:
    """Hands that went in: everything (m, ...) of those alone."""

    hands: Hands
    """With ``at`` the middle between the finger tips."""
    bite_m: Array
    between: Mask
    """(m, points): what is between the fingers."""
    local: Array
    """(m, 3, points): the points in each hand's frame."""


def push_in(hands: Hands, whole: Whole, gripper: Gripper, table_z: float) -> Placed:
    """Each hand twice, where it is and centred on what it meets; those that hold nothing go."""
    local = _local(hands, whole)
    shift = np.stack((np.zeros(len(hands), np.float32), _centring(local, gripper)))
    half = gripper.aperture_m / 2 - SPREAD_M - np.where(whole.surface.seen, 0.0, DOUBT_M)
    parts = [_deepest(hands, local, each, (gripper, half), table_z) for each in shift]
    tip, bite, ok = (np.concatenate(each) for each in zip(*parts, strict=True))
    which = np.flatnonzero(ok)
    hand = which % max(len(hands), 1)
    tip, y = tip[which], shift.reshape(-1)[which]
    moved = np.stack((tip, y, np.zeros_like(tip)), axis=1).astype(float)
    some = hands.chosen(hand)
    at = some.at + np.einsum("mij,mj->mi", some.turn, moved)
    inside = local[hand] - moved[:, :, None].astype(np.float32)
    x, y, z = inside[:, 0], abs(inside[:, 1]), abs(inside[:, 2])
    between = (x < 0) & (x > -gripper.depth_m) & (z < gripper.height_m / 2)
    between &= y <= np.float32(gripper.aperture_m / 2)
    return Placed(Hands(some.turn, at), bite[which].astype(float), between, inside)


def _local(hands: Hands, whole: Whole) -> Array:
    """The points in each hand's frame, (m, 3, points)."""
    back = np.swapaxes(hands.turn, 1, 2).astype(np.float32)
    points = np.ascontiguousarray(whole.surface.points.T, dtype=np.float32)
    offset = np.einsum("mij,mj->mi", back, hands.at.astype(np.float32))
    return np.asarray(back @ points - offset[:, :, None])


def _centring(local: Array, gripper: Gripper) -> Array:
    """How far to go sideways so that what is met first is in the middle."""
    x, y, z = local[:, 0], local[:, 1], local[:, 2]
    slab = np.abs(z) < gripper.height_m / 2
    front = _least(x, slab)
    near = slab & (x < front[:, None] + np.float32(gripper.depth_m))
    low, high = _least(y, near), -_least(-y, near)
    return np.where(np.abs(low) < FAR, (low + high) / 2, np.float32(0.0))


def _least(values: Array, where: Mask) -> Array:
    return np.asarray(np.where(where, values, FAR).min(axis=1))


def _deepest(
    hands: Hands, local: Array, shift: Array, fits: tuple[Gripper, Array], table_z: float
) -> tuple[Array, Array, Mask]:
    """How far the tips go, how much of that is over the object, and whether it is worth it."""
    x, z = local[:, 0], np.abs(local[:, 2])
    y = np.abs(local[:, 1] - shift[:, None])
    gripper, half = fits
    half, outer = half.astype(np.float32), gripper.aperture_m / 2 + gripper.finger_m
    slab = z < gripper.height_m / 2 + SPREAD_M
    first = _least(x, slab & (y <= half))
    finger = _least(x, slab & (y > half) & (y < outer)) - np.float32(CLEAR_M)
    palm = _least(x, (z < gripper.palm_m / 2) & (y < outer)) + np.float32(gripper.depth_m)
    table = _above_table(hands, shift, gripper, table_z)
    tip = np.minimum(np.minimum(finger, palm - np.float32(CLEAR_M)), table)
    bite = tip - first
    return tip, bite, (first < FAR) & (bite >= LEAST_BITE_M)


def _above_table(hands: Hands, shift: Array, gripper: Gripper, table_z: float) -> Array:
    """How far the tips can go before a corner of the hand touches the table."""
    come, close, rest = (np.asarray(hands.turn[:, 2, i]) for i in range(3))
    middle = hands.at[:, 2] + shift * close
    outer = gripper.aperture_m / 2 + gripper.finger_m
    low = middle - np.abs(close) * outer
    tips = low - np.abs(rest) * gripper.height_m / 2 - table_z - CLEAR_M
    back = low - np.abs(rest) * gripper.palm_m / 2 - table_z - CLEAR_M
    down = -come
    with np.errstate(divide="ignore", invalid="ignore"):
        deep = np.where(down > 1e-3, tips / np.maximum(down, 1e-3), np.where(tips > 0, 9.0, -9.0))
        palm = np.where(
            down > 1e-3,
            back / np.maximum(down, 1e-3) + gripper.depth_m,
            np.where(back > 0, 9.0, -9.0),
        )
    return np.minimum(deep, palm).astype(np.float32)
