"""When the ticks are: on the grid of virtual time, or on the beat of real time."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from cotree.runtime.clock import Clock
from cotree.runtime.metronome import Metronome


class VirtualTime:
    """Jumps over the ticks in which nothing would happen; all others are on the grid.

    ``pace`` is called with the time of each tick before it begins, may take its time, and answers
    which time it is: that one, or an earlier one when somebody interrupts.
    """

    def __init__(self, rate_hz: float, pace: Callable[[float], float] | None = None) -> None:
        self.rate_hz = rate_hz
        self._pace = pace
        self._n = -1

    def next(self, due_s: float | None) -> float | None:
        """The first tick that is not before the due time, and after the one before."""
        if due_s is None:
            return None
        n = self._first_after(due_s)
        if self._pace is not None:
            n = min(n, self._first_after(self._pace(n / self.rate_hz)))
        self._n = n
        return n / self.rate_hz

    def _first_after(self, time_s: float) -> int:
        return max(self._n + 1, math.ceil(time_s * self.rate_hz - 1e-6))

    def over(self) -> None:
        """Nothing to do: virtual ticks take no time."""


class Guard(Protocol):
    """Whoever looks after slow ticks."""

    def begin(self) -> None:
        """A tick begins."""

    def end(self) -> None:
        """It is over."""


class RealTime:
    """Beats at a constant rate; ``idle`` is called with the time that is left before each beat.

    The first tick is the start: it may take its time (a first plan), and the clock runs after it.
    """

    def __init__(
        self,
        rate_hz: float,
        clock: Clock,
        idle: Callable[[float], None] | None = None,
        guard: Guard | None = None,
    ) -> None:
        self.metronome = Metronome(1 / rate_hz)
        self._clock = clock
        self._idle = idle
        self._guard = guard
        self._started = False

    def next(self, due_s: float | None) -> float | None:
        """The next beat, whatever is due: events of a real body come unannounced."""
        if not self._started:
            return 0.0
        left_s = self.metronome.due_s - self._clock.now_s()
        if self._idle is not None and left_s > 0:
            self._idle(left_s / self._clock.speed)
        self._clock.wait_until(self.metronome.due_s)
        now_s = self._clock.now_s()
        self.metronome.begin(now_s)
        if self._guard is not None:
            self._guard.begin()
        return now_s

    def again(self, now_s: float) -> None:
        """Mission time stood still at this time, and passes from now on."""
        if self._started:
            self._clock.restart(now_s)

    def over(self) -> None:
        """The tick took until now."""
        if not self._started:
            self._started = True
            self._clock.restart()
            self.metronome.end(0.0)
            return
        if self._guard is not None:
            self._guard.end()
        self.metronome.end(self._clock.now_s())
