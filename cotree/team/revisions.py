"""What operators asked to take back or to give up, and how far each of these has come.

One is tried at a time; those that overlap are decided in the order in which they were asked for,
so the last word counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from cotree.team.dice import Dice

TRIES = 20
"""For how many claim times an undo goes on trying by itself."""
WAIT_S = (0.1, 0.4)
"""Between two tries: those who were told to stop need a moment."""
MOST_TIMES = 4
"""How many times as long the wait becomes, when others want to revise the same."""


class Revision(msgspec.Struct):
    """One that was asked for."""

    leaves: tuple[int, ...]
    abandons: bool
    until_s: float
    next_s: float
    tries: int = 0

    def overlaps(self, other: Revision) -> bool:
        """Whether they are about the same, if in part."""
        return not set(self.leaves).isdisjoint(other.leaves)

    def covers(self, other: Revision) -> bool:
        """Whether it is the other one too."""
        same = (self.leaves[0], self.abandons) == (other.leaves[0], other.abandons)
        return same and set(other.leaves) <= set(self.leaves)

    def later(self, now_s: float, dice: Dice) -> None:
        """Try again, each time after a longer wait."""
        self.tries = min(self.tries + 1, MOST_TIMES)
        self.next_s = now_s + dice.between(*WAIT_S) * self.tries


class Revisions:
    """Those of one robot that are not settled, in the order in which they were asked for."""

    def __init__(self, dice: Dice, patience_s: float) -> None:
        self.tried: Revision | None = None
        """The one that has a lease, or waits for this robot itself to stop."""
        self._dice = dice
        self._patience_s = patience_s
        self._all: list[Revision] = []

    def add(self, leaves: tuple[int, ...], now_s: float, *, abandons: bool) -> None:
        """One more, unless the last of those that it overlaps is answered by the same word."""
        new = Revision(leaves, abandons, now_s + self._patience_s, now_s)
        before = [each for each in self._all if each.overlaps(new)]
        if not (before and before[-1].covers(new)):
            self._all.append(new)

    def take(self, now_s: float) -> Revision | None:
        """The one to try now, if its time has come; what must wait for others loses no time."""
        for each, free in self._waiting():
            if not free:
                each.until_s = now_s + self._patience_s
            elif now_s >= each.next_s:
                each.next_s = math.inf
                self.tried = each
                return each
        return None

    def _waiting(self) -> Iterator[tuple[Revision, bool]]:
        """Each, and whether none before it must be decided first."""
        for number, each in enumerate(self._all):
            yield each, not any(each.overlaps(other) for other in self._all[:number])

    def settled(self, revision: Revision) -> None:
        """It was told, one way or the other."""
        self._all.remove(revision)
        if self.tried is revision:
            self.tried = None

    def next_due_s(self) -> float:
        """When to try one, if none is tried now."""
        return min((each.next_s for each, free in self._waiting() if free), default=math.inf)
