"""What task nodes and the units below them have in common: a place in the task, and a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from cotree.core.changes import NodeState
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.trees.watch import Watch

OVER = frozenset((NodeState.DONE, NodeState.SKIPPED, NodeState.FAILED))
REACHED = frozenset((NodeState.DONE, NodeState.SKIPPED))


class Home(Protocol):
    """What a part asks of the region it belongs to."""

    goals: Watch[Part]
    """Whose goals depend on what."""

    resuming: bool
    """Whether the task is being opened where it was interrupted."""

    def now_s(self) -> float:
        """The time of this tick."""

    def tick_tree(self) -> None:
        """One tick of the whole tree."""

    def kill_tree(self) -> None:
        """Stop the whole tree at once."""

    def noted(self, part: Part) -> None:
        """A part changed its state."""

    def hand_on(self, part: Part) -> None:
        """A part is over: what it still holds is passed on, or free again."""

    def let_go(self, closed: list[str]) -> None:
        """These branches are not taken: what they kept for another attempt is free again."""


class Part:
    """One node of a task region.

    *Open* means that the level of the paper is 1: it is this part's turn.  ``anchor`` says that it
    owns what is taken below it: each ``then``, and each direct child of an ``and`` or an ``or``.
    """

    region: Home
    path: str
    above: Part | None = None
    """The task node above it in this region."""
    index = 0
    order = 0
    """Its place in the tree."""
    anchor = False
    heir: str | None = None
    """The anchor that inherits what this one still holds at its end."""
    state = NodeState.INACTIVE
    closed_s: float | None = None
    """When it stopped being its turn; the displayed level fades from then on."""
    reason: Reason | None = None

    def is_over(self) -> bool:
        """Whether it is done, skipped or failed."""
        return self.state in OVER

    def is_reached(self) -> bool:
        """Whether it is done or skipped."""
        return self.state in REACHED

    def become(self, state: NodeState) -> None:
        """Take a new state and tell that it changed."""
        if state in OVER or state is NodeState.INACTIVE:
            self.closed_s = self.region.now_s()
        self.state = state
        self.region.noted(self)

    # -- what its parent and region ask of it ---------------------------------------------------

    def open(self) -> None:
        """It is its turn."""
        raise NotImplementedError

    def close(self) -> None:
        """It is not its turn any more; nothing of it runs."""
        raise NotImplementedError

    def reset(self) -> None:
        """As if it had never been touched."""
        raise NotImplementedError

    def halt(self, how: Stop) -> bool:
        """Stop what runs below and withdraw what waits; True once nothing runs any more."""
        raise NotImplementedError

    def look(self) -> None:
        """Something that its goal depends on has changed."""

    def busy(self) -> bool:
        """Whether something of it runs."""
        raise NotImplementedError

    def skip(self) -> None:
        """It is passed over for good."""
        self.become(NodeState.SKIPPED)

    def lapsed(self) -> bool:
        """Whether it was done for something that does not hold any more."""
        return False

    def passes(self) -> bool:
        """Whether it may be passed over for now, because its goal holds."""
        return False

    def ancestors(self) -> Iterator[tuple[Part, int]]:
        """The task nodes above in this region, with the child that leads here, nearest first."""
        part: Part = self
        while part.above is not None:
            yield part.above, part.index
            part = part.above

    # -- what is told from below ---------------------------------------------------------------

    def child_started(self, index: int) -> None:
        """Something below this child has started."""

    def child_stopped(self, index: int) -> None:
        """Something below this child has stopped, done or not."""

    def child_achieved(self, index: int) -> None:
        """Something below this child is done."""

    def child_done(self, index: int) -> None:
        """This child is done."""

    def child_failed(self, index: int) -> None:
        """This child cannot be done."""

    # -- endings -------------------------------------------------------------------------------

    def done(self, state: NodeState = NodeState.DONE) -> None:
        """It reached its goal."""
        self.become(state)
        self.region.hand_on(self)
        if self.above is not None:
            self.above.child_done(self.index)

    def failed(self, reason: Reason) -> None:
        """It cannot reach its goal any more."""
        self.reason = reason.at(self.path)
        self.become(NodeState.FAILED)
        self.region.hand_on(self)
        if self.above is not None:
            self.above.child_failed(self.index)
