"""Nodes that tick their children in a way of their own: left to py_trees, with a fence around."""

from __future__ import annotations

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.stopping import Stop
from cotree.trees.ticking.ticker import FAILURE, INVALID, RUNNING, SUCCESS, Ticker


class IslandTicker(Ticker):
    """Ticks a custom node through its own generator; nothing below it may need resources."""

    __slots__ = ()

    def tick(self) -> Status:
        """One stock tick."""
        before = self.node.status
        try:
            for _ in self.node.tick():
                pass
            status = self.node.status
        except Exception as error:
            self._stop_all(self.node)
            status = self.contain(error, "tick")
        if status in (RUNNING, SUCCESS, FAILURE) and status is before is self.status:
            return status
        return self.settled(status)

    def stop(self, how: Stop) -> bool:
        """A stock stop, which is immediate."""
        if self.status is RUNNING:
            self._stop_all(self.node)
            self.become(INVALID)
        return True

    def _stop_all(self, node: Behaviour) -> None:
        """Stop everything below, whatever raises."""
        for child in node.children:
            self._stop_all(child)
        if node.status is RUNNING:
            try:
                node.terminate(INVALID)
            except Exception as error:
                self.contain(error, "terminate")
            node.status = INVALID
