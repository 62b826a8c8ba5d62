"""Pieces of work: what one robot of a team claims, and does, as a whole.

Most pieces are single leaves.  Where a step leaves the robot itself ready for the next one (it
stands somewhere, it holds something), the whole ``then`` is one piece: nobody else could go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Protocol

from cotree.behaviours.leaf import Leaf
from cotree.core.changes import NodeState
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.team.outline import Outline, Repair
from cotree.trees.part import Part
from cotree.trees.task import TaskNode
from cotree.trees.then import Then
from cotree.trees.unit import Unit
from cotree.trees.whole import is_whole

ASLEEP = (NodeState.WAITING, NodeState.CLAIMING)
"""It is its turn, and nothing of it runs."""
GAVE_UP = "gave_up"


class Owner(Protocol):
    """Who looks after all pieces of one robot."""

    def may_start(self, unit: Unit) -> bool:
        """Whether a granted unit may start; if not, what it lacks is asked for."""

    aside: Reason | None
    """Why this robot asks for nothing at all; None: it does."""

    def goes_on(self, unit: Unit) -> None:
        """A unit that runs was granted another round."""

    def dropped(self, unit: Unit) -> None:
        """A unit does not want to start any more."""

    def over(self, piece: Piece, reason: Reason | None) -> None:
        """A piece came to its end here: done, or given up."""

    def ceases(self, piece: Piece) -> None:
        """A piece is being stopped, which takes more ticks than one."""


class Piece:
    """One piece of work, as one robot sees it."""

    owner: Owner

    def __init__(self, root: Part) -> None:
        self.root = root
        self.path = root.path
        self.parts = tuple(_below(root))
        self.units = tuple(part for part in self.parts if isinstance(part, Unit))
        self.done = False
        """Whether somebody did it, as the team knows."""
        self.lost: Reason | None = None
        """Why nobody shall do it any more."""
        self.withheld: Reason | None = None
        """Why this robot does not ask for it: it gave up, or a person does it."""
        self.ceasing: Stop | None = None
        for part in self.parts:
            part.piece = self
        for unit in self.units:
            for node in unit.node.iterate():
                if isinstance(node, Leaf):
                    node.permit = unit.path

    # -- for its parts -------------------------------------------------------------------------

    def decided(self) -> bool:
        """Called when its turn comes: whether it is over already, or not this robot's work."""
        if self.done:
            self._conclude()
        elif self.lost is not None:
            self.root.failed(self.lost)
        if self.done or self.lost is not None or self.withheld is not None:
            return True
        return self.owner.aside is not None

    def over(self) -> None:
        """Its root is done."""
        if not self.done:
            self.done = True
            self.owner.over(self, None)

    def gave_up(self, reason: Reason) -> None:
        """Its root failed here, which is no failure of the team yet."""
        root = self.root
        self.withheld = Reason(GAVE_UP, f"this robot gave up: {reason.message}", path=reason.path)
        root.reset()
        root.reason = reason
        root.become(NodeState.WAITING)
        for node, index in root.ancestors():
            node.child_withheld(index)
        self.owner.over(self, reason)

    def forgo(self, reason: Reason) -> None:
        """This robot will not do it, whether it has tried or not; its peers may."""
        if self.done or self.lost is not None or self.withheld is not None:
            return
        if self.root.state in ASLEEP and not self.root.busy():
            self.gave_up(reason)
        else:
            self.withheld = Reason(GAVE_UP, f"this robot gave up: {reason.message}")
            self.owner.over(self, reason)

    # -- what the team knows -------------------------------------------------------------------

    def learn(self) -> None:
        """Somebody else has done it."""
        self.done = True
        if self.root.state in ASLEEP and not self.root.busy():
            self._conclude()
        elif self.root.state is NodeState.INACTIVE:
            for node, index in self.root.ancestors():
                node.child_settled(index)

    def _conclude(self) -> None:
        self.root.close()
        for node, index in self.root.ancestors():
            node.child_achieved(index)
        self.root.done()

    def abandon(self, reason: Reason) -> None:
        """Nobody shall do it any more: now it has failed."""
        self.lost = reason
        if self.root.state in ASLEEP and not self.root.busy():
            self.root.close()
            self.root.failed(reason)

    def reopen(self) -> None:
        """What was done is not done any more, or is to be done after all."""
        self.done = False
        self.lost = None
        if self.withheld is not None and self.withheld.code == GAVE_UP:
            self.withheld = None
        was = self.root.state
        self.root.reset()
        if self.root.above is not None and was is not NodeState.INACTIVE:
            self.root.above.child_reopened(self.root.index)

    def withhold(self, why: Reason) -> None:
        """Do not ask for it from now on."""
        self.withheld = why
        self.ask_again()

    def allow(self) -> None:
        """Ask for it again, if it is its turn."""
        self.withheld = None
        self.ask_again()

    def ask_again(self) -> None:
        """If it is its turn and it sleeps: ask for it, or not, as things are now."""
        if self.root.state in ASLEEP and not self.root.busy():
            self.root.close()
            self.root.open()

    def rests(self) -> bool:
        """Whether it may be done still, and nothing of it runs."""
        asleep = self.root.state in (*ASLEEP, NodeState.INACTIVE)
        return self.ceasing is None and asleep and not self.root.busy()

    # -- stopping ------------------------------------------------------------------------------

    def cease(self, how: Stop) -> None:
        """Stop it, if any of it runs; what was done of it stays done."""
        if self.ceasing is None or how > self.ceasing:
            self.ceasing = how
        self.owner.ceases(self)

    def stands_still(self) -> bool:
        """One step of stopping; True once nothing of it moves, and it may be asked for again."""
        assert self.ceasing is not None, "only what was told to cease is asked"
        root = self.root
        if not root.is_over():
            if not root.halt(self.ceasing):
                return False
            root.close()
            root.region.free(self.parts)
        self.ceasing = None
        return True

    def rejoin(self) -> None:
        """After it was stopped: ask again for what is left of it, or take what the team decided."""
        root = self.root
        if root.is_over() or root.state is not NodeState.INACTIVE or not _has_turn(root):
            return
        root.open()
        if isinstance(root, Then) and not root.is_over() and self.withheld is None:
            root.step_back()


