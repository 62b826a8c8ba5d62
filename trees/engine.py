"""The engine of one teammate: it decides who may start, ticks what runs, and tells what changed.

One call of ``tick`` is one decision and one recursive tick.  The caller has folded the events of
this tick into ``desk.belief`` before and takes ``desk.commands`` afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.behaviours.desk import Desk
from cotree.behaviours.leaf import Leaf
from cotree.behaviours.wrapper import Wrapper
from cotree.core.alarms import Alarms
from cotree.core.belief import Key
from cotree.core.changes import Change, NodeState
from cotree.core.mission import Policy, ResourceModel
from cotree.core.reasons import Reason
from cotree.core.resources import Resource, disown
from cotree.core.steps import NoPlan, Plan, Problem
from cotree.core.stopping import Stop
from cotree.trees.asker import Asker
from cotree.trees.attach import Attachment
from cotree.trees.caution import safety_of
from cotree.trees.grip import Grip
from cotree.trees.part import Part
from cotree.trees.pieces import pieces_of
from cotree.trees.pool import Pool
from cotree.trees.preference import Preference
from cotree.trees.problem import Scene, problem_of
from cotree.trees.reasons import reason_of
from cotree.trees.region import Region
from cotree.trees.registry import Registry
from cotree.trees.rights import Rights
from cotree.trees.stuck import in_vain, whom_to_fail
from cotree.trees.task import TaskNode
from cotree.trees.telling import Telling
from cotree.trees.then import Then
from cotree.trees.ticking.ticker import FAILURE, RUNNING, SUCCESS, Shared
from cotree.trees.unit import Unit
from cotree.trees.watch import Watch


class Engine:
    """Runs one tree for one teammate."""

    def __init__(
        self,
        root: Behaviour,
        desk: Desk,
        policy: Policy | None = None,
        resources: Iterable[ResourceModel] = (),
        *,
        stopwatch: Callable[[], float] | None = None,
    ) -> None:
        self.root = root
        self.desk = desk
        self.policy = policy or Policy()
        desk.same_place_m = self.policy.same_place_m
        self.shared = Shared()
        self.shared.halt_s = self.policy.halt_s
        models = tuple(resources)
        self.registry = Registry(desk, models)
        self.pool = Pool(desk, self.registry, self.policy)
        self.parts: dict[Behaviour, Part] = {}
        self.regions: list[Region] = []
        self.goals: Watch[Part] = Watch()
        self.preference = Preference()
        self.stopwatch = stopwatch
        self.slowest: tuple[str, float] | None = None
        """The slowest unit of the last tick, when there is a stopwatch."""
        self.telling = Telling(self.shared, self.registry, self.parts, self.reason_of)
        self._alarms: Alarms[Unit] = Alarms()
        self._eager = True
        self.ticker = Attachment(self).attach(root)
        self._types = {model.name: model.type for model in models}
        self.pool.safe = self._first_safe
        self.pool.hindrance = self.preference.hindrance
        self.rights: Rights | None = None
        """In a team: what it must hold before it starts anything."""
        self._grip: Grip | None = None
        self.polling_nodes = frozenset(node for node in root.iterate() if _polled(node))

    def share(self, things: Iterable[str] = ()) -> Rights:
        """From now on this robot is one of a team; the task must not have been ticked yet."""
        if not isinstance(self.root, TaskNode):
            raise ValueError(f"{self.root.name} is no then, and, or or: a team cannot share it")
        self.rights = Rights(pieces_of(self.root), things)
        self.pool.questions.things = frozenset(self.rights.things)
        self.rights.reconsider = self.pool.reconsider
        self.rights.ask_again = self.pool.changed
        self._grip = Grip(self.rights.pieces.values(), self.desk, self.registry)
        self.pool.hindrance = self._hindrance
        return self.rights

    def _hindrance(self, asker: Asker) -> Reason | None:
        unit = self.unit_of(asker)
        if unit is not None and self.rights is not None:
            taken = self.rights.hindrance(unit)
            if taken is not None:
                return taken
        return self.preference.hindrance(asker)

    def _first_safe(self, state: dict[str, Resource]) -> bool:
        self._prepare()
        return self.pool.safe(state)

    def _prepare(self) -> None:
        """Ask everybody what it takes at most, which needs a belief."""
        view = self.desk.view()
        self.pool.safe = safety_of(self.root, self.parts, self._types, view).holds

    # -- ticking -------------------------------------------------------------------------------

    def tick(self, changed: frozenset[Key] = frozenset()) -> Status:
        """Decide, then tick what runs; ``changed`` is what the belief says anew."""
        self._hear(changed)
        over = self._finished()
        if over is not None:
            return over
        if self.ticker.status is RUNNING:
            self._decide()
        elif self.pool.safe == self._first_safe:
            self._prepare()
        self.slowest = None
        status = self.ticker.tick()
        if status is not RUNNING:
            self._end_lineage()
        self._eager = bool(self.telling) or self.pool.undecided()
        return status

    def _finished(self) -> Status | None:
        """In a team: how all ended, if it did; the robot goes on to vote, but does nothing anew."""
        status = self.ticker.status
        if self.rights is None or status not in (SUCCESS, FAILURE):
            return None
        self._eager = bool(self.telling)
        return status if self.parts[self.root].is_over() else None

    def tick_unit(self, unit: Unit) -> None:
        """Tick one unit; with a stopwatch, remember the slowest one."""
        if self.stopwatch is None:
            unit.tick()
            return
        start = self.stopwatch()
        unit.tick()
        took = self.stopwatch() - start
        if self.slowest is None or took > self.slowest[1]:
            self.slowest = (unit.path, took)

    def _hear(self, changed: frozenset[Key]) -> None:
        now_s = self.shared.now_s = self.desk.now_s
        if self._grip is not None:
            self._grip.look(changed)
        if changed:
            self.pool.changed(changed)
            concerned = self.goals.concerned(changed)
            for part in sorted(concerned, key=lambda part: part.order):
                part.look()
        for unit in self._alarms.due(now_s):
            unit.awake()
        woken = self.desk.alarms.due(now_s)
        self.pool.changed([("alarm", getattr(node, "path", "")) for node in woken])
        suitability = self.desk.suitability
        if suitability.news:
            suitability.news = False
            self.pool.changed(
                [("fact", f"{self.desk.robot}/{name}") for name in suitability.learnt]
            )

    def _decide(self) -> None:
        granted = self.pool.decide()
        if not granted and self.preference.plan is not None and self._idle():
            self.preference.drop()
            self.pool.reconsider()
            granted = self.pool.decide()
        for asker in granted:
            if self.preference.started(asker.path):
                self.pool.reconsider()
        self._refuse()
        puzzled, self.pool.puzzled = self.pool.puzzled, {}
        for asker in puzzled:
            unit = self.unit_of(asker)
            if unit is not None and unit.state is NodeState.WAITING:
                self.noted(unit)

    def _refuse(self) -> None:
        """Fail those whose questions raised."""
        questions = self.pool.questions
        refused, questions.refused = questions.refused, {}
        for asker in refused:
            self.pool.remove(asker)
            unit = self.unit_of(asker)
            if unit is not None and asker.refusal is not None:
                unit.refused(asker.refusal)

    def unit_of(self, asker: Asker) -> Unit | None:
        """The unit that asks through this asker; None for a leaf deep inside a control subtree."""
        return asker.client if isinstance(asker.client, Unit) else None

    def halt(self, how: Stop, changed: frozenset[Key] = frozenset()) -> bool:
        """Stop the whole tree; ask again on every tick until True."""
        self._hear(changed)
        stopped = self.ticker.halt(how)
        if stopped:
            self._end_lineage()
        else:
            self.pool.decide()
            self._refuse()
        return stopped

    def _end_lineage(self) -> None:
        """Free what the whole tree still owns without load; a task node does so by itself."""
        if not isinstance(self.root, TaskNode):
            state = self.registry.state()
            path = self.ticker.path()
            disown(state, path, None)
            self.registry.store(state, by=path)

    # -- when to tick again --------------------------------------------------------------------

    def next_wake_s(self) -> float | None:
        """The earliest time at which a tick does something without an event; None: never."""
        if self._eager:
            return self.shared.now_s
        times = (self._alarms.next_s(), self.desk.alarms.next_s())
        return min((time_s for time_s in times if time_s is not None), default=None)

    @property
    def polling(self) -> bool:
        """Whether something runs, or is being stopped, that must be ticked every period."""
        if self.shared.halting:
            return True
        return any(node.status is RUNNING for node in self.polling_nodes)

    def ended(self, unit: Unit, *, success: bool) -> None:
        """A unit does not run any more."""
        if self.preference.ended(unit.asker.path, success=success):
            self.pool.reconsider()

    def wake(self, unit: Unit, time_s: float) -> None:
        """Ask a unit again at that time."""
        self._alarms.set(unit, time_s)

    def _idle(self) -> bool:
        """Whether somebody waits and nobody runs."""
        return bool(in_vain(self.root, self.regions, self.pool))

    # -- stuck ---------------------------------------------------------------------------------

    @property
    def stuck(self) -> tuple[Reason, ...]:
        """Why everybody waits, when nothing runs and nothing is about to; empty otherwise."""
        if self._eager or self.next_wake_s() is not None or self.desk.commands:
            return ()
        if self.rights is not None and (self.rights.claiming or self.rights.ceasing):
            return ()
        return in_vain(self.root, self.regions, self.pool)

    def give_up(self) -> None:
        """Help one of those that wait in vain, first one whose lineage keeps others waiting.

        If something that was done for it holds no more, that is done anew; otherwise it fails.
        """
        asker = whom_to_fail(self.pool.waiting(), self.registry.state())
        if asker is not None:
            self._fail(asker, self.pool.explain(asker).at(asker.path))
        self._eager = True

    def _fail(self, asker: Asker, reason: Reason) -> None:
        unit = self.unit_of(asker)
        if unit is not None and isinstance(unit.above, Then) and unit.above.step_back():
            return
        self.pool.remove(asker)
        if unit is None or unit.busy():
            asker.refusal = reason
        else:
            unit.give_up(reason)

    # -- plans ---------------------------------------------------------------------------------

    def problem(self) -> Problem | NoPlan:
        """What look-ahead would be asked now."""
        return problem_of(Scene(self.root, self.parts, self.desk, self.registry, self.policy))

    def prefer(self, plan: Plan | None) -> None:
        """From now on start things in this order, as long as that is possible."""
        begun = [
            part.asker.path
            for part in self.parts.values()
            if isinstance(part, Unit) and (part.busy() or part.is_over())
        ]
        self.preference.take(plan, begun)
        self.pool.reconsider()
        self._eager = True

    @property
    def wants_plan(self) -> bool:
        """Whether a plan was dropped, or there never was one."""
        return self.preference.wanted

    # -- telling -------------------------------------------------------------------------------

    def noted(self, part: Part) -> None:
        """A part changed its state."""
        self.telling.noted(part)
        if part.is_over() and isinstance(part, Unit) and self.preference.passed(part.asker.path):
            self.pool.reconsider()

    def reason_of(self, node: Behaviour) -> Reason:
        """Why a node failed."""
        part = self.parts.get(node)
        if part is not None and part.reason is not None and part.state is NodeState.FAILED:
            return part.reason
        return reason_of(node, self.shared.reasons)

    def drain(self) -> list[Change]:
        """What changed since the last call, each node once."""
        return self.telling.drain()


def _polled(node: Behaviour) -> bool:
    """Whether a node, while it runs, must be ticked every period."""
    if isinstance(node, TaskNode | Wrapper):
        return False
    if isinstance(node, Leaf):
        return node.polled
    return not node.children or type(node).update is not Behaviour.update
