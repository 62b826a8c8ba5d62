"""How long ticks take on this machine: for people who look on, and in no record."""

from __future__ import annotations

from collections import deque
from typing import Protocol

RECENT = 100
"""Ticks that count as the last ones."""


class Measured(Protocol):
    """How well somebody keeps up; any thread may read it."""

    @property
    def ticks(self) -> int:
        """How many there were."""

    @property
    def overruns(self) -> int:
        """Ticks that took longer than there was time."""

    @property
    def longest_s(self) -> float:
        """The longest of the last ticks."""

    @property
    def late_p99_s(self) -> float | None:
        """How late ticks are, but for one in a hundred; None: nothing waits for a clock."""


class Gauge:
    """Implements ``Measured`` for a robot that shares its time with others."""

    late_p99_s = None

    def __init__(self, period_s: float) -> None:
        self.ticks = 0
        self.overruns = 0
        self._period_s = period_s
        self._took_s: deque[float] = deque(maxlen=RECENT)

    def take(self, took_s: float) -> None:
        """One more tick took so long."""
        self.ticks += 1
        self.overruns += took_s > self._period_s
        self._took_s.append(took_s)

    @property
    def longest_s(self) -> float:
        """The longest of the last ticks."""
        return max(tuple(self._took_s), default=0.0)
