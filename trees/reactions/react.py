"""What an engine does about disturbances: looks out for them, and carries out what is wished."""

from __future__ import annotations

from typing import Protocol

from py_trees.behaviour import Behaviour

from cotree.behaviours.checkers.state import State
from cotree.behaviours.desk import Desk
from cotree.core.belief import Key
from cotree.core.changes import DisturbanceChange
from cotree.core.reasons import Reason
from cotree.core.resources import disown
from cotree.trees.part import Part
from cotree.trees.pool import Pool
from cotree.trees.preference import Preference
from cotree.trees.reactions.anew import Anew
from cotree.trees.reactions.aside import Aside
from cotree.trees.reactions.case import CaseTicker
from cotree.trees.reactions.lookout import Lookout
from cotree.trees.reactions.reallocation import Reallocator, TaskReallocator
from cotree.trees.reactions.ticker import ReactionsTicker
from cotree.trees.registry import Registry
from cotree.trees.rights import Rights
from cotree.trees.task import TaskNode
from cotree.trees.ticking.ticker import Ticker
from cotree.trees.unit import Unit


class Host(Protocol):
    """The part of the engine that reactions use."""

    ticker: Ticker
    root: Behaviour
    desk: Desk
    parts: dict[Behaviour, Part]
    pool: Pool
    preference: Preference
    registry: Registry
    rights: Rights | None

    def reason_of(self, node: Behaviour) -> Reason:
        """Why a node failed."""

    def excuses(self, reason: Reason) -> bool:
        """Whether a reaction looks after what ended an attempt."""


class React:
    """Ties the reactions of a tree to its engine."""

    def __init__(self, engine: Host) -> None:
        assert isinstance(engine.ticker, ReactionsTicker)
        self.ticker = engine.ticker
        self.lookout = Lookout(self.ticker.cases, engine.desk, engine.registry)
        self._engine = engine
        self._told: list[DisturbanceChange] = []
        self.ticker.wake = engine.desk.wake_at
        self.ticker.excuses = self._excuses
        self.aside = Aside(engine.desk.robot, lambda: engine.rights)
        self.ticker.aside = self.aside.complete
        self.ticker.doom = self.aside.retire
        self.reallocator: Reallocator = TaskReallocator(
            engine.desk, self.lookout, Anew(engine, self.lookout.setbacks), self.aside
        )
        """Who answers wishes; a planner may take this place."""
        for case in self.ticker.cases:
            case.reason_of = engine.reason_of
            case.ended = self._free
            case.tell = self._told.append

    # -- for the engine ------------------------------------------------------------------------

    def hear(self, changed: frozenset[Key], now_s: float) -> None:
        """Ask the checkers whose time has come."""
        if self.lookout.hear(changed, now_s):
            self.ticker.stirred = True
        if self.ticker.stirred:
            self.put()
            self.reallocator.step()
            self.aside.step()

    def put(self) -> None:
        """Put wishes to whoever answers them; at the end of their own tick, so that none is lost.

        What comes of them is seen in the ticks after it.
        """
        desk = self._engine.desk
        if not desk.wishes and not desk.withdrawn:
            return
        withdrawn, desk.withdrawn = desk.withdrawn, []
        wishes, desk.wishes = desk.wishes, []
        for id_ in withdrawn:
            self.reallocator.withdraw(id_)
        for wish in wishes:
            if wish.id not in withdrawn:
                self.reallocator.ask(wish, self._case_of(wish.path))

    def _case_of(self, path: str) -> CaseTicker | None:
        return next((c for c in self.ticker.cases if path.startswith(f"{c.path()}/")), None)

    def give_up(self) -> None:
        """Everybody waits in vain."""
        self.aside.give_up()

    @property
    def watches_hands(self) -> bool:
        """Whether a checker notices what the robot has lost."""
        return any(isinstance(case.node.checker, State) for case in self.ticker.cases)

    def noted(self, unit: Unit) -> None:
        """A unit of the task changed its state."""
        self.lookout.setbacks.noted(unit)

    def drain(self) -> tuple[DisturbanceChange, ...]:
        """What became of disturbances since the last call."""
        if not self._told:
            return ()
        told = tuple(self._told)
        self._told.clear()
        return told

    def next_s(self) -> float | None:
        """When a checker is to be asked without an event."""
        return self.lookout.next_s()

    def expects_s(self) -> float | None:
        """When a checker may find something although nothing happens, if that is foretold."""
        return self.lookout.expects_s()

    @property
    def eager(self) -> bool:
        """Whether the next tick has something to do."""
        if self.lookout.news or self.lookout.asks:
            return True
        if not self.ticker.stirred:
            return False
        desk = self._engine.desk
        wishes = desk.wishes or desk.withdrawn or desk.answers
        return bool(wishes) or self.reallocator.eager

    # -- for the ticker ------------------------------------------------------------------------

    def _excuses(self, node: Behaviour) -> bool:
        """Whether a whole task that is a single leaf was ended by what is being reacted to."""
        if isinstance(node, TaskNode) or not self.ticker.stirred:
            return False
        return self._engine.excuses(self._engine.reason_of(node))

    def _free(self, case: CaseTicker) -> None:
        """Nothing of a reaction runs any more: what it still owns without a load is free."""
        registry, path = self._engine.registry, case.path()
        state = registry.state()
        disown(state, path, None)
        registry.store(state, by=path)
