"""All jobs of a mission as one robot sees them: who acts, with what, and who may bid.

``look`` before the tick hears letters, asks, and notices; leaves ask ``Answering`` during it.
Nothing here waits or knows a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from cotree.behaviours.acting import Acting as Step
from cotree.behaviours.crewed import JOBS
from cotree.core.belief import Key, View
from cotree.core.changes import Change
from cotree.core.mission import Mission
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.reallocation.capability.favour.node import Favour
from cotree.runtime.jobs.answering import ELSEWHERE, Answering
from cotree.runtime.jobs.asking import Asking
from cotree.runtime.jobs.bidders import Bidders
from cotree.runtime.jobs.duty import Duty
from cotree.runtime.jobs.mail import Mail
from cotree.runtime.jobs.minutes import Minutes
from cotree.runtime.jobs.office import Office
from cotree.runtime.jobs.owning import Owning
from cotree.runtime.jobs.redoing import Redoing
from cotree.runtime.jobs.roll import Roll
from cotree.runtime.jobs.rules import Rules
from cotree.runtime.jobs.watching import Watching
from cotree.team.teammate import Teammate
from cotree.trees.engine import Engine
from cotree.trees.sharing import robots_of
from cotree.trees.unit import Unit

Hindered = Callable[[View], Reason | None]


class Jobs:
    """Ties the jobs of a mission to the tree of one robot."""

    def __init__(
        self,
        mission: Mission,
        engine: Engine,
        mate: Teammate | None = None,
        now_s: float = 0.0,
        *,
        first: bool = True,
    ) -> None:
        self._engine = engine
        roll = Roll(robots_of(mission))
        parts = tuple(engine.parts.values())
        duties = [Duty(path, each, parts) for path, each in mission.allocated.items()]
        self.duties = {duty.job.name: duty for duty in duties if duty.by_part}
        """The jobs whose steps are given to parts, by name."""
        self._shared_out = [duty for duty in duties if not duty.by_part]
        """Subtrees that whoever can may do."""
        rules = Rules(roll, mission.matching, mission.coordination.hold_s)
        robot = roll.robot(engine.desk.robot, {})
        boot = 0 if mate is None else mate.mind.boot
        self.favour = Favour(robot, now_s, rules.terms, boot, not first)
        """Its side of the favour protocol."""
        self._owning = Owning(roll, engine)
        self._minutes = Minutes(self._owning)
        self._asking = Asking(
            Office(self.duties, self._owning, rules, self.favour, Mail(mate), self._minutes)
        )
        self._bidders = Bidders(roll, mission.matching, robot.name)
        self._watching = Watching(roll, mission.matching, rules)
        self._redoing = Redoing(mate)
        self._crew = Answering(self.duties, self._owning, self._watching, engine)
        self._changes: list[Change] = []
        for duty in duties:
            for unit in duty.units:
                unit.asker.hindered = partial(self._hindered, duty, unit.asker.hindered)
        engine.desk.crew = self._crew

    # -- a tick --------------------------------------------------------------------------------

    def wait(self) -> None:
        """Answer no step until ``look``: what the team takes back must be open before it is done.

        Steps that were taken back, and hold still, would be over while they are being opened.
        """
        self._crew.wait()

    def look(self, changed: Collection[Key], now_s: float) -> None:
        """Before a tick: hear, ask, and notice who does what now."""
        minutes = self._minutes
        minutes.dirty = self._crew.go_on() or minutes.dirty
        self._asking.hear(now_s)
        news = minutes.dirty or any(kind in ("fact", "object") for kind, _ in changed)
        if news:
            self._follow_all()
        for duty in self.duties.values():
            if self._owning.mine(duty):
                self._redoing.look(duty, self._owning.facts, now_s)
        if news or minutes.dirty:
            minutes.dirty = False
            self._crew.renew()
            self._review()
            self._engine.pool.changed([JOBS])
            self._look_again()

    def _follow_all(self) -> None:
        for duty in self._shared_out:
            self._bidders.look(duty, self._engine.desk.belief.facts)
        for duty in self.duties.values():
            self._follow(duty)

    def _follow(self, duty: Duty) -> None:
        """What the world says of one job."""
        belief = self._engine.desk.belief
        stands = list(self._watching.look(duty, belief))
        if not self._owning.mine(duty):
            return
        self._changes += stands
        if duty.part.is_over():
            return
        why = self._watching.hindrance(duty, belief)
        if why:
            self._asking.renew(duty, why, self._watching.holders(duty, belief))

    def _look_again(self) -> None:
        """Goals of steps depend on what is answered here, too."""
        for part in self._engine.goals.concerned([JOBS]):
            part.look()

    def ask(self) -> None:
        """After a tick: see to the jobs whose turn it is now."""
        self._asking.see_to_all()

    def told(self) -> list[Change]:
        """What was learnt since the last call."""
        minutes = self._minutes
        changes = [*minutes.changes, *self._changes]
        minutes.changes, self._changes = [], []
        return changes

    def give_up(self) -> None:
        """Nothing goes on any more: each job says what it waits for in vain."""
        belief = self._engine.desk.belief
        for duty in self.duties.values():
            self._asking.give_up(duty, self._watching.waits_for(duty, belief))

    @property
    def due_s(self) -> float:
        """When there is something to do, if nothing is heard before."""
        return min(self._asking.due_s, self._redoing.due_s)

    @property
    def asks(self) -> bool:
        """Whether an answer to a question is under way."""
        return self._asking.asks

    def mine(self, job: str) -> bool:
        """Whether this robot has a job, as far as it knows."""
        return self._owning.mine(self.duties[job])

    # -- who may bid ---------------------------------------------------------------------------

    def _hindered(self, duty: Duty, before: Hindered | None, view: View) -> Reason | None:
        """Why this robot may not bid for a unit of a job."""
        view.read.add(JOBS)
        why = self._crew.outside(duty) if duty.by_part else self._bidders.hindrance(duty)
        return before(view) if why is None and before is not None else why

    def _review(self) -> None:
        """Stop what is not this robot's any more."""
        view = self._engine.desk.view()
        for duty in self.duties.values():
            for unit in duty.units:
                if unit.piece is not None and unit.busy() and self._not_mine(duty, unit, view):
                    unit.piece.cease(Stop.INTERRUPT)

    def _not_mine(self, duty: Duty, unit: Unit, view: View) -> bool:
        """Whether another part is to do what a unit does; what nobody can do goes on as it is."""
        if self._crew.outside(duty) is not None:
            return True
        if not isinstance(unit.leaf, Step):
            return False
        part = unit.leaf.part(view)
        if isinstance(part, Reason):
            return part.code == ELSEWHERE
        return part not in unit.asker.resources
