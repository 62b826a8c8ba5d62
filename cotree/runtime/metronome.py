"""The beat of real time: a tick that takes too long loses the beats it missed, and never bursts."""

from __future__ import annotations

import math
from collections import Counter, deque

from cotree.runtime.gauge import RECENT

LEAF_BUDGET_S = 0.005
"""What one leaf may take of a tick; long work belongs into an action or another process."""
TICK_BUDGET_S = 0.020
"""What a whole tick may take."""
PATIENT_OVERRUNS = 3
"""More overruns in a row than this are a degraded robot."""


class Metronome:
    """When ticks are due, and how well they kept the beat."""

    def __init__(self, period_s: float, start_s: float = 0.0) -> None:
        self.period_s = period_s
        self.due_s = start_s
        self.ticks = 0
        self.overruns = 0
        """Ticks that were not over when the next one was due."""
        self.missed = 0
        """Ticks that were left out for that."""
        self.in_a_row = 0
        self.slowest: tuple[str, float] | None = None
        """The leaf that took longest in one tick so far, and how long."""
        self.over_budget: Counter[str] = Counter()
        """In how many ticks a leaf took more than its budget, by its path."""
        self.long_ticks = 0
        """Ticks that took more than their budget."""
        self._began_s = start_s
        self._late_s: deque[float] = deque(maxlen=1000)
        self._took_s: deque[float] = deque(maxlen=RECENT)

    def begin(self, now_s: float) -> None:
        """A tick begins."""
        self.ticks += 1
        self._began_s = now_s
        self._late_s.append(max(0.0, now_s - self.due_s))

    def end(self, now_s: float) -> None:
        """A tick is over; the next one is due at the next beat that is still to come."""
        self._took_s.append(now_s - self._began_s)
        self.long_ticks += self._took_s[-1] > TICK_BUDGET_S
        late = math.floor((now_s - self.due_s) / self.period_s + 1e-9)
        if late >= 1:
            self.overruns += 1
            self.in_a_row += 1
            self.missed += late
        else:
            self.in_a_row = 0
        self.due_s += (max(late, 0) + 1) * self.period_s

    def noted(self, leaf: tuple[str, float] | None) -> None:
        """This leaf was the slowest of a tick."""
        if leaf is None:
            return
        if self.slowest is None or leaf[1] > self.slowest[1]:
            self.slowest = leaf
        if leaf[1] > LEAF_BUDGET_S:
            self.over_budget[leaf[0]] += 1

    @property
    def degraded(self) -> bool:
        """Whether the robot does not keep up any more."""
        return self.in_a_row > PATIENT_OVERRUNS

    @property
    def longest_s(self) -> float:
        """The longest of the last ticks."""
        return max(tuple(self._took_s), default=0.0)

    @property
    def late_p99_s(self) -> float:
        """The lateness that 99 of 100 recent ticks stayed below."""
        late = sorted(self._late_s)
        return late[math.ceil(0.99 * len(late)) - 1] if late else 0.0
