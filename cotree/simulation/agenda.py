"""What will happen, in the order in which it will."""

from __future__ import annotations

import heapq
from typing import Generic, TypeVar

T = TypeVar("T")


class Agenda(Generic[T]):
    """Things with their times; of things at one time the one noted first comes first."""

    def __init__(self) -> None:
        self._notes: list[tuple[float, int, T]] = []
        self._serial = 0

    def note(self, at_s: float, what: T) -> None:
        """This will happen then."""
        self._serial += 1
        heapq.heappush(self._notes, (at_s, self._serial, what))

    def first(self) -> tuple[float, T] | None:
        """What comes next, and when; None: nothing does."""
        if not self._notes:
            return None
        at_s, _, what = self._notes[0]
        return at_s, what

    def cross_out(self) -> None:
        """Forget what would come next."""
        heapq.heappop(self._notes)
