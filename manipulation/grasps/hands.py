"""Where hands could come from: along the surface's own frames, and aligned with the object."""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.core.frames import unit
from cotree.manipulation.frames import UP, Array, Index, turned
from cotree.manipulation.grasps.hidden import Whole
from cotree.manipulation.grasps.ranges import Range
from cotree.manipulation.grasps.surface import frames

YAWS = 8
"""Aligned hands come from, or close along, so many directions."""
HEIGHTS = (0.3, 0.55, 0.8)
"""Sideways they come at these shares of the object's height."""
ALONG = (0.0, -0.3, 0.3)
"""From above they come at these shares of the object's length from its middle."""


@dataclasses.dataclass(frozen=True)
class Hands:
    """Many hands: columns of ``turn`` are approach, closing, and the rest; ``at`` is on the way."""

    turn: Array
    """(m, 3, 3)."""
    at: Array
    """(m, 3): a point of their line of approach."""

    def __len__(self) -> int:
        return len(self.at)

    def chosen(self, which: Index) -> Hands:
        """Some of them."""
        return Hands(self.turn[which], self.at[which])


def propose(whole: Whole, voxel_m: float, samples: int, turns: int, allowed: Range) -> Hands:
    """All hands to try, without those that come from below or out of range."""
    local = _along_surface(whole, voxel_m, samples, turns)
    aligned = _aligned(whole)
    both = Hands(np.concatenate((local.turn, aligned.turn)), np.concatenate((local.at, aligned.at)))
    approach = both.turn[:, :, 0]
    return both.chosen(np.flatnonzero((approach[:, 2] < 0.3) & allowed.holds(approach)))


def _along_surface(whole: Whole, voxel_m: float, samples: int, turns: int) -> Hands:
    """Hands on evenly chosen points, turned about the axis along which the surface is straight."""
    count = len(whole.surface.points)
    chosen = np.unique(np.linspace(0, count - 1, min(samples, count)).astype(int))
    normal, bend = frames(whole.surface, chosen, voxel_m)
    angles = np.linspace(-np.pi / 2, np.pi / 2, turns, endpoint=False)
    sine, cosine = np.sin(angles), np.cos(angles)
    inward, across = -normal[:, None, :], np.cross(bend, -normal)[:, None, :]
    approach = inward * cosine[:, None] + across * sine[:, None]
    third = np.broadcast_to(bend[:, None, :], approach.shape)
    turn = np.stack((approach, np.cross(third, approach), third), axis=-1).reshape(-1, 3, 3)
    return Hands(turn, np.repeat(whole.surface.points[chosen], turns, axis=0))


def _aligned(whole: Whole) -> Hands:
    """Hands that close along, and come along, the directions in which the object lies."""
    points = whole.surface.points
    main = _main_direction(points[:, :2] - whole.middle[:2])
    spins = turned(UP, np.arange(YAWS) * np.pi / YAWS)
    flat = unit(spins @ main)
    turns, places = [], []
    for level in flat:
        for come, close, at in _ways(level, whole, main):
            turns.append(np.stack((come, close, np.cross(come, close)), axis=1))
            places.append(at)
    return Hands(np.array(turns), np.array(places))


def _ways(level: Array, whole: Whole, main: Array) -> list[tuple[Array, Array, Array]]:
    """From above, leaning by 45 degrees, and from both sides: approach, closing, and a place."""
    points, middle = whole.surface.points, whole.middle
    length = float(np.ptp(points[:, :2] @ main[:2]))
    low, high = points[:, 2].min(), points[:, 2].max()
    across = np.cross(UP, level)
    ways = [(-UP, level, middle + share * length * main) for share in ALONG]
    for side in (level, -level):
        close = np.cross(UP, side)
        ways.append((unit(side - UP), close, middle))
        ways += [
            (side, close, np.array((middle[0], middle[1], low + share * (high - low))))
            for share in HEIGHTS
        ]
    ways.append((level, UP, middle + 0.0 * across))
    return ways


def _main_direction(flat: Array) -> Array:
    """The level direction in which the object is longest, or any for a round one."""
    _, axes = np.linalg.eigh(flat.T @ flat)
    x, y = axes[:, 1]
    return np.array((x, y, 0.0))
