"""When the arm is where: as fast as its joints may, and slow enough around corners.

A corner is taken at the speed at which no joint's velocity jumps by more than its acceleration
allows in ``CORNER_S``; the geometric way stays exactly the one that was checked.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.core.reasons import Reason
from cotree.manipulation.frames import Array

CORNER_S = 0.05
SAME = 1e-9


@dataclasses.dataclass(frozen=True, eq=False)
class Trajectory:
    """Positions at times; between them each joint's speed changes evenly."""

    times_s: Array
    """(k,), from 0."""
    q: Array
    """(k, n)."""
    speed: Array
    """(k,): along the way, in radians of its longest joint."""

    @property
    def duration_s(self) -> float:
        """How long it takes."""
        return float(self.times_s[-1])

    def at(self, t_s: float) -> Array:
        """Where the joints are then; before the start and after the end they stand."""
        if len(self.times_s) == 1 or t_s <= 0.0:
            return np.array(self.q[0])
        if t_s >= self.duration_s:
            return np.array(self.q[-1])
        i = int(np.searchsorted(self.times_s, t_s, side="right")) - 1
        span, past = self.times_s[i + 1] - self.times_s[i], t_s - self.times_s[i]
        v0, v1 = self.speed[i], self.speed[i + 1]
        length = (v0 + v1) / 2.0 * span
        done = v0 * past + (v1 - v0) * past**2 / (2.0 * span)
        share = done / length if length > 0.0 else 0.0
        return np.asarray(self.q[i] + min(max(share, 0.0), 1.0) * (self.q[i + 1] - self.q[i]))


def timed(path: Array, velocity: Array, acceleration: Array) -> Trajectory | Reason:
    """The way with times, starting and ending at rest."""
    if not (np.isfinite(path).all() and (velocity > 0).all() and (acceleration > 0).all()):
        return Reason("bad_limits", "positions must be numbers, speeds and accelerations above 0")
    path = _without_repeats(path)
    if len(path) < 2:
        return Trajectory(np.zeros(1), path, np.zeros(1))
    move = np.diff(path, axis=0)
    length = np.abs(move).max(axis=1)
    along = move / length[:, None]
    with np.errstate(divide="ignore"):
        fastest = (velocity / np.abs(along)).min(axis=1)
        hardest = (acceleration / np.abs(along)).min(axis=1)
    corner = _corner_speeds(along, fastest, acceleration)
    speeds = _feasible(corner, length, hardest)
    return _laid_out(path, speeds, fastest, hardest)


def _without_repeats(path: Array) -> Array:
    keep = np.concatenate(((True,), np.abs(np.diff(path, axis=0)).max(axis=1) > SAME))
    return np.asarray(path[keep])


def _corner_speeds(along: Array, fastest: Array, acceleration: Array) -> Array:
    """The fastest at each point of the way; 0 at both ends."""
    speeds = np.zeros(len(along) + 1)
    jump = np.abs(np.diff(along, axis=0))
    with np.errstate(divide="ignore"):
        allowed = (acceleration * CORNER_S / np.maximum(jump, SAME)).min(axis=1)
    speeds[1:-1] = np.minimum(allowed, np.minimum(fastest[:-1], fastest[1:]))
    return speeds


def _feasible(speeds: Array, length: Array, hardest: Array) -> Array:
    """Speeds that can be got to and braked from."""
    speeds = speeds.copy()
    for i in range(len(length)):
        speeds[i + 1] = min(speeds[i + 1], np.sqrt(speeds[i] ** 2 + 2 * hardest[i] * length[i]))
    for i in reversed(range(len(length))):
        speeds[i] = min(speeds[i], np.sqrt(speeds[i + 1] ** 2 + 2 * hardest[i] * length[i]))
    return speeds


def _laid_out(path: Array, speeds: Array, fastest: Array, hardest: Array) -> Trajectory:
    """Each straight piece sped up, held and braked."""
    times, q, speed = [0.0], [path[0]], [0.0]
    for i in range(len(path) - 1):
        v0, v1, top, a = speeds[i], speeds[i + 1], fastest[i], hardest[i]
        length = float(np.abs(path[i + 1] - path[i]).max())
        peak = min(top, float(np.sqrt((2 * a * length + v0**2 + v1**2) / 2.0)))
        rise, fall = (peak**2 - v0**2) / (2 * a), (peak**2 - v1**2) / (2 * a)
        hold = max(length - rise - fall, 0.0)
        for done, v, took in (
            (rise, peak, (peak - v0) / a),
            (rise + hold, peak, hold / peak),
            (length, v1, (peak - v1) / a),
        ):
            if took > SAME:
                times.append(times[-1] + took)
                q.append(path[i] + min(done / length, 1.0) * (path[i + 1] - path[i]))
                speed.append(v)
    q[-1] = path[-1]
    return Trajectory(np.array(times), np.array(q), np.array(speed))
