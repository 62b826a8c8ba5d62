"""How good a grasp is, 0 to 100: do both fingers meet the surface squarely, with room to spare."""

from __future__ import annotations

import numpy as np

from cotree.core.grippers import Gripper
from cotree.manipulation.frames import Array, Mask
from cotree.manipulation.grasps.closing import SPREAD_M, Placed
from cotree.manipulation.grasps.hidden import Whole

STRIP_M = 0.004
"""How deep a finger's contact is."""
VIABLE = 6
"""So many points on a side make a contact; fewer count in proportion."""
SURE, SLIPS = np.cos(np.deg2rad(12.0)), np.cos(np.deg2rad(30.0))
"""Within the first angle a contact holds surely, beyond the second it slips."""
ROOM_M = 0.010
"""With this much room between object and open fingers, more does not help."""
BITE_M = 0.02
DEEP_M = 0.006
"""Contacts nearer to the finger tips than this are at the edge: the object is pushed out."""
AHEAD_M = 0.008
"""An object that is still widening so far beyond the tips is pushed over by a small error."""
UNSEEN = 0.9
"""What was completed counts a little less than what was seen."""
ARM_M = 0.10
"""So far from the object's middle, a grasp counts half."""


def rate(placed: Placed, whole: Whole, gripper: Gripper) -> tuple[Array, Array]:
    """The score and the width of each hand."""
    if not len(placed.hands):
        return np.zeros(0), np.zeros(0)
    y = placed.local[:, 1]
    low = np.where(placed.between, y, 9.0).min(axis=1)
    high = np.where(placed.between, y, -9.0).max(axis=1)
    width = np.maximum(high - low, 0.0).astype(float)
    strip = np.minimum(STRIP_M, np.maximum(width / 3, 0.001))[:, None]
    left = placed.between & (y > high[:, None] - strip)
    right = placed.between & (y < low[:, None] + strip)
    overlap = _overlap(placed, left, right)
    closing = placed.hands.turn[:, :, 1]
    sides = [
        _side(mask, sign * closing, whole, overlap) for mask, sign in ((left, 1.0), (right, -1.0))
    ]
    squarely = np.sqrt(sides[0] * sides[1])
    both = (sides[0] > 0) & (sides[1] > 0)
    value = 0.85 * squarely + 0.15 * np.where(both, np.maximum(*sides), 0.0)
    room = gripper.aperture_m - _widest(placed, gripper) - 2 * SPREAD_M
    value *= np.clip(room / ROOM_M, 0.0, 1.0)
    value *= 0.4 + 0.6 * np.clip(placed.bite_m / BITE_M, 0.0, 1.0)
    value *= np.clip(_deep(placed, left | right) / DEEP_M, 0.0, 1.0)
    return 100.0 * value * _balance(placed, whole), width


def _widest(placed: Placed, gripper: Gripper) -> Array:
    """How wide the object is around the finger tips, a little beyond them, too."""
    x, y, z = (placed.local[:, axis] for axis in range(3))
    near = (x < AHEAD_M) & (x > -gripper.depth_m) & (abs(z) < gripper.height_m / 2)
    near &= abs(y) <= gripper.aperture_m / 2
    low, high = np.where(near, y, 9.0).min(axis=1), np.where(near, y, -9.0).max(axis=1)
    return np.asarray(np.maximum(high - low, 0.0), dtype=float)


def _deep(placed: Placed, contact: Mask) -> Array:
    """How far behind the finger tips they meet the object, on average."""
    count = np.maximum(contact.sum(axis=1), 1)
    return np.asarray(-(placed.local[:, 0] * contact).sum(axis=1) / count, dtype=float)


def _side(mask: Mask, outward: Array, whole: Whole, overlap: Mask) -> Array:
    """How surely one finger holds, 0 to 1."""
    meets = outward.astype(np.float32) @ whole.surface.normals.T.astype(np.float32)
    hold = np.clip((meets - SLIPS) / (SURE - SLIPS), 0.0, 1.0)
    weight = np.where(whole.surface.seen, 1.0, UNSEEN).astype(np.float32)
    count = mask.sum(axis=1)
    share = (hold * weight * mask).sum(axis=1) / np.maximum(count, 1)
    viable = (mask & overlap & (meets > SLIPS)).sum(axis=1)
    return np.asarray(share * np.minimum(1.0, viable / VIABLE), dtype=float)


def _overlap(placed: Placed, left: Mask, right: Mask) -> Mask:
    """The part of the fingers where both meet something: pads that miss each other twist it."""
    x = placed.local[:, 0]
    lows = [np.where(mask, x, 9.0).min(axis=1) for mask in (left, right)]
    highs = [np.where(mask, x, -9.0).max(axis=1) for mask in (left, right)]
    low, high = np.maximum(*lows) - STRIP_M, np.minimum(*highs) + STRIP_M
    return np.asarray((x >= low[:, None]) & (x <= high[:, None]))


def _balance(placed: Placed, whole: Whole) -> Array:
    """Far from the middle, the object's own weight turns it in the fingers."""
    away = whole.middle - placed.hands.at
    closing = placed.hands.turn[:, :, 1]
    away = away - (away * closing).sum(axis=1, keepdims=True) * closing
    level = np.linalg.norm(away[:, :2], axis=1)
    return np.asarray(1.0 - 0.5 * np.clip(level / ARM_M, 0.0, 1.0))
