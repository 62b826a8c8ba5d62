"""Inverse kinematics for many poses at once: damped least squares from remembered positions.

Each pose starts from the remembered position whose tip is nearest to it; those that do not get
there start again from the next one.  Paper: theory-of-mind 2.4.2 asks this of every grasp.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.manipulation.frames import Array, Index, Mask
from cotree.manipulation.reach.chain import Chain

MEMORY = 1500
AT_ONCE = 96
"""Few poses are tried from several starts side by side, which costs hardly more than one."""
DIFFERENT = 0.1
"""Two positions nearer to each other than this in all joints are one."""
STEP = 0.5
"""No joint moves further than this in one iteration."""


@dataclasses.dataclass(frozen=True)
class Exactness:
    """When a pose counts as taken, and how long it is tried."""

    at_m: float = 1e-3
    turn_rad: float = 5e-3
    starts: int = 8
    iterations: int = 28
    """For each start."""


USUAL = Exactness()


@dataclasses.dataclass(frozen=True)
class Solved:
    """The positions found for many poses."""

    q: Array
    """(b, n); the best try where none was found."""
    ok: Mask


class Solver:
    """Answers for one arm; the same poses get the same positions."""

    def __init__(self, chain: Chain, exactness: Exactness = USUAL) -> None:
        self.chain, self._exact = chain, exactness
        dice = np.random.default_rng(7)
        span = chain.high - chain.low
        inner = 0.9 * dice.random((MEMORY, len(chain))) + 0.05
        self._known = chain.low + inner * span
        self._tips = chain.forward(self._known)
        self._far_m = float(np.linalg.norm(self._tips[:, :3, 3] - self._middle(), axis=1).max())

    def solve(self, poses: Array, near: Array | None = None) -> Solved:
        """Positions that bring the tip to poses (b, 4, 4); ``near`` (n,) is tried first."""
        poses = np.asarray(poses, dtype=float).reshape(-1, 4, 4)
        q = np.zeros((len(poses), len(self.chain)))
        best = np.full(len(poses), np.inf)
        ok = np.zeros(len(poses), dtype=bool)
        open_ = np.flatnonzero(self._may_reach(poses))
        start = 0
        while start < self._exact.starts and len(open_):
            side_by_side = min(self._exact.starts - start, max(1, AT_ONCE // len(open_)))
            seeds = self._seeds(poses[open_], start, side_by_side)
            if near is not None and start == 0:
                seeds[:, 0] = near
            tried, miss, there = self._race(poses[open_], seeds)
            better = miss < best[open_]
            q[open_[better]], best[open_[better]] = tried[better], miss[better]
            ok[open_[there]] = True
            open_ = open_[~there]
            start += side_by_side
        return Solved(q, ok)

    def reaches(self, poses: Array) -> Mask:
        """Which poses the tip can take."""
        return self.solve(poses).ok

    def several(self, pose: Array, near: Array, count: int) -> Array:
        """Up to so many different positions (k, n) for one pose, from ``near`` and from memory."""
        pose = np.asarray(pose, dtype=float)[None]
        if not self._may_reach(pose)[0]:
            return np.zeros((0, len(self.chain)))
        seeds = np.concatenate((near[None], self._seeds(pose, 0, 2 * count)[0]))
        tried, _, there = self._descend(np.repeat(pose, len(seeds), axis=0), seeds, 1)
        found: list[Array] = []
        for q in tried[there]:
            if len(found) < count and all(np.abs(q - each).max() > DIFFERENT for each in found):
                found.append(q)
        return np.array(found).reshape(-1, len(self.chain))

    def follow(self, pose: Array, near: Array) -> Array | None:
        """The position for a pose that lies a small step from ``near``; None when there is none."""
        q, _, there = self._descend(np.asarray(pose)[None], np.asarray(near)[None], 1)
        return q[0] if there[0] else None

    def _middle(self) -> Array:
        return np.asarray(self._tips[:, :3, 3].mean(axis=0))

    def _may_reach(self, poses: Array) -> Mask:
        """Poses that are numbers and not beyond all that the arm ever reached."""
        fine: Mask = np.asarray(np.isfinite(poses).all(axis=(1, 2)))
        at = np.where(fine[:, None], poses[:, :3, 3], 0.0)
        away = np.linalg.norm(at - self._middle(), axis=1)
        return np.asarray(fine & (away <= 1.05 * self._far_m))

    def _seeds(self, poses: Array, first: int, count: int) -> Array:
        """The remembered positions whose tips are nearest to each pose, (b, count, n)."""
        apart = (poses[:, None, :3, 3] - self._tips[None, :, :3, 3]).reshape(-1, 3)
        square = (apart**2).sum(axis=1).reshape(len(poses), -1)
        alike = poses[:, :3, :3].reshape(-1, 9) @ self._tips[:, :3, :3].reshape(-1, 9).T
        cost = square * 8.0 + (3.0 - alike) * 0.5
        order = np.argpartition(cost, first + count, axis=1)[:, : first + count]
        ranks = np.argsort(np.take_along_axis(cost, order, 1), axis=1)
        return np.array(self._known[np.take_along_axis(order, ranks, 1)[:, first:]])

    def _race(self, poses: Array, seeds: Array) -> tuple[Array, Array, Mask]:
        """The best of what comes of each pose's seeds."""
        count, width, joints = seeds.shape
        tried, miss, there = self._descend(
            np.repeat(poses, width, axis=0), seeds.reshape(-1, joints), width
        )
        miss = np.where(there, 0.0, miss).reshape(count, width)
        best = np.argmin(miss, axis=1) + width * np.arange(count)
        return tried[best], miss.reshape(-1)[best], there[best]

    def _descend(self, poses: Array, seeds: Array, width: int) -> tuple[Array, Array, Mask]:
        """From each seed downhill; ``width`` seeds in a row stop when one of them is there."""
        q = np.array(seeds)
        miss = np.full(len(q), np.inf)
        there = np.zeros(len(q), dtype=bool)
        going: Index = np.arange(len(q))
        for _ in range(self._exact.iterations):
            rotation, at, places, axes = self.chain.walk(q[going])
            error = _error(rotation, at, poses[going])
            far = np.linalg.norm(error[:, :3], axis=1)
            off = np.linalg.norm(error[:, 3:], axis=1)
            miss[going] = far + 0.2 * off
            arrived: Mask = (far < self._exact.at_m) & (off < self._exact.turn_rad)
            there[going[arrived]] = True
            done = there.reshape(-1, width).any(axis=1)
            left = ~np.asarray(done)[going // width]
            going = going[left]
            if not len(going):
                break
            lever = self.chain.jacobian(at[left], places[left], axes[left])
            q[going] = self.chain.inside(q[going] + _step(lever, error[left]))
        return q, miss, there


def _error(rotation: Array, at: Array, poses: Array) -> Array:
    """How far the tip must move and turn, (b, 6)."""
    turn = poses[:, :3, :3] @ np.swapaxes(rotation, 1, 2)
    sine = np.stack([turn[:, i, j] - turn[:, j, i] for i, j in ((2, 1), (0, 2), (1, 0))], axis=1)
    cosine = np.trace(turn, axis1=1, axis2=2) - 1.0
    length = np.linalg.norm(sine, axis=1)
    angle = np.arctan2(length, cosine)
    scale = np.where(length > 1e-9, angle / np.maximum(length, 1e-9), 0.5)
    return np.concatenate((poses[:, :3, 3] - at, sine * scale[:, None]), axis=1)


def _step(lever: Array, error: Array) -> Array:
    """The damped step, damped more while it is far away."""
    away = (error**2).sum(axis=1)
    square = lever @ np.swapaxes(lever, 1, 2)
    square[:, range(6), range(6)] += (1e-4 + 0.02 * np.minimum(away, 1.0))[:, None]
    pull = np.linalg.solve(square, error[:, :, None])
    move = (np.swapaxes(lever, 1, 2) @ pull)[:, :, 0]
    largest = np.abs(move).max(axis=1, keepdims=True)
    return np.asarray(move * np.minimum(1.0, STEP / np.maximum(largest, 1e-9)))
