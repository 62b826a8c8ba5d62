"""What a unit lacks when it does not start, asked of its robot's living tree."""

from __future__ import annotations

from typing import Protocol

from cotree.core.belief import View
from cotree.core.changes import NodeState
from cotree.core.reasons import Reason
from cotree.core.resources import Need, State, assign, named_first
from cotree.runtime.why.answer import Rule, Wish
from cotree.runtime.why.wish import wish_of
from cotree.team.metric import Score
from cotree.trees.engine import Engine
from cotree.trees.part import Part
from cotree.trees.unit import Unit

PASSING = ("no_gripper", "hands_full", "moving", "held")
"""Why a leaf may not start while its robot is at something else: not the deeper reason."""
JUST_S = 0.5
"""What began so shortly before was chosen instead."""


class Standing(Protocol):
    """The tree that is asked."""

    engine: Engine
    now_s: float
    parts: dict[str, Part]
    askers: dict[str, Unit]

    def weigh(self, unit: Unit) -> tuple[Score | None, float | None]:
        """How suitable the robot is for a unit."""

    def view(self, unit: Unit) -> View:
        """The world as a unit sees it."""

    def state(self) -> State:
        """The resources as they are."""


class Lacking:
    """Asks one robot's units what they lack."""

    def __init__(self, mind: Standing) -> None:
        self._mind = mind

    def of_unit(self, unit: Unit) -> Wish:
        """Why a unit whose turn it may be does not run, or that it does."""
        if unit.state is NodeState.CLAIMING:
            return self._claiming(unit)
        if unit.busy():
            return Wish("undecided", "runs")
        if unit.cool_s > self._mind.now_s and unit.state is NodeState.WAITING:
            why = unit.asker.why or unit.reason
            return Wish("cooling", "" if why is None else why.message)
        return self.hindered(unit)

    def _claiming(self, unit: Unit) -> Wish:
        rights = self._mind.engine.rights
        piece = unit.piece
        if rights is None or piece is None or rights.all[piece.path] not in rights.asks:
            return Wish("asking")
        first = next(
            (
                right.name
                for right in rights.all.values()
                if right.asked and right.piece is not None and right not in rights.asks
            ),
            "",
        )
        return Wish("queued", leaf=first)

    def hindered(self, unit: Unit) -> Wish:
        """Of a unit that waits: the deepest reason first."""
        asker, view = unit.asker, self._mind.view(unit)
        ready = self._ready(unit, view)
        if ready is not None and ready.code not in PASSING:
            return Wish("not_ready", ready.message)
        hindrance = self._mind.engine.pool.hindrance(asker)
        if hindrance is not None and hindrance.code == "taken":
            return self._taken(unit, hindrance)
        return self._shut(unit) or self._unmet(unit, view) or self._said(hindrance, ready, unit)

    def _shut(self, unit: Unit) -> Wish | None:
        score, potential = self._mind.weigh(unit)
        none = potential is not None and potential <= 0
        return Wish("gate") if none and score is not None and score.shut else None

    def _said(self, hindrance: Reason | None, ready: Reason | None, unit: Unit) -> Wish:
        """It could run: what its tree says."""
        _, potential = self._mind.weigh(unit)
        if potential is not None and potential <= 0:
            return Wish("unsuitable")
        reason = hindrance or ready or unit.asker.why
        return Wish("undecided") if reason is None else wish_of(reason, "not_ready")

    def _ready(self, unit: Unit, view: View) -> Reason | None:
        try:
            return unit.asker.ready(view)
        except Exception:  # a leaf that raises says nothing
            return None

    def _taken(self, unit: Unit, hindrance: Reason) -> Wish:
        rights = self._mind.engine.rights
        assert rights is not None
        assert unit.piece is not None
        right = rights.all[unit.piece.path]
        if right.taken_by:
            return Wish("taken", by=right.taken_by)
        return Wish("held", hindrance.message)

    def _unmet(self, unit: Unit, view: View) -> Wish | None:
        """Whether a resource is missing, and who has it."""
        try:
            needs = named_first(unit.asker.own_needs(view), view.peek())
        except Exception:  # a leaf that raises says nothing
            return None
        state = self._mind.state()
        tolerance_m = self._mind.engine.policy.same_place_m
        unmet = assign(needs, state, unit.asker.lineage, tolerance_m)
        if not isinstance(unmet, Need):
            return None
        return self._who_has(unmet, state)

    def _who_has(self, unmet: Need, state: State) -> Wish:
        fitting = [each for each in state.values() if unmet.type in (each.type, each.name)]
        if not fitting:
            return Wish("lacks", resource=unmet.type)
        users = [user for each in fitting for user in sorted(each.users)]
        owners = [owner for each in fitting for owner in sorted(each.owners)]
        for path in (*users, *owners):
            found = self._at(path, unmet.type)
            if found is not None:
                return found
        return Wish("not_ready", f"needs {unmet}")

    def _at(self, path: str, resource: str) -> Wish | None:
        """Busy with a unit, or with the branch that keeps the resource."""
        part = self._mind.askers.get(path)
        if part is None:
            return Wish("busy", leaf=path, resource=resource) if path in self._mind.parts else None
        new = part.state is NodeState.CLAIMING
        new = new or self._mind.now_s - part.since_s < JUST_S
        rule: Rule = "chose" if new else "busy"
        potential = part.asker.potential if new else None
        return Wish(rule, leaf=part.path, resource=resource, other_potential=potential)
