"""A second pair of eyes: a thread that says which behaviour holds up a tick, while it does."""

from __future__ import annotations

import dataclasses
import sys
import threading
import traceback
from collections.abc import Callable

from cotree.runtime.clock import stopwatch
from cotree.runtime.culprit import culprit, inward

PERIODS = 2.0
"""A tick that takes longer than this many periods is reported."""


@dataclasses.dataclass(frozen=True)
class SlowTick:
    """A tick that takes too long, caught in the act."""

    path: str
    """The behaviour that it is in, or an empty string when it is in none."""
    for_s: float
    stack: str

    def __str__(self) -> str:
        where = self.path or "the engine"
        return f"{where} holds up the tick for {self.for_s:.3f} s already"


class Watchdog:
    """Guards the ticks of the thread that makes it; every slow tick is reported once."""

    def __init__(
        self,
        period_s: float,
        report: Callable[[SlowTick], None],
        read: Callable[[], float] = stopwatch,
    ) -> None:
        self.bites = 0
        """How many ticks were reported."""
        self._limit_s = PERIODS * period_s
        self._report = report
        self._read = read
        self._guarded = threading.get_ident()
        self._began_s: float | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def begin(self) -> None:
        """A tick begins."""
        self._began_s = self._read()

    def end(self) -> None:
        """The tick is over."""
        self._began_s = None

    def check(self) -> SlowTick | None:
        """Report the tick that goes on, if it is slow and has not been reported."""
        began_s = self._began_s
        if began_s is None or self._read() - began_s <= self._limit_s:
            return None
        if self._began_s is began_s:
            self._began_s = None
        frame = sys._current_frames().get(self._guarded)
        stack = "".join(traceback.format_list(inward(frame)))
        slow = SlowTick(culprit(frame), self._read() - began_s, stack)
        self.bites += 1
        self._report(slow)
        return slow

    def __enter__(self) -> Watchdog:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._over.wait(self._limit_s / 2):
            self.check()
