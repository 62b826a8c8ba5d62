"""The errands of one engine: what the agenda says, carried into the tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Protocol

from cotree.behaviours.desk import Desk
from cotree.core.belief import Key, View
from cotree.core.changes import NodeState
from cotree.core.disturbances import BLOCKED, state_of, way
from cotree.core.errands import Errands as Answer
from cotree.core.reasons import Reason
from cotree.core.resources import disown
from cotree.core.steps import NoPlan
from cotree.core.stopping import Stop
from cotree.trees.errands.agenda import Agenda, aside
from cotree.trees.errands.errand import ERRAND, Errand
from cotree.trees.part import Part
from cotree.trees.pool import Pool
from cotree.trees.registry import Registry
from cotree.trees.rights import Rights
from cotree.trees.unit import Unit

PLANNED: Key = ("errands", "")
"""Read by everybody who asks for an errand."""


class Host(Protocol):
    """The part of the engine that errands use."""

    desk: Desk
    pool: Pool
    registry: Registry

    @property
    def rights(self) -> Rights | None:
        """In a team: what it holds of it."""


class Errands:
    """Ties an agenda to the units of its errands."""

    def __init__(self, agenda: Agenda, engine: Host, parts: Iterable[Part]) -> None:
        self.agenda = agenda
        self._engine = engine
        self._ahead: dict[str, str] = {}
        """The ways that the plan still takes, so that a blocked one is noticed early."""
        self._facts = agenda.start.facts
        self._wishes = 0
        self._around: dict[str, str | float | bool | None] | None = None
        """How the world around was when a plan was wished for; None: nobody has looked."""
        self._steps = 1
        self._aside = False
        """Whether the peers were told that this robot stands aside."""
        self._units = {
            part.path: part
            for part in parts
            if isinstance(part, Unit) and isinstance(part.node, Errand)
        }
        for path, unit in self._units.items():
            unit.asker.hindered = partial(self._hindrance, path)

    def _hindrance(self, errand: str, view: View) -> Reason | None:
        """Why this robot does not do an errand now; asked again whenever that may be different."""
        view.read.add(PLANNED)
        return self.agenda.hindrance(errand)

    def hear(self, changed: Iterable[Key]) -> None:
        """Take notice of what the belief says anew."""
        changed = frozenset(changed)
        desk = self._engine.desk
        if self.agenda.hear(changed, desk.belief.facts, stands=self._stands()):
            self.review()
        if ("robot", desk.robot) in changed and not self._drives() and self.agenda.led(self._at()):
            self._engine.pool.changed([PLANNED])
        if self.agenda.hopeless:
            self.give_up()

    def _stands(self) -> bool:
        """Whether the robot is where its word ends, and not on its way to somewhere else."""
        view = self._engine.desk.view()
        known = view.robot_at(view.robot) is not None
        return known and view.stands_at(view.place(self.agenda.here[0]))

    def _drives(self) -> bool:
        """Whether it is an errand that moves the base."""
        state = self._engine.registry.state()
        users = [user for each in state.values() if each.type == "base" for user in each.users]
        return any(user.startswith(f"{path}/") for user in users for path in self._units)

    def _at(self) -> str:
        """The place of the plan where the robot stands; empty: at none."""
        view = self._engine.desk.view()
        crossings = self.agenda.start.crossings
        return next((name for name in crossings if view.stands_at(view.place(name))), "")

    def silence(self, robots: frozenset[str]) -> None:
        """These peers have not been heard for so long that their work is anybody's."""
        if self.agenda.silence(robots):
            self.review()

    def give_up(self) -> None:
        """Nobody can do what is left: all of it has failed, for the same reason."""
        refusal = self.agenda.refusal
        if refusal is None:
            return
        reason = Reason("no_plan", refusal.message)
        for unit in self._units.values():
            if unit.piece is not None:
                unit.piece.forgo(reason)
            elif unit.state is NodeState.WAITING:
                unit.give_up(reason)

    def take(self, answer: Answer | NoPlan) -> None:
        """Follow the planner's answer from now on."""
        asked = self.agenda.reach
        self.agenda.take(answer)
        desk = self._engine.desk
        if asked != "given" or desk.counted is None:
            if self._around is None:
                self._around = self._look_around()
            desk.counts(self._around if self._has_way() else None)
        for path in self._ahead:
            desk.takes(path, None)
        self._ahead = {}
        for course in self.agenda.way:
            for number, leg in enumerate(course.legs):
                if leg.action == "move":
                    self._ahead[f"{course.errand}/~{number}"] = way(leg.source[0], leg.target[0])
        for path, name in self._ahead.items():
            desk.takes(path, name)
        state = self.agenda.here[1]
        if state_of(desk.robot) in desk.expected:
            desk.expect(state_of(desk.robot), state)
        self.review()

    def _has_way(self) -> bool:
        """Whether this robot still has something to do."""
        return any(course.errand not in self.agenda.done for course in self.agenda.way)

    def _look_around(self) -> dict[str, str | float | bool | None]:
        """How the world around is now: ways, places, and the facts of the sentence."""
        view = self._engine.desk.view()
        return {**view.surroundings(), **{name: view.fact(name) for name in self._facts}}

    def review(self) -> None:
        """Stop and give back what others are to do; ask for what is this robot's."""
        for path, unit in self._units.items():
            if unit.is_over() or self.agenda.hindrance(path) is None:
                continue
            if unit.state is NodeState.CLAIMING:
                unit.close()
                unit.open()
            elif self._holds(unit):
                assert unit.piece is not None
                unit.piece.cease(Stop.INTERRUPT)
        self._engine.pool.changed([PLANNED])

    def go_on(self, forgive: Callable[[Unit], None]) -> None:
        """There is another way: what stopped on a blocked one need not rest before it.

        ``forgive`` is told what is not this robot's any more, so that nothing holds it up here.
        """
        for path, unit in self._units.items():
            if unit.reason is None or unit.reason.code != BLOCKED:
                continue
            if self.agenda.hindrance(path) is not None:
                forgive(unit)
            unit.rested()

    def _holds(self, unit: Unit) -> bool:
        """Whether it runs, or would after a pause, so that nobody else may."""
        rights = self._engine.rights
        if rights is None or unit.piece is None:
            return False
        return unit.busy() or rights.all[unit.piece.path].held

    def noted(self, part: Part) -> None:
        """A part changed its state."""
        if part.path not in self._units:
            return
        if part.is_reached():
            self.agenda.done.add(part.path)
        elif part.state is NodeState.WAITING:
            self.agenda.done.discard(part.path)
            self._despair(self._units[part.path])

    def _despair(self, unit: Unit) -> None:
        """The last attempt at a leg but one: what went wrong so often is not planned with again."""
        failed = self.agenda.failed
        if failed is not None and 0 < unit.region.policy.retries <= unit.attempts:
            self.agenda.bars(failed)
            unit.attempts = 0

    def tell(self) -> None:
        """Put on the desk what peers are to hear; errands that stand aside keep nothing."""
        self._step_aside()
        if self.agenda.wishes != self._wishes:
            self._wishes, self._around = self.agenda.wishes, self._look_around()
        if len(self.agenda.words[self.agenda.robot]) != self._steps:
            self._steps = len(self.agenda.words[self.agenda.robot])
            for unit in self._units.values():
                unit.attempts = 0  # it gets on, so what went wrong before does not count
        rights = self._engine.rights
        if rights is not None and (rights.aside is not None) != self._aside:
            self._aside = not self._aside
            self.agenda.tells.append((aside(self.agenda.robot), self._aside))
        tells, self.agenda.tells = self.agenda.tells, []
        for name, value in tells:
            self._engine.desk.tell(name, value)

    def _step_aside(self) -> None:
        aside, self.agenda.aside = self.agenda.aside, set()
        if not aside:
            return
        state = self._engine.registry.state()
        for path in sorted(aside):
            disown(state, path, None)
        self._engine.registry.store(state, by=ERRAND)
