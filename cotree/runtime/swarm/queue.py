"""One event queue in virtual time; what is planned for the same time happens in planned order."""

from __future__ import annotations

import heapq
from collections.abc import Callable


class Queue:
    """Time, and what will happen."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.events = 0
        self._heap: list[tuple[float, int, Callable[[], None]]] = []
        self._n = 0

    def at(self, time_s: float, do: Callable[[], None]) -> None:
        """Plan something; the past means now."""
        self._n += 1
        heapq.heappush(self._heap, (max(time_s, self.now_s), self._n, do))

    def after(self, delay_s: float, do: Callable[[], None]) -> None:
        """Plan something that much later."""
        self.at(self.now_s + delay_s, do)

    @property
    def due_s(self) -> float | None:
        """When the next thing happens."""
        return self._heap[0][0] if self._heap else None

    def step(self) -> bool:
        """Let the next thing happen; False when there is none."""
        if not self._heap:
            return False
        self.now_s, _, do = heapq.heappop(self._heap)
        self.events += 1
        do()
        return True
