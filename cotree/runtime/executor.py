"""One teammate: events in, one tick, changes and commands out.

Pure of clock: the time is an argument.  ``step`` collects what a tick is told and ``replay`` takes
it from a record; both then do the same, so a record's ticks can be done again.
"""

from __future__ import annotations

from collections.abc import Callable

from py_trees.common import Status

from cotree.core.actions import Begin, Command, Ended, Event, Halt
from cotree.core.belief import Key, fold, forget
from cotree.core.changes import Change
from cotree.core.steps import NoPlan, Plan
from cotree.core.stopping import Stop
from cotree.runtime.accord.accord import Accord
from cotree.runtime.inbox import Inbox
from cotree.runtime.messages import Heard, Message, Told
from cotree.runtime.ports import Planner, TreeEngine
from cotree.team.messages import Letter


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
        self.inbox = Inbox()
        self.ticks = 0
        self.status = Status.INVALID
        self.stopped = False
        """Whether the tree stands still after it was told to halt."""
        self.running: dict[str, Begin] = {}
        """Actions that the body has begun and not ended."""
        self._write = write
        self._planner = planner
        self._wanted_plan = False
        self._name = "" if accord is None else engine.desk.robot

    def step(self, now_s: float, *, halt: Stop | None = None, give_up: bool = False) -> Told:
        """One tick on what waits in the inbox."""
        events = self.inbox.drain()
        changed = self._fold(events, now_s)
        answer = None if halt else self._consult()
        plan = answer if isinstance(answer, Plan) else None
        no_plan = answer if isinstance(answer, NoPlan) else None
        letters, self.letters = tuple(self.letters), []
        heard = Heard(self.ticks, now_s, events, plan, no_plan, halt, give_up, self._name, letters)
        return self._act(heard, changed)

    def replay(self, heard: Heard) -> Told:
        """One tick on what was heard before."""
        return self._act(heard, self._fold(heard.events, heard.t))

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

    def _consult(self) -> Plan | NoPlan | None:
        """Ask for a plan when one begins to be wanted; collect the answer when there is one."""
        if self._planner is None:
            return None
        wanted, self._wanted_plan = self._wanted_plan, self.engine.wants_plan
        if self._wanted_plan and not wanted:
            problem = self.engine.problem()
            if isinstance(problem, NoPlan):
                return problem
            self._planner.ask(problem)
        return self._planner.answer()

    def _act(self, heard: Heard, changed: frozenset[Key]) -> Told:
        self._instruct(heard)
        accord = self.accord
        if accord is not None:
            accord.before(heard.letters, heard.events, heard.t)
        if heard.halt is None:
            self.status = self.engine.tick(changed)
        else:
            self.stopped = self.engine.halt(heard.halt, changed)
        changes: list[Change] = self.engine.drain()
        if accord is not None:
            accord.after(heard.t)
            changes += accord.told()
        desk = self.engine.desk
        commands, desk.commands = tuple(desk.commands), []
        told = Told(heard.n, heard.t, tuple(changes), commands, self._name)
        desk.belief = forget(desk.belief, desk.heard)
        desk.heard.clear()
        self.running.update((each.id, each) for each in commands if isinstance(each, Begin))
        self.ticks = heard.n + 1
        self._write(heard)
        if told.changes or told.commands:
            self._write(told)
        return told

    def _instruct(self, heard: Heard) -> None:
        if heard.give_up:
            self.engine.give_up()
        if heard.plan is not None or heard.no_plan is not None:
            self.engine.prefer(heard.plan)
            self._wanted_plan = self.engine.wants_plan
