"""What composites share: children that are halted, perhaps over several ticks, before a verdict."""

from __future__ import annotations

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.stopping import Stop
from cotree.trees.ticking.ticker import FAILURE, INVALID, RUNNING, SUCCESS, Shared, Ticker


class CompositeTicker(Ticker):
    """Ticks children; ``verdict`` waits until every child has stopped."""

    __slots__ = ("_begins", "_ends", "children", "verdict")

    def __init__(self, node: Behaviour, shared: Shared, children: list[Ticker]) -> None:
        super().__init__(node, shared)
        self.children = children
        self.verdict: Status | None = None
        self._begins = type(node).initialise is not Behaviour.initialise
        self._ends = type(node).terminate is not Behaviour.terminate

    def tick(self) -> Status:
        """Finish stopping, or a verdict, before anything else; then begin, and take one step."""
        if self.stopping is not None:
            return self.go_on_stopping(self.stopping)
        if self.verdict is not None:
            return self.conclude(self.verdict)
        if self.status is not RUNNING and not self.start():
            return self.over(FAILURE)
        return self.step()

    def start(self) -> bool:
        """A new execution; False if it failed to begin."""
        return self.begin()

    def step(self) -> Status:
        """One tick of what runs."""
        raise NotImplementedError

    def begin(self) -> bool:
        """The node's own ``initialise``, if it has one; False if it raised."""
        if self._begins:
            try:
                self.node.initialise()
            except Exception as error:
                self.contain(error, "initialise")
                return False
        return True

    def conclude(self, status: Status, how: Stop = Stop.CANCEL) -> Status:
        """Halt what still runs; the verdict when nothing does, RUNNING until then."""
        self.verdict = status
        stopped = True
        for child in self.children:
            if child.status is RUNNING:
                stopped = child.halt(how) and stopped
        return self.over(status) if stopped else self.waits()

    def waits(self) -> Status:
        """RUNNING until every child has stopped, whatever the verdict will be."""
        if self.status is not RUNNING:
            self.status = self.node.status = RUNNING
            self.shared.changed.append(self)
        return RUNNING

    def judge(self, status: Status) -> Status:
        """Go on, or conclude; what is no status is a failure."""
        if status is RUNNING:
            return self.take(RUNNING)
        if status is not SUCCESS and status is not FAILURE:
            status = self.bad(status)
        return self.conclude(status)

    def over(self, status: Status) -> Status:
        """Nothing below runs: end with this verdict."""
        self.verdict = None
        if self._ends:
            try:
                self.node.terminate(status)
            except Exception as error:
                status = self.contain(error, "terminate")
        return self.take(status)

    def take(self, status: Status) -> Status:
        """Take a status and tell if it changed."""
        return self.settled(status) if status is not self.status else status

    def stop(self, how: Stop) -> bool:
        """Halt every child, then end."""
        stopped = True
        for child in self.children:
            if child.status is RUNNING:
                stopped = child.halt(how) and stopped
        if not stopped:
            return False
        for child in self.children:
            child.reset()
        if self.status is RUNNING:
            self.over_halted()
        self.reset()
        return True

    def over_halted(self) -> None:
        """The own ``terminate`` after a halt."""
        self.verdict = None
        if self._ends:
            try:
                self.node.terminate(INVALID)
            except Exception as error:
                self.contain(error, "terminate")

    def reset(self) -> None:
        """Forget the outcomes below, too."""
        self.verdict = None
        if self.status is not INVALID:
            for child in self.children:
                child.reset()
            self.become(INVALID)
