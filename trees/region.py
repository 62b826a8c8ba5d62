"""A region: a topmost task node with all task nodes directly below it, and the units they hold.

For the engine a region is one ticker: ticking it ticks the units that run, in the order of the
tree, and nothing else.  A tree is usually one region; decorators and stock composites with task
nodes inside make inner ones.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from typing import Protocol

from py_trees.common import Status

from cotree.core.belief import View
from cotree.core.changes import NodeState
from cotree.core.mission import Policy
from cotree.core.reasons import Reason
from cotree.core.resources import Resource, disown, release_rest
from cotree.core.stopping import Stop
from cotree.trees.asker import Asker
from cotree.trees.part import Part
from cotree.trees.pool import Pool
from cotree.trees.task import TaskNode
from cotree.trees.then import Then
from cotree.trees.ticking.ticker import FAILURE, INVALID, RUNNING, SUCCESS, Shared, Ticker
from cotree.trees.unit import Unit
from cotree.trees.watch import Watch

STATUS = {
    NodeState.INACTIVE: INVALID,
    NodeState.WAITING: INVALID,
    NodeState.CLAIMING: INVALID,
    NodeState.RUNNING: RUNNING,
    NodeState.STOPPING: RUNNING,
    NodeState.DONE: SUCCESS,
    NodeState.SKIPPED: SUCCESS,
    NodeState.FAILED: FAILURE,
}


class Host(Protocol):
    """What a region asks of the engine."""

    goals: Watch[Part]

    def tick(self) -> Status:
        """Tick the whole tree."""

    def halt(self, how: Stop) -> bool:
        """Stop the whole tree."""

    def tick_unit(self, unit: Unit) -> None:
        """Tick one unit."""

    def noted(self, part: Part) -> None:
        """A part changed its state."""

    def wake(self, unit: Unit, time_s: float) -> None:
        """Ask a unit again at that time."""

    def ended(self, unit: Unit, *, success: bool) -> None:
        """A unit does not run any more."""

    def excuses(self, reason: Reason) -> bool:
        """Whether a reaction looks after what ended an attempt, so that it does not count."""


class Region(Ticker):
    """Runs one connected piece of task tree."""

    __slots__ = (
        "active",
        "engine",
        "goals",
        "interrupted",
        "opened",
        "parts",
        "pool",
        "resuming",
        "root",
    )

    def __init__(self, root: TaskNode, shared: Shared, pool: Pool, engine: Host) -> None:
        super().__init__(root, shared)
        self.root = root
        self.opened = False
        self.interrupted = False
        """Whether it will go on where it was."""
        self.resuming = False
        self.engine = engine
        self.pool = pool
        self.parts: list[Part] = []
        """All parts, parents first; filled by whoever attaches the tree."""
        self.active: list[tuple[int, Unit]] = []
        """Running units by their place in the tree."""
        self.goals: Watch[Part] = engine.goals

    @property
    def policy(self) -> Policy:
        """How decisions are made."""
        return self.pool.policy

    # -- as a ticker ---------------------------------------------------------------------------

    def tick(self) -> Status:
        """Open the task if it is not open, tick what runs, and say how the task stands."""
        if self.stopping is not None:
            return self.go_on_stopping(self.stopping)
        if not self._opened():
            return RUNNING
        tick = self.engine.tick_unit
        for _, unit in list(self.active):
            tick(unit)
        status = SUCCESS if self.root.is_reached() else self._unfinished()
        if status is not self.status:
            self.become(status)
        return status

    def _unfinished(self) -> Status:
        return FAILURE if self.root.is_over() else RUNNING

    def _opened(self) -> bool:
        """Whether the task is open; it opens once nothing that it pre-empts runs any more."""
        if self.status is not RUNNING:
            self.become(RUNNING)
            self.opened = False
        if not self.opened and not self.shared.hold:
            self.opened = True
            self.resuming, self.interrupted = self.interrupted, False
            if not self.resuming:
                self.root.reset()
            self.root.open()
            self.resuming = False
        return self.opened

    def stop(self, how: Stop) -> bool:
        """Withdraw what waits, stop what runs; what was done stays done after an interruption."""
        if self.status is not RUNNING:
            return True
        if not self.root.halt(how):
            return False
        self.root.close()
        self._disown()
        resumes = how is Stop.INTERRUPT or self.shared.resumes > 0
        self.interrupted = resumes and not self.root.is_over()
        self.become(STATUS[self.root.state])
        return True

    def reset(self) -> None:
        """Forget the outcome."""
        if self.status is not INVALID:
            self.root.reset()
        super().reset()

    def become(self, status: Status) -> None:
        """Take a new status; the root's state says more and is told by itself."""
        self.status = status
        self.node.status = status

    # -- for its parts -------------------------------------------------------------------------

    def noted(self, part: Part) -> None:
        """A part changed its state."""
        if isinstance(part, TaskNode):
            open_ = part.state is NodeState.WAITING
            part.status = RUNNING if open_ else STATUS[part.state]
        elif isinstance(part, Unit) and not part.busy():
            part.node.status = STATUS[part.state]
        self.engine.noted(part)

    def now_s(self) -> float:
        """The time of this tick."""
        return self.shared.now_s

    def tick_tree(self) -> None:
        """One tick of the whole tree."""
        self.engine.tick()

    def kill_tree(self) -> None:
        """Stop the whole tree at once."""
        self.engine.halt(Stop.KILL)

    def view(self, asker: Asker) -> View:
        """The belief, to ask a goal of."""
        return self.pool.questions.view(asker, {})

    def activate(self, unit: Unit) -> None:
        """From the next tick on this unit is ticked."""
        insort(self.active, (unit.asker.order, unit))

    def deactivate(self, unit: Unit, *, success: bool) -> None:
        """This unit is not ticked any more."""
        del self.active[bisect_left(self.active, (unit.asker.order, unit))]
        self.engine.ended(unit, success=success)

    def wake(self, unit: Unit, time_s: float) -> None:
        """Ask this unit again at that time."""
        self.engine.wake(unit, time_s)

    def excuses(self, reason: Reason) -> bool:
        """Whether a reaction looks after what ended an attempt."""
        return self.engine.excuses(reason)

    def is_open(self) -> bool:
        """Whether it has its turn, and is not being stopped."""
        return self.status is RUNNING and self.stopping is None

    # -- resources -----------------------------------------------------------------------------

    def hand_on(self, part: Part) -> None:
        """A part is over: what it or its ``then`` still holds is passed on, or free again."""
        state = self.pool.registry.state()
        before = dict(state)
        kept: frozenset[str] | None = frozenset()
        if part.anchor:
            kept = self._bequeath(part, state)
        elif isinstance(part, Unit):
            kept = part.kept()
        if isinstance(part.above, Then) and part.is_reached() and kept is not None:
            release_rest(state, part.above.path, kept)
        if state != before:
            self.pool.registry.store(state, by=part.path)

    def let_go(self, closed: list[str]) -> None:
        """These branches are not taken: what they kept for another attempt is free again."""
        state = self.pool.registry.state()
        owners = {owner for resource in state.values() for owner in resource.owners}
        for owner in sorted(owners):
            if any(owner == path or owner.startswith(f"{path}/") for path in closed):
                disown(state, owner, None)
        self.pool.registry.store(state, by=self.path())

    def _bequeath(self, part: Part, state: dict[str, Resource]) -> frozenset[str]:
        """End an anchor; what it held passes to the next child of its ``then``, if there is one."""
        parent = part.above
        held: frozenset[str] = frozenset()
        if isinstance(parent, Then) and part.is_reached() and part.index < len(parent.parts) - 1:
            held = frozenset(name for name, was in state.items() if part.path in was.owners)
        disown(state, part.path, part.heir, held)
        return held

    def _disown(self) -> None:
        """Nothing runs any more: free everything that is not loaded."""
        self.free(self.parts)

    def free(self, parts: Iterable[Part]) -> None:
        """Nothing of these runs any more: what they own without a load is free."""
        state = self.pool.registry.state()
        for part in reversed(list(parts)):
            if part.anchor:
                disown(state, part.path, part.heir)
        self.pool.registry.store(state, by=self.path())
