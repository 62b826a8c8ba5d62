"""One teammate: events in, one tick, changes and commands out.

Pure of clock: the time is an argument.  ``step`` collects what a tick is told and ``replay`` takes
it from a record; both then do the same, so a record's ticks can be done again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from py_trees.common import Status

from cotree.behaviours.desk import Inspection
from cotree.core.actions import Begin, Command, Ended, Event, Halt
from cotree.core.belief import Key, fold, forget
from cotree.core.changes import Change
from cotree.core.errands import Errands
from cotree.core.steps import NoPlan, Plan
from cotree.core.stopping import Stop
from cotree.reallocation.lead_follow.problem import LeadPlan
from cotree.runtime.accord.accord import Accord
from cotree.runtime.consulting import Consulting
from cotree.runtime.inbox import Inbox
from cotree.runtime.inspector import Inspector
from cotree.runtime.messages import Heard, Message, Told
from cotree.runtime.ports import Planner, TreeEngine
from cotree.runtime.steering import Steering, steer
from cotree.team.messages import Letter

if TYPE_CHECKING:
    from cotree.runtime.jobs.jobs import Jobs  # heavy
    from cotree.runtime.steps.sharing import Sharing  # heavy


class Executor:
    """Folds, decides and acts, and writes what was heard and told before anybody acts on it."""

    def __init__(
        self,
        engine: TreeEngine,
        write: Callable[[Message], None],
        planner: Planner | None = None,
        accord: Accord | None = None,
    ) -> None:
        self.engine = engine
        self.accord = accord
        """What it agrees on with its peers; None: it is alone."""
        self.letters: list[Letter] = []
        """From the peers; they wait for the next tick."""
        self.steering = Steering()
        """What an operator wants of it; it waits for the next tick, too."""
        self.inbox = Inbox()
        self.ticks = 0
        self.status = Status.INVALID
        self.stopped = False
        """Whether the tree stands still after it was told to halt."""
        self.running: dict[str, Begin] = {}
        """Actions that the body has begun and not ended."""
        self.inspector: Inspector | None = None
        """Who asks checkers away from the tick; None: there are none such."""
        self._inspections: list[Inspection] = []
        self._write = write
        self._plans = Consulting(engine, planner)
        self._name = "" if accord is None else engine.desk.robot
        self.jobs: Jobs | None = None
        """Who does what, where jobs are done by whoever has the parts; None: there are none."""
        self.sharing: Sharing | None = None
        """Who does which step, where people and robots share them; None: there are none."""
        self._shares: Consulting | None = None

    def share(self, sharing: Sharing, planner: Planner | None) -> None:
        """Have steps of people and robots shared out, which takes a planner of its own."""
        self.sharing, self._shares = sharing, Consulting(sharing, planner)

    def step(self, now_s: float, *, halt: Stop | None = None, give_up: bool = False) -> Told:
        """One tick on what waits in the inbox."""
        if self.inspector is not None:
            self.inbox.put(self.inspector.answers())
        events = self.inbox.drain()
        changed = self._fold(events, now_s)
        answer = None if halt else self._plans.consult()
        shares = None if halt or self._shares is None else self._shares.consult()
        letters, self.letters = tuple(self.letters), []
        acts, goes_on = self.steering.take()
        heard = Heard(
            self.ticks,
            now_s,
            events,
            plan=answer if isinstance(answer, Plan) else None,
            no_plan=answer if isinstance(answer, NoPlan) else None,
            errands=answer if isinstance(answer, Errands) else None,
            shares=shares if isinstance(shares, LeadPlan) else None,
            no_shares=shares if isinstance(shares, NoPlan) else None,
            halt=halt,
            give_up=give_up,
            robot=self._name,
            letters=letters,
            acts=acts,
            goes_on=goes_on,
        )
        told = self._act(heard, changed)
        if self._inspections and self.inspector is not None:
            self.inspector.ask(self._inspections)
        return told

    def replay(self, heard: Heard) -> Told:
        """One tick on what was heard before."""
        return self._act(heard, self._fold(heard.events, heard.t))

    @property
    def awaits_plan(self) -> bool:
        """Whether somebody thinks about what it is to do."""
        return self._plans.waits or (self._shares is not None and self._shares.waits)

    def kill(self) -> list[Command]:
        """Commands that stop everything that moves, past the tree; for emergencies."""
        robot = self.engine.desk.robot
        return [Halt(id_, robot, Stop.KILL) for id_ in self.running]

    def _fold(self, events: tuple[Event, ...], now_s: float) -> frozenset[Key]:
        for event in events:
            if isinstance(event, Ended):
                self.running.pop(event.id, None)
        desk = self.engine.desk
        desk.belief, changed = fold(desk.belief, events, now_s)
        return changed

    def _act(self, heard: Heard, changed: frozenset[Key]) -> Told:
        self._instruct(heard)
        accord = self.accord
        if self.jobs is not None:
            self.jobs.wait()
        if accord is not None:
            accord.before(heard.letters, heard.events, heard.t)
        if self.jobs is not None:
            self.jobs.look(changed, heard.t)
        if self.sharing is not None:
            self.sharing.look(heard.events, heard.t)
        if heard.halt is None:
            self.status = self.engine.tick(changed)
        else:
            self.stopped = self.engine.halt(heard.halt, changed)
        changes = self._drained(heard.t)
        if self.jobs is not None:
            self.jobs.ask()
            changes += self.jobs.told()
        if self.sharing is not None:
            changes += self.sharing.told()
        if accord is not None:
            accord.after(heard.t)
            changes += accord.told()
        desk = self.engine.desk
        commands, desk.commands = tuple(desk.commands), []
        self._inspections, desk.inspections = desk.inspections, []
        told = Told(heard.n, heard.t, tuple(changes), commands, self._name)
        desk.belief = forget(desk.belief, desk.heard)
        desk.heard.clear()
        self.running.update((each.id, each) for each in commands if isinstance(each, Begin))
        self.ticks = heard.n + 1
        self._write(heard)
        if told.changes or told.commands:
            self._write(told)
        return told

    def _drained(self, now_s: float) -> list[Change]:
        """What the tree has changed; what it wants back from itself is the team's at once."""
        if self.accord is not None and self.accord.give_back(now_s):
            self.engine.stir()
        return self.engine.drain()

    def _instruct(self, heard: Heard) -> None:
        if heard.give_up:
            if self.jobs is not None:
                self.jobs.give_up()
            self.engine.give_up()
        shares = heard.shares or heard.no_shares
        if self.sharing is not None and self._shares is not None and shares is not None:
            self._shares.answered()
            self.sharing.take(shares)
        answer = heard.plan or heard.errands or heard.no_plan
        if answer is not None:
            self._plans.answered()
            self.engine.prefer(answer)
        if heard.acts or heard.goes_on:
            steer(heard, self.engine, self.accord)
