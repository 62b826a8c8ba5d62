"""The engine of one teammate: it decides who may start, ticks what runs, and tells what changed.

One call of ``tick`` is one decision and one recursive tick.  The caller has folded the events of
this tick into ``desk.belief`` before and takes ``desk.commands`` afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.behaviours.desk import Desk
from cotree.core.alarms import Alarms, earliest
from cotree.core.belief import Key
from cotree.core.changes import Change, NodeState
from cotree.core.disturbances import CODES
from cotree.core.errands import Errands as Answer
from cotree.core.errands import Question
from cotree.core.mission import Policy, ResourceModel
from cotree.core.reasons import Reason
from cotree.core.resources import Resource, disown
from cotree.core.steps import NoPlan, Plan, Problem
from cotree.core.stopping import Stop
from cotree.trees.attach import Attachment
from cotree.trees.called import called, path_of
from cotree.trees.caution import safety_of
from cotree.trees.deciding import Deciding
from cotree.trees.errands.agenda import Agenda
from cotree.trees.errands.errands import Errands
from cotree.trees.errands.reallocator import ErrandReallocator
from cotree.trees.grip import Grip
from cotree.trees.operated import OperatedTree
from cotree.trees.part import Part
from cotree.trees.pieces import pieces_of
from cotree.trees.polling import polling_nodes
from cotree.trees.pool import Pool
from cotree.trees.preference import Preference
from cotree.trees.problem import Scene, problem_of
from cotree.trees.reactions.nodes import Reactions
from cotree.trees.reactions.react import React
from cotree.trees.reactions.ticker import ReactionsTicker
from cotree.trees.reasons import reason_of
from cotree.trees.region import Region
from cotree.trees.registry import Registry
from cotree.trees.rights import Rights
from cotree.trees.task import TaskNode
from cotree.trees.telling import Telling
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
        agenda: Agenda | None = None,
        stopwatch: Callable[[], float] | None = None,
    ) -> None:
        self.tree = root
        """All of it: the reactions, if there are any, and the task."""
        self.root = root.task if isinstance(root, Reactions) else root
        """The root of the task."""
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
        self.stride_s = 0.0
        """How much later than at the next beat what polls is ticked again."""
        self.slowest: tuple[str, float] | None = None
        """The slowest unit of the last tick, when there is a stopwatch."""
        self.telling = Telling(self.shared, self.registry, self.parts, self.reason_of)
        self._alarms: Alarms[Unit] = Alarms()
        self._eager = True
        self.agenda = agenda
        """Of a mission that is planned as one sentence: who does which errand."""
        self.ticker = Attachment(self).attach(root)
        self.errands = None if agenda is None else Errands(agenda, self, self.parts.values())
        self.reactions = React(self) if isinstance(self.ticker, ReactionsTicker) else None
        """What is done about disturbances; None: nothing is."""
        if self.errands is not None and self.reactions is not None:
            otherwise, setbacks = self.reactions.reallocator, self.reactions.lookout.setbacks
            self.reactions.reallocator = ErrandReallocator(self.errands, desk, otherwise, setbacks)
        self._types = {model.name: model.type for model in models}
        self.pool.safe = self._first_safe
        self.rights: Rights | None = None
        """In a team: what it must hold before it starts anything."""
        self._grip: Grip | None = None
        self.operating = OperatedTree(self.tree, self.parts, self.ticker, self.pool, self.shared)
        """For an operator: where it stops, and what is overruled."""
        self.deciding = Deciding(self)
        self._polling_nodes = polling_nodes(root)

    def share(self, things: Iterable[str] = ()) -> Rights:
        """From now on this robot is one of a team; the task must not have been ticked yet."""
        if not isinstance(self.root, TaskNode):
            raise ValueError(f"{self.root.name} is no then, and, or or: a team cannot share it")
        self.rights = Rights(pieces_of(self.root), things)
        self.pool.questions.things = frozenset(self.rights.things)
        self.rights.reconsider = self.pool.reconsider
        self.rights.ask_again = self.pool.changed
        self._grip = Grip(self.rights.pieces.values(), self.desk, self.registry)
        self._grip.leaves_lost = self.reactions is not None and self.reactions.watches_hands
        return self.rights

    def _first_safe(self, state: dict[str, Resource]) -> bool:
        self._prepare()
        return self.pool.safe(state)

    def _prepare(self) -> None:
        """Ask everybody what it takes at most, which needs a belief."""
        view = self.desk.view()
        self.pool.safe = safety_of(self.tree, self.parts, self._types, view).holds

    # -- ticking -------------------------------------------------------------------------------

    def tick(self, changed: frozenset[Key] = frozenset()) -> Status:
        """Decide, then tick what runs; ``changed`` is what the belief says anew."""
        self.operating.begins()
        self._hear(changed)
        over = self._finished()
        if over is not None:
            return over
        if self.ticker.status is RUNNING:
            self.deciding.decide()
        elif self.pool.safe == self._first_safe:
            self._prepare()
        self.slowest = None
        status = self.ticker.tick()
        if self.reactions is not None:
            self.reactions.put()
        if self.errands is not None:
            self.errands.tell()
        if status is not RUNNING:
            self._end_lineage()
        self._eager = bool(self.telling) or self.pool.undecided() or self._reacts()
        self._eager = self._eager or (self.agenda is not None and self.agenda.reach is not None)
        return status

    def _reacts(self) -> bool:
        """Whether a reaction has something to do in the next tick."""
        return self.reactions is not None and self.reactions.eager

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
        if self.errands is not None:
            self.errands.hear(changed)
            if self.rights is not None:
                self.errands.silence(self.rights.absent)
        if self.reactions is not None:
            self.reactions.hear(changed, now_s)
        woken = self.desk.alarms.due(now_s)
        self.pool.changed([("alarm", path_of(node)) for node in woken])
        suitability = self.desk.suitability
        if suitability.news:
            suitability.news = False
            self.pool.changed(
                [("fact", f"{self.desk.robot}/{name}") for name in suitability.learnt]
            )

    def halt(self, how: Stop, changed: frozenset[Key] = frozenset()) -> bool:
        """Stop the whole tree; ask again on every tick until True."""
        self._hear(changed)
        stopped = self.ticker.halt(how)
        if stopped:
            self._end_lineage()
        else:
            self.pool.decide()
            self.deciding.refuse()
        return stopped

    def _end_lineage(self) -> None:
        """Free what the whole tree still owns without load; a task node does so by itself."""
        if not isinstance(self.root, TaskNode):
            state = self.registry.state()
            path = called(self.root)
            disown(state, path, None)
            self.registry.store(state, by=path)

    # -- when to tick again --------------------------------------------------------------------

    def stir(self) -> None:
        """The next tick has something to decide."""
        self._eager = True

    def next_wake_s(self) -> float | None:
        """The earliest time at which a tick does something without an event; None: never."""
        if self._eager:
            return self.shared.now_s
        if self.reactions is None:
            return self.expects_s()
        return earliest(self.expects_s(), self.reactions.next_s())

    def expects_s(self) -> float | None:
        """The same, without checkers that are asked again and again, whatever they find."""
        if self._eager:
            return self.shared.now_s
        checks_s = None if self.reactions is None else self.reactions.expects_s()
        return earliest(self._alarms.next_s(), self.desk.alarms.next_s(), checks_s)

    @property
    def polling(self) -> bool:
        """Whether something runs, or is being stopped, that must be ticked every period."""
        if self.shared.halting:
            return True
        return any(node.status is RUNNING for node in self._polling_nodes)

    def excuses(self, reason: Reason) -> bool:
        """Whether a reaction looks after what ended an attempt, so that it does not count."""
        return self.reactions is not None and reason.code in CODES

    @property
    def poll_s(self) -> float | None:
        """When what must be ticked every period has its turn again; None: nothing must."""
        return self.shared.now_s + self.stride_s if self.polling else None

    def ended(self, unit: Unit, *, success: bool) -> None:
        """A unit does not run any more."""
        self.deciding.ended(unit, success=success)

    def wake(self, unit: Unit, time_s: float) -> None:
        """Ask a unit again at that time."""
        self._alarms.set(unit, time_s)

    # -- stuck ---------------------------------------------------------------------------------

    @property
    def stuck(self) -> tuple[Reason, ...]:
        """Why everybody waits, when nothing runs and nothing is about to; empty otherwise."""
        if self._eager or self.expects_s() is not None or self.desk.commands:
            return ()
        if self.rights is not None and (self.rights.claiming or self.rights.ceasing):
            return ()
        return self.deciding.in_vain()

    def give_up(self) -> None:
        """Help one of those that wait in vain, first one whose lineage keeps others waiting.

        If something that was done for it holds no more, that is done anew; otherwise it fails.
        """
        if not self.deciding.give_up() and self.reactions is not None:
            self.reactions.give_up()
        if self.errands is not None:
            self.errands.give_up()
        self._eager = True

    # -- plans ---------------------------------------------------------------------------------

    def problem(self) -> Problem | Question | NoPlan:
        """What a planner would be asked now: who does what, or in which order this robot works."""
        if self.agenda is not None:
            return self.agenda.question()
        return problem_of(Scene(self.root, self.parts, self.desk, self.registry, self.policy))

    def prefer(self, plan: Plan | Answer | NoPlan | None) -> None:
        """From now on start things in this order, as long as that is possible."""
        self._eager = True
        if self.errands is not None:
            if isinstance(plan, Answer | NoPlan):
                self.errands.take(plan)
            return
        self.deciding.prefer(plan if isinstance(plan, Plan) else None)

    @property
    def wants_plan(self) -> int:
        """Whether a plan was dropped, or there never was one; another number: it is asked anew."""
        if self.agenda is not None:
            return 0 if self.agenda.reach is None else self.agenda.wishes
        return int(self.preference.wanted)

    # -- telling -------------------------------------------------------------------------------

    def noted(self, part: Part) -> None:
        """A part changed its state."""
        self.telling.noted(part)
        self.operating.noted(part)
        if self.errands is not None:
            self.errands.noted(part)
        if isinstance(part, Unit):
            if self.reactions is not None:
                self.reactions.noted(part)
            self.deciding.noted(part)

    def reason_of(self, node: Behaviour) -> Reason:
        """Why a node failed."""
        part = self.parts.get(node)
        if part is not None and part.reason is not None and part.state is NodeState.FAILED:
            return part.reason
        return reason_of(node, self.shared.reasons)

    def drain(self) -> list[Change]:
        """What changed since the last call, each node once."""
        changes = self.telling.drain()
        told = () if self.reactions is None else self.reactions.drain()
        return [*told, *changes] if told else changes
