"""One robot's hands: it chooses its next step of shared work, goes there, and lets go of others."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from cotree.behaviours.step import WorkStep
from cotree.core.belief import Key, View
from cotree.core.changes import NodeState
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.reallocation.lead_follow.collaboration.actions import Act
from cotree.reallocation.lead_follow.collaboration.table import Stage
from cotree.reallocation.lead_follow.conduct import conduct_of
from cotree.runtime.steps.choice import Choice
from cotree.runtime.steps.floor import Floor
from cotree.runtime.steps.lasting import PRESENT_S
from cotree.runtime.steps.outlook import Outlook
from cotree.runtime.steps.planning import AGAIN_S, Planning
from cotree.runtime.steps.words import Words
from cotree.trees.engine import Engine
from cotree.trees.unit import Unit

CHOSEN: Key = ("steps", "")
"""Read by everybody who asks for a step."""
OPENS_S = 1.0
"""So long the tree may take until it is the turn of what comes next."""


class Station(NamedTuple):
    """A step in this robot's tree."""

    unit: Unit
    leaf: WorkStep


class Working:
    """What one robot does, a step or a word, one after the other."""

    def __init__(
        self,
        engine: Engine,
        floor: Floor,
        outlook: Outlook,
        planning: Planning,
        words: Words,
        word_s: float,
    ) -> None:
        self.robot = engine.desk.robot
        self.chosen: Act | None = None
        """The step that this robot is to do, or does."""
        self._engine = engine
        self._floor = floor
        self._outlook = outlook
        self._planning = planning
        self._words = words
        self._word_s = word_s
        self._now_s = 0.0
        self._idle: tuple[object, float] = (None, 0.0)
        """How things stood when there was nothing to do, and when that was."""
        self._shut: dict[str, float] = {}
        """Since when a step was chosen whose turn in the tree it is not."""
        self._stations = {
            part.leaf.params.what: Station(part, part.leaf)
            for part in engine.parts.values()
            if isinstance(part, Unit) and isinstance(part.leaf, WorkStep)
        }
        for step, (unit, _) in self._stations.items():
            unit.asker.hindered = partial(self._hindrance, step)

    @property
    def rests(self) -> bool:
        """Whether it is at no step, and says nothing."""
        station = self._station()
        return not self._words.busy and (station is None or not station.unit.busy())

    def go_on(self, now_s: float, *, speaks: bool) -> None:
        """The next action, if this robot is at none; ``speaks``: it tells people what is theirs."""
        self._now_s = now_s
        for _ in self._floor.paths:  # words of no length may follow one another
            if self._words.busy or not self._is_free() or self._nothing_new():
                return
            act = self._choice(speaks=speaks)
            if act is None:
                self._idle = self._known(), now_s
            if act is None or act.action in ("R1", "R3", "R4"):
                self._go(act)
                return
            self._go(None)
            self._words.say(act, 0.0 if act.action == "R5" else self._word_s)

    # -- choosing ------------------------------------------------------------------------------

    def _known(self) -> tuple[object, ...]:
        """What a choice depends on, but for the time."""
        outlook = self._outlook
        return self._floor.news, self._planning.plans, outlook.away, outlook.absent

    def _nothing_new(self) -> bool:
        """Whether nothing has changed since there was nothing to do, a moment ago."""
        known, at_s = self._idle
        return known == self._known() and self._now_s < at_s + AGAIN_S

    def _station(self) -> Station | None:
        return None if self.chosen is None else self._stations.get(self.chosen.subtask)

    def _is_free(self) -> bool:
        """Whether it may choose: it is at no step, or has done its part of one."""
        station = self._station()
        if station is None or not station.unit.busy():
            return True
        unit, leaf = station
        if unit.state is NodeState.STOPPING or not leaf.rests:
            return False
        doing = self.robot in self._floor.table.doing
        return not doing and not leaf.goal(self._engine.desk.view())

    def _choice(self, *, speaks: bool) -> Act | None:
        if self.robot in self._outlook.broken:
            return None
        kept = {step for step, (unit, _) in self._stations.items() if self._is_kept(step, unit)}
        choice = Choice(
            self._floor.table,
            self._outlook.problem(self._now_s),
            self.robot,
            self._planning.plan,
            self._now_s - self._planning.since_s,
            speaks,
            frozenset(kept),
            conduct_of(self._outlook.steps.plan),
        )
        return choice.act()

    def _is_kept(self, step: str, unit: Unit) -> bool:
        """Whether this robot may not do a step, or its turn in the tree does not come."""
        if unit.state is not NodeState.INACTIVE:
            self._shut.pop(step, None)
        elif self._now_s > self._shut.get(step, self._now_s) + OPENS_S:
            return True
        return unit.piece is not None and bool(unit.piece.withheld or unit.piece.lost)

    # -- doing ---------------------------------------------------------------------------------

    def _go(self, act: Act | None) -> None:
        """Do this from now on; what was chosen before is let go."""
        before, station = self.chosen, self._station()
        if act == before and (station is None or not station.unit.busy()):
            return
        self.chosen = act
        same = act is not None and before is not None and act.subtask == before.subtask
        if station is not None and not same:
            _let_go(station.unit)
        if act is not None:
            self._begin(act)
        self._engine.pool.changed([CHOSEN])

    def _begin(self, act: Act) -> None:
        station = self._stations.get(act.subtask)
        if station is None or act.action not in ("R1", "R3", "R4"):
            return
        unit, leaf = station
        if unit.state is NodeState.INACTIVE:
            self._shut.setdefault(act.subtask, self._now_s)
        takes_s = self._takes_s(act)
        if unit.busy():
            leaf.go_on(act.action, takes_s)
        else:
            leaf.act, leaf.takes_s, leaf.rests = act.action, takes_s, False

    def _takes_s(self, act: Act) -> float:
        if act.action == "R3":
            return self._outlook.correct_s(act.subtask, self.robot)
        step = next(each for each in self._floor.problem.subtasks if each.id == act.subtask)
        return step.durations.get(self.robot, 1.0)

    def _hindrance(self, step: str, view: View) -> Reason | None:
        """Why this robot does not do a step now; asked again whenever that may be different."""
        view.read.add(CHOSEN)
        if self.chosen is not None and self.chosen.subtask == step:
            return None
        table, plan = self._floor.table, self._planning.plan
        at, piece = table.at(step), table.pieces[step]
        if at:
            return Reason("planned", f"{at} is at it")
        who = "" if plan is None else plan.assigned.get(step, "")
        text = f"{who} is to do it" if who else "it is not its turn"
        if piece.stage is Stage.ASSIGNED:
            who, text = piece.who, f"{piece.who} was asked to do it"
        silent = f", and has said nothing for {PRESENT_S:g} s" if who in self._outlook.away else ""
        return Reason("planned", f"{text}{silent}")


def _let_go(unit: Unit) -> None:
    if unit.state is NodeState.CLAIMING:
        unit.close()
        unit.open()
    elif unit.busy() and unit.piece is not None:
        unit.piece.cease(Stop.INTERRUPT)
