"""Sequences and selectors: children in order until one does not pass."""

from __future__ import annotations

from itertools import islice

from py_trees.common import Status
from py_trees.composites import Selector, Sequence

from cotree.core.stopping import Stop
from cotree.trees.ticking.composite import CompositeTicker
from cotree.trees.ticking.ticker import FAILURE, INVALID, RUNNING, SUCCESS, Shared, Ticker


class OrderedTicker(CompositeTicker):
    """Goes on while children return ``passing``; any other status is its own.

    Without memory it starts with the first child on every tick.  If an earlier child does not pass
    any more, the one that ran is halted; until it has stopped, leaves with needs do not start.
    """

    __slots__ = ("_high", "_memory", "_passing", "_paused", "_ran")

    node: Sequence | Selector

    def __init__(self, node: Sequence | Selector, shared: Shared, children: list[Ticker]) -> None:
        super().__init__(node, shared, children)
        self._passing = SUCCESS if isinstance(node, Sequence) else FAILURE
        self._memory = node.memory
        self._ran = -1
        """The child that ran after the last tick, or that is still stopping."""
        self._high = -1
        """The last child that was ticked in this execution."""
        self._paused = -1
        """The child at which it goes on after a pause."""

    def start(self) -> bool:
        """From the first child, or where it paused."""
        self._ran, self._paused = self._paused, -1
        return self.begin()

    def step(self) -> Status:
        """Tick children until one does not pass."""
        ran = self._ran
        if ran > 0 and not self._memory:
            place, status = self._before(ran)
            if place < ran:
                return self._arrived(place, status)
        return self._arrived(*self._from(ran))

    def _from(self, ran: int) -> tuple[int, Status]:
        """Tick children from the one that ran, or from the first."""
        passing = status = self._passing
        if ran > 0:
            for place in range(ran, len(self.children)):
                status = self.children[place].tick()
                if status is not passing:
                    return place, status
            return len(self.children), status
        place = 0
        for child in self.children:
            status = child.tick()
            if status is not passing:
                break
            place += 1
        return place, status

    def _before(self, ran: int) -> tuple[int, Status]:
        """Tick those before the one that runs, holding back leaves that would pre-empt it."""
        place = 0
        passing = status = self._passing
        self.shared.hold += 1
        try:
            for child in islice(self.children, ran):
                status = child.tick()
                if status is not passing:
                    break
                place += 1
        finally:
            self.shared.hold -= 1
        return place, status

    def _arrived(self, place: int, status: Status) -> Status:
        """Draw the conclusions from the last status and the place it came from."""
        last = min(place, len(self.children) - 1)
        if last < self._high:
            for child in islice(self.children, last + 1, self._high + 1):
                if child.status is not RUNNING:
                    child.reset()
        ran = self._ran
        if place < ran and not self.children[ran].halt(Stop.INTERRUPT):
            self._high = ran
            if status is not RUNNING:
                self.verdict = status
                self._high = last
            return self.take(RUNNING)
        self._high = last
        if last >= 0 and self.node.current_child is not self.children[last].node:
            self.node.current_child = self.children[last].node
        if status is RUNNING:
            self._ran = place
            return status if self.status is RUNNING else self.take(RUNNING)
        self._ran = -1
        if self._ends or self.status is None:
            return self.over(status)
        if status is not self.status:
            self.become(status)
        return status

    def conclude(self, status: Status, how: Stop = Stop.INTERRUPT) -> Status:
        """Wait until the pre-empted child has stopped, then end."""
        return super().conclude(status, how)

    def over(self, status: Status) -> Status:
        """Start from the beginning next time."""
        self._ran = -1
        return super().over(status)

    def stop(self, how: Stop) -> bool:
        """Halt what runs; if it will go on, those before it stay done."""
        pauses = self._memory and self.shared.resumes > 0 and self._ran > 0
        if self.status is not RUNNING or self.verdict is not None or not pauses:
            return super().stop(how)
        if not self.children[self._ran].halt(how):
            return False
        self.over_halted()
        self._paused = self._ran
        self.become(INVALID)
        return True

    def reset(self) -> None:
        """Nothing has been ticked."""
        if self._paused >= 0:
            for child in self.children:
                child.reset()
        self._ran = self._high = self._paused = -1
        self.node.current_child = None
        super().reset()
