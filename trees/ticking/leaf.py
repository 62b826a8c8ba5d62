"""Leaves: stock py_trees behaviours and ours."""

from __future__ import annotations

from collections.abc import Callable

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.behaviours.leaf import Leaf
from cotree.core.reasons import Reason, raised
from cotree.core.stopping import Stop
from cotree.trees.asker import Asker
from cotree.trees.ticking.ticker import FAILURE, INVALID, RUNNING, SUCCESS, Shared, Ticker


class PlainTicker(Ticker):
    """A leaf that only overrides ``update``: the hot path."""

    __slots__ = ("_update",)

    def __init__(self, node: Behaviour, shared: Shared) -> None:
        super().__init__(node, shared)
        self._update: Callable[[], Status] = node.update

    def tick(self) -> Status:
        """Update, and tell if the status changed."""
        try:
            status = self._update()
        except Exception as error:
            status = self.contain(error, "update")
        if status is not self.status:
            status = self.settled(status)
        return status

    def stop(self, how: Stop) -> bool:
        """Nothing to stop but the status."""
        if self.status is RUNNING:
            self.become(INVALID)
        return True


class LeafTicker(PlainTicker):
    """A leaf with a life: ``initialise``, ``update``, ``terminate``."""

    __slots__ = ()

    def tick(self) -> Status:
        """Start it if it does not run, update it, and end it if it is over."""
        return self.live(self.begin() if self.status is not RUNNING else RUNNING)

    def live(self, status: Status) -> Status:
        """Update what runs, and draw the conclusions."""
        if status is RUNNING:
            try:
                status = self._update()
            except Exception as error:
                status = self.contain(error, "update")
        return self.concluded(status)

    def concluded(self, status: Status) -> Status:
        """End what does not run any more."""
        if status is not RUNNING:
            if status is not SUCCESS and status is not FAILURE:
                status = self.bad(status)
            status = self.end(status)
        if status is not self.status:
            status = self.settled(status)
        return status

    def begin(self) -> Status:
        """One ``initialise`` per execution."""
        try:
            self.node.initialise()
        except Exception as error:
            return self.contain(error, "initialise")
        return RUNNING

    def end(self, status: Status) -> Status:
        """One ``terminate`` per execution."""
        try:
            self.node.terminate(status)
        except Exception as error:
            return self.contain(error, "terminate")
        return status

    def stop(self, how: Stop) -> bool:
        """Terminate it if it runs; a stock behaviour stops at once."""
        if self.status is RUNNING:
            self.end(INVALID)
            self.become(INVALID)
        return True


class OurTicker(LeafTicker):
    """A leaf of ours: it starts when its needs are granted, and stopping it may take time."""

    __slots__ = ("asker", "fault", "halting_since_s", "overruled", "started")

    node: Leaf

    def __init__(self, node: Leaf, shared: Shared, asker: Asker) -> None:
        super().__init__(node, shared)
        self.asker = asker
        self.started = False
        self.halting_since_s: float | None = None
        """When its leaf was told to stop, until it stands still."""
        self.fault: Reason | None = None
        """The exception for which it is being stopped."""
        self.overruled: tuple[Status, Reason] | None = None
        """The result that it will have, whatever its own would be, once it stands still."""

    def tick(self) -> Status:
        """Ask, start once granted, update, and give everything back at the end."""
        if self.stopping is not None:
            return self.go_on_stopping(self.stopping)
        if self.fault is not None:
            return self.concluded(self.fall())
        if self.overruled is not None:
            return self.concluded(self.yields(*self.overruled))
        if self.started:
            return self.live(RUNNING)
        if self.asker.refusal is not None:
            self.blame(self.asker.refusal)
            self.asker.refusal = None
            return self.settled(FAILURE)
        if not self.may_start():
            if self.status is not RUNNING:
                self.become(RUNNING)
            return RUNNING
        self.node.reason = None
        self.started = True
        status = self.begin()
        status = self.live(status) if self.fault is None else self.concluded(status)
        if self.started:  # what is over at once, like a condition, is told if it came out otherwise
            self.shared.changed.append(self)
        return status

    def contain(self, error: Exception, doing: str) -> Status:
        """What it began is stopped before it fails."""
        if isinstance(error, MemoryError):
            raise error
        if doing not in ("initialise", "update"):
            return super().contain(error, doing)
        self.fault = raised(error, doing)
        return self.fall()

    def fall(self) -> Status:
        """Fail once it stands still; RUNNING until then."""
        if not self.stands(Stop.KILL):
            return RUNNING
        fault, self.fault = self.fault, None
        return self.blame(fault) if fault is not None else FAILURE

    def yields(self, status: Status, reason: Reason) -> Status:
        """End as somebody wants it once it stands still; RUNNING until then."""
        if not self.stands(Stop.CANCEL):
            return RUNNING
        self.overruled = None
        self.node.reason = reason if status is FAILURE else None
        return status

    def may_start(self) -> bool:
        """Whether it was granted what it needs; asks for it otherwise."""
        if self.asker.granted:
            return True
        if self.asker.free():
            return self.shared.held is None or not self.shared.held(self.asker)
        if not self.shared.hold:
            self.asker.ask()
        return False

    def bad(self, status: object) -> Status:
        """What it began is stopped before it fails for returning something that is no outcome."""
        self.fault = Reason("bad_status", f"update returned {status}, which is no outcome")
        return self.fall()

    def concluded(self, status: Status) -> Status:
        """End what does not run any more; what must fail fails once it stands still."""
        if status not in (RUNNING, SUCCESS, FAILURE):
            status = self.bad(status)
        return super().concluded(status)

    def end(self, status: Status) -> Status:
        """Terminate, and give back or pass on the resources whatever terminate does."""
        self.started = False
        self.asker.ended(success=status is SUCCESS)
        return super().end(status)

    def stop(self, how: Stop) -> bool:
        """Withdraw what it asked; if it runs, ask it to stop until it says that it has."""
        if not self.started:
            self.asker.withdraw()
        elif not self.stands(how):
            return False
        else:
            self.fault = self.overruled = None
            self.end(INVALID)
        if self.status is not INVALID:
            self.become(INVALID)
        return True

    def stands(self, how: Stop) -> bool:
        """Tell the leaf to stop; too slow is a kill, and a kill that is ignored is told."""
        if self.halting_since_s is None:
            self.halting_since_s = self.shared.now_s
            self.shared.halting[self] = None
            self.shared.changed.append(self)
        waited_s = self.shared.now_s - self.halting_since_s
        if waited_s >= self.shared.halt_s:
            how = Stop.KILL
        if waited_s >= 2 * self.shared.halt_s and self.node not in self.shared.reasons:
            self.because(Reason("no_stop", f"has not stopped for {waited_s:.1f} s"))
            self.shared.changed.append(self)
        if not self._leaf_stops(how):
            return False
        self.halting_since_s = None
        self.shared.halting.pop(self, None)
        return True

    def _leaf_stops(self, how: Stop) -> bool:
        try:
            return bool(self.node.halt(how))
        except Exception as error:
            super().contain(error, "halt")
            return True
