"""What task nodes and the units below them have in common: a place in the task, and a state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

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

    def is_open(self) -> bool:
        """Whether the task has its turn, and is not being stopped."""

    def tick_tree(self) -> None:
        """One tick of the whole tree."""

    def kill_tree(self) -> None:
        """Stop the whole tree at once."""

    def noted(self, part: Part) -> None:
        """A part changed its state."""

    def free(self, parts: Iterable[Part]) -> None:
        """Nothing of these runs any more: what they own without a load is free."""

    def hand_on(self, part: Part) -> None:
        """A part is over: what it still holds is passed on, or free again."""

    def let_go(self, closed: list[str]) -> None:
        """These branches are not taken: what they kept for another attempt is free again."""


class Owner(Protocol):
    """Who knows what the team lets this robot do."""

    def may_start(self, part: Any) -> bool:
        """Whether a granted unit may start; if not, what it lacks is asked for."""

    def goes_on(self, part: Any) -> None:
        """A unit that runs was granted another round."""

    def dropped(self, part: Any) -> None:
        """A unit does not want to start any more."""

    @property
    def aside(self) -> Reason | None:
        """Why this robot asks for nothing at all; None: it does."""


class Work(Protocol):
    """A piece of work, as its parts see it."""

    path: str
    done: bool
    """Whether somebody did it, as the team knows."""

    @property
    def root(self) -> Part:
        """The part that it is."""

    @property
    def owner(self) -> Owner:
        """Who knows whether it may start."""

    def decided(self) -> bool:
        """Called when its turn comes: whether it is over already, or not this robot's work."""

    def over(self) -> None:
        """Its root is done."""

    def gave_up(self, reason: Reason) -> None:
        """Its root failed here, which is no failure of the team yet."""

    def forgo(self, reason: Reason) -> None:
        """This robot will not do it, whether it has tried or not; its peers may."""

    def cease(self, how: Stop) -> None:
        """Stop it, if any of it runs."""

    @property
    def withheld(self) -> Reason | None:
        """Why this robot does not ask for it."""

    @property
    def lost(self) -> Reason | None:
        """Why nobody shall do it any more."""


class Part:
    """One node of a task region.

    *Open* means that the level of the paper is 1: it is this part's turn.  ``anchor`` says that it
    owns what is taken below it: each ``then``, and each direct child of an ``and`` or an ``or``.
    """

    region: Home
    path: str
    piece: Work | None = None
    """In a team: the piece of work that it is or belongs to."""
    above: Part | None = None
    """The task node above it in this region."""
    index = 0
    order = 0
    """Its place in the tree."""
    anchor = False
    passing = False
    """Whether its goal held when it was last looked whether it may be passed over."""
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

    def decided(self) -> bool:
        """Whether the team says all there is to say about it: done, lost, or not for this robot."""
        piece = self.piece
        return piece is not None and piece.root is self and piece.decided()

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

    def child_claims(self, index: int) -> None:
        """Something below this child was chosen and asks the team for the right to start."""

    def child_denied(self, index: int) -> None:
        """It does not start."""

    def child_reopened(self, index: int) -> None:
        """This child, which was over, is to be done again."""

    def child_settled(self, index: int) -> None:
        """In a team: a peer has done something below this child."""

    def child_withheld(self, index: int) -> None:
        """In a team: this robot gave up something below this child, and peers may not."""

    def opens(self, index: int) -> bool:
        """Whether it is this child's turn, while it is this part's own."""
        return True

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
        if self.piece is not None and self.piece.root is self:
            self.piece.over()
        if self.above is not None:
            self.above.child_done(self.index)

    def failed(self, reason: Reason) -> None:
        """It cannot reach its goal any more; of a team's piece that is said by the team."""
        piece = self.piece
        if piece is not None and piece.root is self and piece.lost is None:
            piece.gave_up(reason.at(self.path))
            return
        self.reason = reason.at(self.path)
        self.become(NodeState.FAILED)
        self.region.hand_on(self)
        if self.above is not None:
            self.above.child_failed(self.index)
