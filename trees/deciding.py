"""Who starts now: whom the pool grants, as far as claims and plans let them; and who fails."""

from __future__ import annotations

from typing import Protocol

from py_trees.behaviour import Behaviour

from cotree.behaviours.desk import Desk
from cotree.core.changes import NodeState
from cotree.core.reasons import Reason
from cotree.core.steps import Plan
from cotree.trees.asker import Asker
from cotree.trees.operated import OperatedTree
from cotree.trees.part import Part
from cotree.trees.pool import Pool
from cotree.trees.preference import Preference
from cotree.trees.region import Region
from cotree.trees.registry import Registry
from cotree.trees.rights import Rights
from cotree.trees.stuck import in_vain, whom_to_fail
from cotree.trees.then import Then
from cotree.trees.unit import Unit


class Host(Protocol):
    """The part of the engine that deciding uses."""

    desk: Desk
    tree: Behaviour
    regions: list[Region]
    parts: dict[Behaviour, Part]
    pool: Pool
    preference: Preference
    registry: Registry
    operating: OperatedTree

    @property
    def rights(self) -> Rights | None:
        """In a team: what it holds of it."""

    def noted(self, part: Part) -> None:
        """A part changed its state."""


class Deciding:
    """Lets askers start, in the order that a plan prefers, and fails those who cannot."""

    def __init__(self, engine: Host) -> None:
        self._engine = engine
        self._pool = engine.pool
        self._preference = engine.preference
        self._pool.hindrance = self._hindrance

    def _hindrance(self, asker: Asker) -> Reason | None:
        if asker.urgent:
            return None
        unit, rights = _unit_of(asker), self._engine.rights
        if unit is not None and rights is not None:
            taken = rights.hindrance(unit)
            if taken is not None:
                return taken
        return self._preference.hindrance(asker)

    # -- in a tick -----------------------------------------------------------------------------

    def decide(self) -> None:
        """Start whom the pool grants; a plan that lets nobody start is dropped."""
        preference = self._preference
        granted = self._pool.decide()
        vain = not granted and not self._engine.operating.stopped_at
        if vain and preference.plan is not None and self.in_vain():
            preference.drop()
            self._pool.reconsider()
            granted = self._pool.decide()
        for asker in granted:
            if not asker.urgent and preference.started(asker.path):
                self._pool.reconsider()
        self.refuse()
        puzzled, self._pool.puzzled = self._pool.puzzled, {}
        for asker in puzzled:
            unit = _unit_of(asker)
            if unit is not None and unit.state is NodeState.WAITING:
                self._engine.noted(unit)

    def refuse(self) -> None:
        """Fail those whose questions raised."""
        questions = self._pool.questions
        refused, questions.refused = questions.refused, {}
        for asker in refused:
            self._pool.remove(asker)
            unit = _unit_of(asker)
            if unit is not None and asker.refusal is not None:
                unit.refused(asker.refusal)

    # -- plans ---------------------------------------------------------------------------------

    def prefer(self, plan: Plan | None) -> None:
        """From now on start things in this order, as long as that is possible."""
        begun = [
            part.asker.path
            for part in self._engine.parts.values()
            if isinstance(part, Unit) and (part.busy() or part.is_over())
        ]
        self._preference.take(plan, begun)
        self._pool.reconsider()

    def ended(self, unit: Unit, *, success: bool) -> None:
        """A unit does not run any more, for which a plan may have waited."""
        if self._preference.ended(unit.asker.path, success=success):
            self._pool.reconsider()

    def noted(self, unit: Unit) -> None:
        """A unit changed its state; what is over need not be started as planned."""
        if unit.is_over() and self._preference.passed(unit.asker.path):
            self._pool.reconsider()

    # -- stuck ---------------------------------------------------------------------------------

    def in_vain(self) -> tuple[Reason, ...]:
        """Why everybody waits, when nobody runs; empty otherwise."""
        return in_vain(self._engine.tree, self._engine.regions, self._pool)

    def give_up(self) -> bool:
        """Help one of those that wait, if there is any: do anew what it rests on, or fail it.

        What is left to peers who are better at it is given up by these first.
        """
        left = self._engine.desk.suitability.leaves
        waiting = [asker for asker in self._pool.waiting() if not left(asker.path)]
        asker = whom_to_fail(waiting, self._engine.registry.state())
        if asker is None:
            return False
        reason, unit = self._pool.explain(asker).at(asker.path), _unit_of(asker)
        if unit is not None and isinstance(unit.above, Then) and unit.above.step_back():
            return True
        self._pool.remove(asker)
        if unit is None or unit.busy():
            asker.refusal = reason
        else:
            unit.give_up(reason)
        return True


def _unit_of(asker: Asker) -> Unit | None:
    """The unit that asks through this asker; None for a leaf deep inside a control subtree."""
    return asker.client if isinstance(asker.client, Unit) else None
