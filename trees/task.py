"""The base of ``then``, ``and`` and ``or``: their children are opened, not ticked.

A task node opens the children whose turn it is (the level of the paper, top down); leaves below
ask for resources with their potential (bottom up); the root grants a compatible set.  Nothing is
visited that has not changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Composite

from cotree.core.changes import NodeState
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.trees.part import OVER, Part


class TaskNode(Part, Composite):
    """A task node; ``parts`` are its children as its region sees them."""

    word: ClassVar[str]
    running = 0
    """Units that run below."""

    def __init__(
        self, name: str, params: object = None, children: Sequence[Behaviour] | None = None
    ) -> None:
        Composite.__init__(self, name, children)
        self.path = name
        self.parts: list[Part] = []

    # -- py_trees ------------------------------------------------------------------------------

    def tick(self) -> Iterator[Behaviour]:
        """One tick of the whole tree, for those who hand the root to a py_trees tree."""
        region = getattr(self, "region", None)
        if region is None:
            raise RuntimeError(f"{self.name} is not attached: give its root to cotree.trees.Engine")
        region.tick_tree()
        yield from self.iterate()

    def stop(self, new_status: Status = Status.INVALID) -> None:
        """What py_trees calls to interrupt a tree: everything stops, at once."""
        self.region.kill_tree()

    def tip(self) -> Behaviour | None:
        """The first of the deepest running nodes."""
        for child in self.children:
            if child.status is Status.RUNNING:
                return child.tip()
        return self if self.status is not Status.INVALID else None

    # -- opening and closing -------------------------------------------------------------------

    def open(self) -> None:
        """Open the children whose turn it is."""
        self.become(NodeState.WAITING)
        if not self.decided():
            self.spread()

    def spread(self) -> None:
        """Open the children whose turn it is, for the first time."""
        raise NotImplementedError

    def close(self) -> None:
        """Close whatever is open below."""
        for part in self.parts:
            if not part.is_over() and part.state is not NodeState.INACTIVE:
                part.close()
        if not self.is_over():
            self.become(NodeState.INACTIVE)

    def reset(self) -> None:
        """Forget all progress below."""
        self.reason = None
        self.running = 0
        if self.state is not NodeState.INACTIVE:
            self.become(NodeState.INACTIVE)
        for part in self.parts:
            part.reset()

    def halt(self, how: Stop) -> bool:
        """Halt every child."""
        if self.state in (NodeState.WAITING, NodeState.RUNNING):
            self.become(NodeState.STOPPING)
        stopped = [part.halt(how) for part in self.parts if not part.is_over()]
        return all(stopped)

    def busy(self) -> bool:
        """Whether something below runs."""
        return self.running > 0

    # -- what is told from below ---------------------------------------------------------------

    def child_reopened(self, index: int) -> None:
        """A child is to be done again: so is this."""
        was = self.state
        if self.is_over():
            self.reason = None
            self.become(NodeState.WAITING)
        if was is not NodeState.INACTIVE:
            self.respread(index)
        if was in OVER and self.above is not None:
            self.above.child_reopened(self.index)

    def respread(self, index: int) -> None:
        """Give a child its turn again that was over."""
        self.parts[index].open()

    def child_started(self, index: int) -> None:
        """Something below this child has started."""
        self.running += 1
        if self.state is NodeState.WAITING:
            self.become(NodeState.RUNNING)

    def child_stopped(self, index: int) -> None:
        """Something below this child has stopped, done or not."""
        self.running -= 1
        if self.running == 0 and self.state is NodeState.RUNNING:
            self.become(NodeState.WAITING)

    def blocked(self, index: int) -> Reason:
        """The reason of the child that failed."""
        return self.parts[index].reason or Reason("failed", f"{self.parts[index].path} failed")
