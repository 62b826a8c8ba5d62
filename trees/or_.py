"""``or``: one of several alternatives."""

from __future__ import annotations

from cotree.behaviours.declare import Children, behaviour
from cotree.core.changes import NodeState
from cotree.trees.part import Part
from cotree.trees.task import TaskNode


def reached(part: Part) -> bool:
    """Whether anything in a branch is done.

    What a team divides counts as a whole: nothing of a piece that it has given up, whatever this
    robot did of it, and all of one that it knows to be done, also before its turn here.
    """
    piece = part.piece
    if piece is not None and piece.root is part and (piece.done or piece.lost is not None):
        return piece.done
    if isinstance(part, TaskNode):
        return any(reached(child) for child in part.parts)
    return part.is_reached()


@behaviour("or", children=Children.MANY)
class Or(TaskNode):
    """One of the children: the most suitable one that can start.

    The first leaf that starts commits the ``or`` to its branch.  If that comes to nothing, before
    anything was done in the branch, the other branches may compete again; a branch that cannot be
    done is not tried again.  Once something was done in a branch the ``or`` stays with it, and
    fails when it fails: ``or`` chooses, ``selector`` falls back.

    ```yaml
    - or:
        - perform: fetch orange
        - perform: fetch apple
    ```
    """

    word = "or"
    committed: int | None = None
    """The branch that was chosen."""
    settled = False
    """Whether something was done in that branch, so that it stays chosen."""
    team: int | None = None
    """The branch in which a peer has done something."""

    def spread(self) -> None:
        """Open every branch that is still possible."""
        if self.team is not None and not self.busy():
            self.settled = True
            self._commit(self.team)
        for index, part in enumerate(self.parts):
            if part.state is NodeState.INACTIVE and self.committed in (None, index):
                part.open()

    def opens(self, index: int) -> bool:
        """Whether this branch is chosen, or none is."""
        return self.committed in (None, index)

    def respread(self, index: int) -> None:
        """Nothing else being done in the branch, the others may compete again."""
        self.settled = any(reached(part) for part in self.parts)
        self.team = self.team if self.settled else None
        if not self.settled:
            self.committed = None
        self.spread()

    def child_settled(self, index: int) -> None:
        """The team stays with this branch, and so does this robot once it has stopped."""
        self.team = index
        if self.committed != index and not self.busy() and self.state is NodeState.WAITING:
            self.spread()

    def child_withheld(self, index: int) -> None:
        """Let the others compete again, unless a whole piece was done in this branch."""
        if self.state is NodeState.WAITING:
            self.respread(index)

    def child_claims(self, index: int) -> None:
        """The others wait until the team has answered."""
        self._commit(index)

    def child_denied(self, index: int) -> None:
        """Let the others compete again."""
        if self.state is NodeState.WAITING and not self.settled:
            self.committed = None
            self.spread()

    def child_started(self, index: int) -> None:
        """Commit to the branch."""
        super().child_started(index)
        self._commit(index)

    def _commit(self, index: int) -> None:
        if self.committed != index:
            self.committed = index
            closed = [
                part
                for other, part in enumerate(self.parts)
                if other != index and not part.is_over() and part.state is not NodeState.INACTIVE
            ]
            for part in closed:
                part.close()
            self.region.let_go([part.path for part in closed])

    def child_stopped(self, index: int) -> None:
        """Let the others compete again, if nothing was done and nothing else runs."""
        super().child_stopped(index)
        if self.state is NodeState.WAITING and not self.settled:
            self.committed = None
            self.spread()
        elif self.team not in (None, self.committed) and not self.busy() and not self.is_over():
            self.spread()

    def child_achieved(self, index: int) -> None:
        """Something in this branch is done: it stays chosen."""
        self.settled = True
        self._commit(index)

    def child_done(self, index: int) -> None:
        """One is enough."""
        self._commit(index)
        self.done()

    def child_failed(self, index: int) -> None:
        """Try the others, unless none is left, or something was done only in what has failed."""
        left = [i for i, part in enumerate(self.parts) if part.state is not NodeState.FAILED]
        begun = [i for i in left if reached(self.parts[i])]
        self.settled = any(reached(part) for part in self.parts)
        if not left or (self.settled and not begun):
            self.failed(self.blocked(index))
        elif self.committed == index:
            self.committed = None
            self.team = begun[0] if begun else None
            self.spread()

    def close(self) -> None:
        """Every branch may compete again, unless something was done in one."""
        super().close()
        if not self.settled:
            self.committed = None

    def reset(self) -> None:
        """No branch is chosen."""
        super().reset()
        self.committed = None
        self.settled = False
        self.team = None
