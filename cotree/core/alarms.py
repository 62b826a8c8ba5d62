"""Times at which somebody wants to be called although nothing happens."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


def earliest(*times_s: float | None) -> float | None:
    """The first of these times; None: there is none."""
    return min((time_s for time_s in times_s if time_s is not None), default=None)


class Alarms(Generic[T]):
    """One alarm per sleeper; a new one replaces the old."""

    def __init__(self) -> None:
        self._at: dict[T, tuple[float, int]] = {}
        self._heap: list[tuple[float, int, T]] = []
        self._serial = itertools.count()

    def __len__(self) -> int:
        return len(self._at)

    def __iter__(self) -> Iterator[tuple[T, float]]:
        """Everybody who sleeps, with the time."""
        return ((sleeper, at[0]) for sleeper, at in self._at.items())

    def set(self, sleeper: T, time_s: float) -> None:
        """Call the sleeper at this time, and not at the time it said before."""
        entry = (time_s, next(self._serial))
        self._at[sleeper] = entry
        heapq.heappush(self._heap, (*entry, sleeper))
        if len(self._heap) > 16 + 4 * len(self._at):
            self._heap = [(*at, who) for who, at in self._at.items()]
            heapq.heapify(self._heap)

    def clear(self, sleeper: T) -> None:
        """Do not call the sleeper."""
        self._at.pop(sleeper, None)

    def next_s(self) -> float | None:
        """The time of the earliest alarm."""
        while self._heap and self._at.get(self._heap[0][2]) != self._heap[0][:2]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def due(self, now_s: float) -> list[T]:
        """Those whose time has come, earliest first; their alarms are gone."""
        found = []
        time_s = self.next_s()
        while time_s is not None and time_s <= now_s:
            sleeper = heapq.heappop(self._heap)[2]
            del self._at[sleeper]
            found.append(sleeper)
            time_s = self.next_s()
        return found
