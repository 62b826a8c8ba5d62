"""``and``: all children, in any order, together where resources allow."""

from __future__ import annotations

from cotree.behaviours.declare import Children, behaviour
from cotree.trees.task import TaskNode


@behaviour("and", children=Children.MANY)
class And(TaskNode):
    """All children, in any order; those that fit together run together.

    A child that cannot be done does not keep the others from being done; the ``and`` fails when
    nothing is left to do.

    ```yaml
    - and:
        - perform: {what: wave, needs: [left_gripper]}
        - perform: {what: look around, needs: [head]}
    ```
    """

    word = "and"
    left = 0
    """Children that are not over."""

    def spread(self) -> None:
        """Open every child that is not over."""
        parts = [part for part in self.parts if not part.is_over()]
        self.left = len(parts)
        for part in parts:
            part.open()
        if not parts:
            self._conclude()

    def passes(self) -> bool:
        """Whether all that is left has goals that hold now, but need not last."""
        self.region.goals.forget(self)
        return all(part.is_reached() or part.passes() for part in self.parts)

    def look(self) -> None:
        """A goal below began or ceased to hold: a ``then`` may pass this over now."""
        if self.above is not None:
            self.above.look()

    def skip(self) -> None:
        """What is left below is passed over with it."""
        for part in self.parts:
            if not part.is_over():
                part.skip()
        super().skip()

    def respread(self, index: int) -> None:
        """One more to do."""
        self.left = sum(not part.is_over() for part in self.parts)
        super().respread(index)

    def child_done(self, index: int) -> None:
        """Done with the last one, unless one has failed."""
        self._one_less()

    def child_failed(self, index: int) -> None:
        """Failed once nothing is left to do."""
        self._one_less()

    def _one_less(self) -> None:
        self.left -= 1
        if self.left == 0:
            self._conclude()
        elif self.running == 0:
            self.look()

    def _conclude(self) -> None:
        failed = [i for i, part in enumerate(self.parts) if not part.is_reached()]
        if failed:
            self.failed(self.blocked(failed[0]))
        else:
            self.done()
