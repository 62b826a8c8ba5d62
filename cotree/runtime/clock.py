"""The only file of the runtime that reads a clock and sleeps."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

_CLOCK = getattr(time, "CLOCK_BOOTTIME", None)


def read_s() -> float:
    """Seconds on a clock that never jumps and, where there is one, counts while asleep."""
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)


NAP_S = 0.02


def nap() -> None:
    """Sleep for a moment in which nothing is to happen."""
    time.sleep(NAP_S)


stopwatch = time.perf_counter
"""For measuring how long a leaf takes."""


class Clock:
    """Mission time: starts at 0 and runs ``speed`` times as fast as real time."""

    def __init__(
        self,
        speed: float = 1.0,
        read: Callable[[], float] = read_s,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.speed = speed
        self._read = read
        self._sleep = sleep
        self._start_s = read()

    def now_s(self) -> float:
        """The mission time."""
        return (self._read() - self._start_s) * self.speed

    def wait_until(self, time_s: float) -> None:
        """Sleep until that mission time."""
        left_s = (time_s - self.now_s()) / self.speed
        if left_s > 0:
            self._sleep(left_s)

    def restart(self, time_s: float = 0.0) -> None:
        """It is this mission time now: the start, or where it stood still."""
        self._start_s = self._read() - time_s / self.speed

    def skip(self, time_s: float) -> None:
        """Let mission time jump ahead."""
        self._start_s -= max(0.0, time_s - self.now_s()) / self.speed


class Pacer:
    """Shows virtual time at a speed that people can follow.

    Meanwhile ``show`` is called with the time about twenty times a second; it answers whether
    somebody interrupts.  A long silence is cut short.
    """

    SLICE_S = 0.05
    SILENCE_S = 2.5
    TOLERANCE_S = 1e-6

    def __init__(
        self, clock: Clock, show: Callable[[float], bool], silence_s: float = SILENCE_S
    ) -> None:
        self._clock = clock
        self._show = show
        self._silence_s = silence_s
        self._shown_s = -math.inf

    def __call__(self, time_s: float) -> float:
        """Wait for that time; answers the time that it is then."""
        clock = self._clock
        clock.skip(time_s - self._silence_s * clock.speed)
        while time_s - clock.now_s() > self.TOLERANCE_S:
            if self._due() and self._show(clock.now_s()):
                return clock.now_s()
            clock.wait_until(min(time_s, clock.now_s() + self.SLICE_S * clock.speed))
        return time_s

    def _due(self) -> bool:
        """Whether it is time to show something again."""
        now_s = self._clock.now_s()
        if now_s - self._shown_s < self.SLICE_S * self._clock.speed - self.TOLERANCE_S:
            return False
        self._shown_s = now_s
        return True
