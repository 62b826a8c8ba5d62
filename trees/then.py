"""``then``: all children, in the written order."""

from __future__ import annotations

from cotree.behaviours.declare import Children, behaviour
from cotree.core.changes import NodeState
from cotree.core.reasons import Reason
from cotree.trees.part import Part
from cotree.trees.task import TaskNode


@behaviour("then", children=Children.MANY)
class Then(TaskNode):
    """All children, one after the other.

    A child whose goal holds already (a move to where the robot stands) is passed over, but only for
    now: it counts as done once a later child has started; until then it may come back.  The last
    child is never passed over.

    ```yaml
    - then:
        - move: kitchen
        - wait: 5 s
    ```
    """

    word = "then"
    front = 0
    """The child whose turn it is."""

    begun = 0
    """Every child before this one is done."""

    owed: int | None = None
    """A child that must be done anew, although what came after it holds still."""

    def open(self) -> None:
        """Open the first child; after an interruption, go back over what no longer holds."""
        super().open()
        if (self.region.resuming or self.owed is not None) and not self.is_over():
            self.step_back()

    def spread(self) -> None:
        """Open the first child that is not done and not passed over."""
        self.front = self._first()
        if self.parts[self.front].is_reached():  # it was opened again, and its goal still held
            self.done()
        else:
            self.parts[self.front].open()

    def _first(self) -> int:
        self.region.goals.forget(self)
        last = len(self.parts) - 1
        while self.begun < last and self.parts[self.begun].is_reached():
            self.begun += 1
        index = self.begun
        while index < last and self._passable(index):
            index += 1
        return index

    def _passable(self, index: int) -> bool:
        part: Part = self.parts[index]
        return part.is_reached() or part.passes()

    def step_back(self) -> bool:
        """Do children anew whose goal has ceased to hold, the last ones first; whether any has.

        The robot was to stand here, or to hold something, for the child whose turn it is.
        """
        if self.parts[self.front].busy():
            return False
        index = self.front if self.owed is None else min(self.owed, self.front)
        self.owed = None
        while index > 0 and self.parts[index - 1].lapsed():
            index -= 1
        if index == self.front:
            return False
        self.parts[self.front].close()
        for part in self.parts[index : self.front]:
            part.become(NodeState.INACTIVE)
        self.begun = min(self.begun, index)
        self.spread()
        return True

    def look(self) -> None:
        """A goal began or ceased to hold: another child may have its turn, unless one has begun."""
        part = self.parts[self.front]
        if self.is_over() or self.state is NodeState.INACTIVE or part.busy():
            return
        front = self._first()
        if front != self.front:
            part.close()
            self.front = front
            self.parts[front].open()

    def opens(self, index: int) -> bool:
        """Whether this child is the front one."""
        return index == self.front

    def respread(self, index: int) -> None:
        """Go back to this child; what came after it is undone with it."""
        if index > self.front:
            return
        if self.front != index and not self.parts[self.front].is_over():
            self.parts[self.front].close()
        for part in self.parts[index + 1 : self.front + 1]:
            if not part.busy():
                part.reset()
        self.begun = min(self.begun, index)
        self.spread()

    def child_started(self, index: int) -> None:
        """What was passed over before this child is done now."""
        super().child_started(index)
        self._settle(index)

    def _settle(self, index: int) -> None:
        for part in self.parts[self.begun : index]:
            if not part.is_over():
                part.skip()

    def child_done(self, index: int) -> None:
        """Go on with the next one."""
        if self.parts[-1].is_reached():
            self._settle(index)
            self.done()
        else:
            self.spread()

    def child_failed(self, index: int) -> None:
        """Without this child the rest has no meaning."""
        self.failed(self.blocked(index))

    def close(self) -> None:
        """No goal concerns it any more."""
        self.region.goals.forget(self)
        super().close()

    def done(self, state: NodeState = NodeState.DONE) -> None:
        """No goal concerns it any more."""
        self.region.goals.forget(self)
        super().done(state)

    def failed(self, reason: Reason) -> None:
        """No goal concerns it any more."""
        self.region.goals.forget(self)
        super().failed(reason)

    def reset(self) -> None:
        """Begin with the first child."""
        super().reset()
        self.front = self.begun = 0
        self.owed = None