def pieces_of(root: Part) -> list[Piece]:
    """All pieces below a topmost task node, in the order of the tree."""
    return [Piece(part) for part in _roots(root)]


def outline_of(part: Part) -> Outline:
    """The task as the team divides it: pieces are its leaves."""
    if part.piece is not None:
        node = part if isinstance(part, TaskNode) else part.node  # type: ignore[attr-defined]
        repeatable = bool(getattr(node, "repeatable", False))
        return Outline("leaf", part.path, (), (), repeatable, _repair(part, repeatable))
    assert isinstance(part, TaskNode)
    children = tuple(outline_of(child) for child in part.parts)
    return Outline(part.word, part.path, children)  # type: ignore[arg-type]


def _repair(part: Part, repeatable: bool) -> Repair:
    """What is to be done with a piece that is found half done."""
    said: Repair | Literal[""]
    if not isinstance(part, Unit):
        said = getattr(part, "if_unsure", "")
        return said or "resume"
    said = vars(part.node).get("if_unsure", "")  # what a mission says is the node's own
    own: Repair = getattr(part.leaf or part.node, "if_unsure", "ask")
    return said or ("redo" if repeatable and own == "ask" else own)


def _roots(part: Part) -> Iterator[Part]:
    if isinstance(part, TaskNode) and not is_whole(part):
        for child in part.parts:
            yield from _roots(child)
    else:
        yield part


def _below(part: Part) -> Iterator[Part]:
    yield part
    if isinstance(part, TaskNode):
        for child in part.parts:
            yield from _below(child)


def _has_turn(part: Part) -> bool:
    """Whether the node above is open, and has this child open too."""
    above = part.above
    if above is None:
        return part.region.is_open()
    if not isinstance(above, TaskNode) or above.is_over() or above.state is NodeState.INACTIVE:
        return False
    return above.opens(part.index)
