"""``finally``: what must be done afterwards, whatever happened."""

from __future__ import annotations

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.stopping import Stop
from cotree.trees.ticking.composite import CompositeTicker
from cotree.trees.ticking.ticker import FAILURE, INVALID, RUNNING, Shared, Ticker


class FinallyTicker(CompositeTicker):
    """Ticks the work, then the follow-up; a halt stops the work and still runs the follow-up."""

    __slots__ = ("_outcome",)

    def __init__(self, node: Behaviour, shared: Shared, children: list[Ticker]) -> None:
        super().__init__(node, shared, children)
        self._outcome: Status | None = None
        """How the work ended; INVALID after a halt."""

    def start(self) -> bool:
        """The work first."""
        self._outcome = None
        return self.begin()

    def step(self) -> Status:
        """The work until it ends, then the follow-up until it ends."""
        if self._outcome is None:
            status = self.children[0].tick()
            if status is RUNNING:
                return self.take(RUNNING)
            self._outcome = status
        after = self.children[1].tick()
        if after is RUNNING:
            return self.take(RUNNING)
        return self.over(FAILURE if after is FAILURE else self._outcome)

    def stop(self, how: Stop) -> bool:
        """Stop the work, then run the follow-up to its end; a kill leaves it out."""
        if self.status is not RUNNING or how is Stop.KILL:
            return super().stop(how)
        if self._outcome is None:
            if not self.children[0].halt(how):
                return False
            self._outcome = INVALID
        if self.children[1].tick() is RUNNING:
            return False
        return super().stop(how)
