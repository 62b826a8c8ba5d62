"""How a hand moves: smooth from rest to rest, along a bend, seen with noise.

Simulated people move like this, and the intent rule is measured on it.  Noise is an argument, so
that the same numbers give the same track.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from cotree.core.places import Point
from cotree.team.mirror.hand import Sample

Noise = Callable[[], float]
"""The next error of one coordinate, in metres."""


def smooth(share: float) -> float:
    """How far a minimum-jerk movement is after this share of its time."""
    s = min(1.0, max(0.0, share))
    return s * s * s * (10.0 - 15.0 * s + 6.0 * s * s)


def along(start: Point, end: Point, share: float, bend_m: float = 0.0) -> Point:
    """Where the hand is after a share of the time; the bend is sideways, largest half-way."""
    way = smooth(share)
    dx, dy, dz = (b - a for a, b in zip(start, end, strict=True))
    flat = math.hypot(dx, dy)
    side = bend_m * math.sin(math.pi * way) / flat if flat > 0.0 else 0.0
    return (start[0] + way * dx - side * dy, start[1] + way * dy + side * dx, start[2] + way * dz)


def reach(
    start: Point,
    end: Point,
    duration_s: float,
    *,
    begins_s: float = 0.0,
    rate_hz: float = 30.0,
    bend_m: float = 0.0,
    rests_s: float = 0.0,
    noise: Noise | None = None,
) -> list[Sample]:
    """The track of one movement, and of the rest at its end, as a camera of this rate sees it."""
    frames = math.ceil((duration_s + rests_s) * rate_hz)
    track = []
    for frame in range(frames + 1):
        x, y, z = along(start, end, frame / rate_hz / duration_s, bend_m)
        if noise is not None:
            x, y, z = x + noise(), y + noise(), z + noise()
        track.append(Sample(begins_s + frame / rate_hz, (x, y, z)))
    return track


class Arm:
    """The hand of a simulated person: where it is, and where it is going."""

    def __init__(self, home: Point) -> None:
        self.home = home
        self._from = self._to = home
        self._begins_s = 0.0
        self._lasts_s = 0.0

    def go(self, now_s: float, to: Point, lasts_s: float) -> None:
        """Move there, from wherever it is now."""
        self._from, self._to = self.at(now_s), to
        self._begins_s, self._lasts_s = now_s, lasts_s

    def at(self, now_s: float) -> Point:
        """Where the hand is."""
        if now_s >= self._begins_s + self._lasts_s:
            return self._to
        return along(self._from, self._to, (now_s - self._begins_s) / self._lasts_s)
