"""A unit: what stands directly below a task node without being one; it is asked, granted and run.

Most units are leaves, bare or in decorators; a whole subtree of stock py_trees nodes is one too.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import Protocol

from py_trees.behaviour import Behaviour

from cotree.behaviours.leaf import Leaf
from cotree.core.belief import View
from cotree.core.changes import NodeState
from cotree.core.mission import Policy
from cotree.core.places import Point
from cotree.core.reasons import Reason, raised
from cotree.core.stopping import Stop
from cotree.trees.asker import Asker
from cotree.trees.part import Home, Part
from cotree.trees.ticking.ticker import RUNNING, SUCCESS, Shared, Ticker

FAULTS = 3
FAULTS_WITHIN_S = 30.0
"""So many exceptions within so much time, and a unit is not tried again on this robot."""

NO_PERMIT = frozenset(("lease", "fenced", "no_permit"))
"""Why a guard stops a motion, or does not let it begin."""


class UnitHome(Home, Protocol):
    """What a unit asks of the region it belongs to."""

    shared: Shared

    @property
    def policy(self) -> Policy:
        """How decisions are made."""

    def view(self, asker: Asker) -> View:
        """The belief, to ask a goal of."""

    def activate(self, unit: Unit) -> None:
        """From the next tick on this unit is ticked."""

    def deactivate(self, unit: Unit, *, success: bool) -> None:
        """This unit is not ticked any more."""

    def wake(self, unit: Unit, time_s: float) -> None:
        """Ask this unit again at that time."""

    def excuses(self, reason: Reason) -> bool:
        """Whether a reaction looks after what ended an attempt."""


class Unit(Part):
    """The life of one unit: waiting, running, trying again, done or failed."""

    region: UnitHome

    def __init__(
        self,
        node: Behaviour,
        ticker: Ticker,
        asker: Asker,
        leaf: Leaf | None,
        reason_of: Callable[[Behaviour], Reason],
    ) -> None:
        self.node = node
        self.ticker = ticker
        self.asker = asker
        self.leaf = leaf
        self.path = ticker.path()
        self.attempts = 0
        self.cool_s = -math.inf
        self.since_s = 0.0
        """When it started last, and where the base stood."""
        self.since_at: Point | None = None
        self._reason_of = reason_of
        self._held = False
        """Whether its goal, if it need not last, was seen to hold when it was done."""
        self.overruled = False
        """Whether an operator said that it succeeds, which needs not be seen."""
        self._faults: deque[float] = deque(maxlen=FAULTS)
        asker.client = self

    # -- its turn ------------------------------------------------------------------------------

    def open(self) -> None:
        """Ask to run, unless the goal is reached already or it must cool down first."""
        self.become(NodeState.WAITING)
        if self.decided() or self._achieved():
            return
        if self.region.now_s() < self.cool_s:
            self.region.wake(self, self.cool_s)
        else:
            self.asker.ask()

    def awake(self) -> None:
        """The time to cool down is over."""
        if self.state is not NodeState.WAITING or self.region.now_s() < self.cool_s:
            return
        if not self.decided():
            self.asker.ask()

    def rested(self) -> None:
        """What ended its last attempt was taken into account: it need not cool down for that."""
        if self.region.now_s() < self.cool_s:
            self.cool_s = -math.inf
            self.awake()

    def look(self) -> None:
        """Something that its goal depends on has changed."""
        if self.state in (NodeState.WAITING, NodeState.CLAIMING):
            self._achieved()

    def close(self) -> None:
        """Ask no more."""
        if self.state is NodeState.CLAIMING:
            self._drop()
        self.asker.withdraw()
        self.region.goals.forget(self)
        self.become(NodeState.INACTIVE)

    def reset(self) -> None:
        """As if it had never been tried."""
        self.attempts = 0
        self.cool_s = -math.inf
        self.reason = None
        self.ticker.reset()
        if self.state is not NodeState.INACTIVE:
            self.become(NodeState.INACTIVE)

    # -- goals ---------------------------------------------------------------------------------

    def _achieved(self) -> bool:
        """Done by observation, if its goal is one that lasts."""
        if self.leaf is None or not self.leaf.goal_lasts or not self._holds(self):
            return False
        if self.state is NodeState.CLAIMING:
            self._drop()
        self.asker.withdraw()
        self.region.goals.forget(self)
        for node, index in self.ancestors():
            node.child_achieved(index)
        self.done()
        return True

    def passes(self) -> bool:
        """Whether its goal holds now, but need not last; never of what the team must see done."""
        if self.leaf is None or self.leaf.goal_lasts or self.above is None or self._is_claimed():
            return False
        self.passing = self._holds(self.above)
        return self.passing

    def skip(self) -> None:
        """It is passed over for good, because its goal holds."""
        self._held = True
        super().skip()

    def lapsed(self) -> bool:
        """Whether it is done, and its goal, which need not last, held then and holds no more."""
        if self._is_claimed():  # the team knows it done, wherever this robot is now
            return False
        return self.is_reached() and self._held and not self._holds(None)

    def _is_claimed(self) -> bool:
        """Whether it is claimed by itself: whoever does what comes next may be another robot."""
        return self.piece is not None and self.piece.root is self

    def done(self, state: NodeState = NodeState.DONE) -> None:
        """It reached its goal; remember whether that can be seen."""
        self._held = self.leaf is not None and not self.leaf.goal_lasts and self._holds(None)
        super().done(state)

    def _holds(self, watcher: Part | None) -> bool:
        """Whether the goal holds; ``watcher`` will look again when what it depends on changes."""
        leaf = self.leaf
        if leaf is None or type(leaf).goal is Leaf.goal:
            return False
        view = self.region.view(self.asker)
        try:
            holds = leaf.goal(view)
        except MemoryError:
            raise
        except Exception as error:
            self.region.shared.reasons[self.node] = raised(error, "goal").at(self.path)
            holds = False
        if watcher is not None:
            self.region.goals.reads_too(watcher, view.read)
        return holds

    def kept(self) -> frozenset[str] | None:
        """What it kept for its successor; None when nobody knows, because others asked below it."""
        if self.asker.leaf is None:
            return None
        pairs = zip(self.asker.needs, self.asker.resources, strict=False)
        return frozenset(name for need, name in pairs if need.keep)

    # -- running -------------------------------------------------------------------------------

    def busy(self) -> bool:
        """Whether it runs, or is still stopping."""
        return self.state in (NodeState.RUNNING, NodeState.STOPPING)

    def started(self) -> None:
        """It was granted, and runs from now on, or goes on with another round inside it.

        In a team it first asks for the right to.
        """
        piece = self.piece
        if self.busy():
            if piece is not None:
                piece.owner.goes_on(self)
            return
        if piece is None or piece.owner.may_start(self):
            self.go()
        else:
            self.become(NodeState.CLAIMING)
            for node, index in self.ancestors():
                node.child_claims(index)

    def denied(self, why: Reason, retry_s: float) -> None:
        """The team said no: wait, and ask again then."""
        self._drop()
        self.asker.ended(success=False)
        self.asker.why = why
        self.cool_s = retry_s
        self.become(NodeState.WAITING)
        self.region.wake(self, retry_s)
        for node, index in self.ancestors():
            node.child_denied(index)

    def hurry(self, retry_s: float) -> None:
        """Who had it has it no more: if it waits until this time for that, it waits no longer."""
        if self.cool_s == retry_s:
            self.rested()

    def _drop(self) -> None:
        if self.piece is not None:
            self.piece.owner.dropped(self)

    def go(self) -> None:
        """Run from now on."""
        self.overruled = False
        self.region.goals.forget(self)
        self.since_s = self.region.now_s()
        view = self.region.view(self.asker)
        self.since_at = view.robot_at(view.robot)
        self.become(NodeState.RUNNING)
        self.region.activate(self)
        for node, index in self.ancestors():
            node.child_started(index)

    def tick(self) -> None:
        """Tick what it contains, and conclude from the outcome."""
        status = self.ticker.tick()
        if status is SUCCESS and self._in_vain():
            self._missed(Reason("not_seen", "it says that it is done, but that is not to be seen"))
        elif status is SUCCESS:
            self._stop(success=True)
            self.done()
        elif status is not RUNNING:
            self._missed(self._reason_of(self.node))

    def _stop(self, *, success: bool) -> None:
        """It runs no more."""
        self.region.deactivate(self, success=success)
        self.asker.ended(success=success)
        if success:
            self.become(NodeState.DONE)
            for node, index in self.ancestors():
                node.child_achieved(index)
        else:
            self.become(NodeState.WAITING)
        for node, index in self.ancestors():
            node.child_stopped(index)

    def _in_vain(self) -> bool:
        """Whether its action went well and its goal does not hold; in a team, others rely on it."""
        if self.overruled or self.piece is None or self.leaf is None:
            return False
        return type(self.leaf).goal is not Leaf.goal and not self._holds(None)

    def _missed(self, reason: Reason) -> None:
        """An attempt failed: another one after a pause, or none.

        Without a permit it was no attempt: the team's right to it has run out.
        """
        self._stop(success=False)
        if self.piece is not None and reason.code in NO_PERMIT:
            self.piece.cease(Stop.KILL)
        else:
            self._count(reason)

    def _count(self, reason: Reason) -> None:
        now_s = self.region.now_s()
        if self.region.excuses(reason):
            self._rest(reason, now_s)
            return
        self.attempts += 1
        if reason.code == "exception":
            self._faults.append(now_s)
        many = len(self._faults) == FAULTS and now_s - self._faults[0] <= FAULTS_WITHIN_S
        if many:
            self.give_up(Reason("faulted", f"{FAULTS} exceptions; the last: {reason.message}"))
        elif self.attempts > self.region.policy.retries:
            self.give_up(reason)
        elif self.state is NodeState.WAITING:
            self._rest(reason, now_s)

    def _rest(self, reason: Reason, now_s: float) -> None:
        """Try again after a pause, if it is still its turn."""
        if self.state is not NodeState.WAITING:
            return
        self.reason = reason.at(self.path)
        self.cool_s = now_s + self.region.policy.cooldown_s
        self.open()
        if self.above is not None:
            self.above.look()

    def refused(self, reason: Reason) -> None:
        """One of its questions raised: that was an attempt."""
        if self.state is NodeState.WAITING:
            self._count(reason)

    def give_up(self, reason: Reason) -> None:
        """It will not be tried again."""
        self.asker.withdraw()
        self.region.goals.forget(self)
        self.ticker.reset()
        self.failed(reason)

    def halt(self, how: Stop) -> bool:
        """Stop it if it runs, withdraw it if it waits."""
        if not self.busy():
            if self.state in (NodeState.WAITING, NodeState.CLAIMING):
                self.close()
            return True
        if self.state is not NodeState.STOPPING:
            self.become(NodeState.STOPPING)
        if not self.ticker.halt(how):
            return False
        self._stop(success=False)
        self.close()
        return True
