"""Where a hand was a moment ago, and what that says of its movement."""

from __future__ import annotations

import math
from collections import deque

import msgspec

from cotree.core.places import Point, distance_m


class Sample(msgspec.Struct, frozen=True):
    """A hand seen at a time, in the mission's frame."""

    t_s: float
    at: Point


class Hand:
    """The last moments of one hand's track.

    Samples may come at any rate, late, twice or broken: what does not move time forward or is no
    position is not taken.  After a gap the track begins anew.
    """

    def __init__(self, window_s: float, gap_s: float = 0.3) -> None:
        self.window_s = window_s
        self.gap_s = gap_s
        self._samples: deque[Sample] = deque()

    @property
    def last(self) -> Sample | None:
        """The newest sample."""
        return self._samples[-1] if self._samples else None

    @property
    def ready(self) -> bool:
        """Whether the track is long enough to speak of movement."""
        return len(self._samples) > 2 and self._span_s() >= 0.75 * self.window_s

    def see(self, t_s: float, at: Point) -> bool:
        """Take a sample; False when it is of no use."""
        if len(at) != 3 or not all(math.isfinite(value) for value in (t_s, *at)):
            return False
        last = self.last
        if last is not None and t_s <= last.t_s:
            return False
        if last is not None and t_s - last.t_s > self.gap_s:
            self._samples.clear()
        self._samples.append(Sample(t_s, at))
        while t_s - self._samples[0].t_s > self.window_s * 1.001:
            self._samples.popleft()
        return True

    def velocity(self) -> Point:
        """Metres per second along each axis: the straight line that fits the window best."""
        return (self._slope(0), self._slope(1), self._slope(2))

    def approach(self, point: Point) -> float:
        """Metres per second at which the distance to a point changes; negative: it comes nearer."""
        return _slope(
            [sample.t_s for sample in self._samples],
            [distance_m(sample.at, point) for sample in self._samples],
        )

    def middle(self) -> Point:
        """The mean position in the window, where ``velocity`` is the most true."""
        count = len(self._samples)
        x, y, z = (sum(sample.at[axis] for sample in self._samples) / count for axis in range(3))
        return (x, y, z)

    def _slope(self, axis: int) -> float:
        return _slope(
            [sample.t_s for sample in self._samples], [sample.at[axis] for sample in self._samples]
        )

    def _span_s(self) -> float:
        return self._samples[-1].t_s - self._samples[0].t_s


def _slope(times: list[float], values: list[float]) -> float:
    """Of the least-squares line; 0 for a single sample."""
    count = len(times)
    t_mean, v_mean = sum(times) / count, sum(values) / count
    spread = sum((t - t_mean) ** 2 for t in times)
    if spread == 0.0:
        return 0.0
    return sum((t - t_mean) * (v - v_mean) for t, v in zip(times, values, strict=True)) / spread


def angle_deg(one: Point, other: Point) -> float:
    """Between two directions; 180 when one of them is none."""
    lengths = math.hypot(*one) * math.hypot(*other)
    if lengths == 0.0:
        return 180.0
    cosine = sum(a * b for a, b in zip(one, other, strict=True)) / lengths
    return math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
