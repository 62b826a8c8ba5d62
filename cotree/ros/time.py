"""When the ticks are: on one timer of a node, while everything else of the node is served."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from cotree.runtime.metronome import Metronome
from cotree.runtime.timeline import Guard

PATIENCE_S = 0.2
"""So often it looks whether somebody wants it to stop, when the node's time stands still."""


class RosTime:
    """Implements ``Timeline``; times count from the first tick, on the clock that it is given.

    Waiting for a tick spins the executor, so callbacks run between ticks and never inside one.
    ``speed``: so many times faster than that clock.  ``idle`` is called with the time that is left
    before each tick.
    """

    def __init__(
        self,
        node: Any,
        executor: Any,
        clock: Any,
        rate_hz: float,
        *,
        hurried: Callable[[], bool] = lambda: False,
        guard: Guard | None = None,
        speed: float = 1.0,
        idle: Callable[[float], None] | None = None,
    ) -> None:
        self.metronome = Metronome(1 / rate_hz)
        self._node = node
        self._executor = executor
        self._clock = clock
        self._hurried = hurried
        self._guard = guard
        self._speed = speed
        self._idle = idle
        self._timer: Any = None
        self._fired = False
        self._start_ns = clock.now().nanoseconds

    def now_s(self) -> float:
        """The time since the first tick."""
        passed_ns = float(self._clock.now().nanoseconds - self._start_ns)
        return max(0.0, passed_ns / 1e9 * self._speed)

    def next(self, due_s: float | None) -> float | None:
        """The next beat, whatever is due: what happens comes unannounced."""
        if self._timer is None:
            return 0.0
        left_s = (self.metronome.due_s - self.now_s()) / self._speed
        if self._idle is not None and left_s > 0:
            self._idle(left_s)
        self._wait()
        now_s = self.now_s()
        self.metronome.begin(now_s)
        if self._guard is not None:
            self._guard.begin()
        return now_s

    def over(self) -> None:
        """The tick took until now."""
        if self._timer is None:
            self._start_ns = self._clock.now().nanoseconds
            period_s = self.metronome.period_s / self._speed
            self._timer = self._node.create_timer(period_s, self._fire, clock=self._clock)
            self.metronome.end(0.0)
            return
        if self._guard is not None:
            self._guard.end()
        self.metronome.end(self.now_s())

    def close(self) -> None:
        """No more ticks."""
        timer, self._timer = self._timer, None
        if timer is not None:
            self._node.destroy_timer(timer)

    def _wait(self) -> None:
        since_s = time.monotonic()
        while not self._fired:
            self._executor.spin_once(timeout_sec=PATIENCE_S)
            if self._hurried() and time.monotonic() - since_s > PATIENCE_S:
                break  # the node's time may stand still, and it must stop nevertheless
        self._fired = False

    def _fire(self) -> None:
        self._fired = True
