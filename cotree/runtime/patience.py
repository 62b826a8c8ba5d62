"""When to stop waiting: a tree that is stuck gives up once no event can help it any more."""

from __future__ import annotations

from cotree.core.reasons import Reason


class Patience:
    """Looks at the tree after every tick.

    Without a limit (``None``) all events are foretold, as in simulation: a stuck tree gives up as
    soon as none will come.  With a limit it waits that long for an event that nobody announced.
    """

    def __init__(self, limit_s: float | None) -> None:
        self.due_s: float | None = None
        """When to give up, if nothing happens before."""
        self.reasons: tuple[Reason, ...] = ()
        """Why the tree was stuck when it gave up last."""
        self._limit_s = limit_s
        self._since_s: float | None = None
        self._stuck: tuple[Reason, ...] = ()

    def look(self, now_s: float, stuck: tuple[Reason, ...], next_event_s: float | None) -> None:
        """Note whether the tree is stuck, and when the next event is foretold."""
        self._stuck = stuck
        if not stuck:
            self._since_s = self.due_s = None
            return
        if self._since_s is None:
            self._since_s = now_s
        if self._limit_s is not None:
            self.due_s = self._since_s + self._limit_s
        else:
            self.due_s = now_s if next_event_s is None else None

    def over(self, now_s: float) -> bool:
        """Whether it is time to give up."""
        if self.due_s is None or now_s < self.due_s - 1e-6:
            return False
        self.reasons = self._stuck
        return True
