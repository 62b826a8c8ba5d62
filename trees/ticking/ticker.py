"""The base of all tickers, and what they share for one tree."""

from __future__ import annotations

from collections.abc import Callable

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.changes import GrownChange
from cotree.core.reasons import Reason, raised
from cotree.core.stopping import Stop
from cotree.trees.asker import Asker
from cotree.trees.called import called

RUNNING = Status.RUNNING
SUCCESS = Status.SUCCESS
FAILURE = Status.FAILURE
INVALID = Status.INVALID


class Shared:
    """What the tickers of one tree have in common."""

    __slots__ = (
        "changed",
        "grown",
        "halt_s",
        "halting",
        "held",
        "hold",
        "now_s",
        "reasons",
        "resumes",
    )

    def __init__(self) -> None:
        self.hold = 0
        """Above zero while the branch being ticked would pre-empt one that has not stopped yet:
        tasks, and leaves that need or move something, must not start."""
        self.resumes = 0
        """Above zero while something is stopped that will go on where it was, however urgently."""
        self.held: Callable[[Asker], bool] | None = None
        """Whether the operator holds what would start without being granted; None: nothing is."""
        self.now_s = 0.0
        self.halt_s = 5.0
        """How long a leaf may take to stop before the stop becomes a kill."""
        self.changed: list[Ticker] = []
        """Tickers whose status changed since the last drain, perhaps more than once."""
        self.grown: list[GrownChange] = []
        """Nodes that have others below them since the last drain."""
        self.halting: dict[Ticker, None] = {}
        """Leaves that were told to stop and have not stopped yet; they are asked every tick."""
        self.reasons: dict[Behaviour, Reason] = {}
        """What the engine itself has to say about a failure; see ``reason_of``."""


class Ticker:
    """Ticks and halts one node.  ``status`` mirrors the node's, which displays read."""

    __slots__ = ("blamed", "node", "shared", "status", "stopping")

    def __init__(self, node: Behaviour, shared: Shared) -> None:
        self.node = node
        self.shared = shared
        node.status = INVALID
        self.status: Status | None = INVALID
        """The node's status after the last tick; None after an exception, so that the next tick
        notices a failure of another kind."""
        self.blamed = False
        """Whether this execution fails for a reason that the node itself did not give."""
        self.stopping: Stop | None = None
        """The most urgent word it was told to stop with, until it has stopped."""

    def tick(self) -> Status:
        """Tick the node once."""
        raise NotImplementedError

    def is_over(self) -> bool:
        """Whether the last execution came to its end."""
        return self.node.status in (SUCCESS, FAILURE)

    def halt(self, how: Stop) -> bool:
        """Stop the node if it runs; True once nothing of it runs any more.  Asked every tick.

        Stopping only ever gets more urgent.
        """
        self.stopping = how if self.stopping is None else max(self.stopping, how)
        if not self.stop(self.stopping):
            return False
        self.stopping = None
        return True

    def stop(self, how: Stop) -> bool:
        """One step of stopping; True once nothing runs any more."""
        raise NotImplementedError

    def go_on_stopping(self, how: Stop) -> Status:
        """It is ticked although it was told to stop: it may start again once it has stopped."""
        self.halt(how)
        return RUNNING

    def reset(self) -> None:
        """Forget the outcome of an execution that is over; displays show no visit."""
        if self.status is not INVALID:
            self.become(INVALID)

    def become(self, status: Status) -> None:
        """Take a new status and tell that it changed."""
        self.status = self.node.status = status
        self.blamed = False
        self.shared.changed.append(self)

    def path(self) -> str:
        """The node's path in the tree, or its name."""
        return called(self.node)

    def because(self, reason: Reason) -> None:
        """Note why the node failed."""
        self.shared.reasons[self.node] = reason.at(self.path())

    def blame(self, reason: Reason) -> Status:
        """Fail for a reason that the node itself did not give."""
        self.because(reason)
        self.status = None
        self.blamed = True
        self.node.status = INVALID
        return FAILURE

    def bad(self, status: object) -> Status:
        """Fail for returning something that is no outcome."""
        return self.blame(Reason("bad_status", f"update returned {status!r}, which is no outcome"))

    def contain(self, error: Exception, doing: str) -> Status:
        """Turn an exception into a failure with its place, its traceback and its reason."""
        if isinstance(error, MemoryError):
            raise error
        return self.blame(raised(error, doing))

    def settled(self, status: Status) -> Status:
        """Take a status that differs from the last one; what is none is a failure."""
        if not self.blamed:
            self.shared.reasons.pop(self.node, None)
            if status not in (RUNNING, SUCCESS, FAILURE):
                self.bad(status)
        if self.blamed:
            self.blamed = False
            self.status = None
            self.node.status = FAILURE
            self.shared.changed.append(self)
            return FAILURE
        self.become(status)
        return status
