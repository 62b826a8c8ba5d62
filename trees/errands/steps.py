"""The steps of an errand: what each expects, what it does, and where it leads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from py_trees.common import Status
from py_trees.composites import Sequence

from cotree.behaviours.declare import parameter
from cotree.behaviours.leaf import ActionLeaf, Leaf
from cotree.behaviours.move import Move, MoveParams, hold
from cotree.core.actions import Action, Perform
from cotree.core.belief import View
from cotree.core.disturbances import state_of
from cotree.core.errands import AWAIT, Leg, Spot
from cotree.core.places import Location
from cotree.core.resources import Mode, Need

if TYPE_CHECKING:
    from cotree.trees.errands.agenda import Agenda

STATE = "state"
"""In the data of an action: the operating state to which it leads."""
UNEXPECTED = "unexpected_state"


@dataclass(frozen=True)
class SpotParams:
    """A place and an operating state."""

    at: str = parameter("the place")
    state: str = parameter("the operating state")


class OfAgenda(Leaf):
    """A leaf that asks or tells the agenda."""

    params: SpotParams
    agenda: Agenda


class Expect(OfAgenda):
    """Succeeds if the robot is where the step begins; otherwise the plan is out of date."""

    def update(self) -> Status:
        """Look."""
        at, state = self.agenda.here
        seen = self.desk.view().fact(state_of(self.desk.robot))
        if (at, state) == (self.params.at, self.params.state) and seen in (None, state):
            return Status.SUCCESS
        return self.fail(
            UNEXPECTED,
            f"expected to be {self.params.state} at {self.params.at}, "
            f"is {seen if seen is not None else state} at {at}",
        )


class Reached(OfAgenda):
    """Notes where the step has led."""

    again = False
    """Whether it is a step although it leads nowhere else."""

    def update(self) -> Status:
        """Note it, unless something else is to be seen."""
        seen = self.desk.view().fact(state_of(self.desk.robot))
        if seen not in (None, self.params.state):
            return self.fail(UNEXPECTED, f"expected to be {self.params.state}, is {seen}")
        self.agenda.arrived((self.params.at, self.params.state), again=self.again)
        self.desk.expect(state_of(self.desk.robot), self.params.state)
        return Status.SUCCESS


@dataclass(frozen=True)
class OperateParams:
    """Parameters of an operation."""

    what: str = parameter("its name")
    state: str = parameter("the operating state to which it leads")
    at: str = parameter("the place")
    duration: float = parameter("how long it takes in simulation", default=1.0)


class Operate(ActionLeaf):
    """Does what brings the robot into another operating state, standing at its place."""

    params: OperateParams

    def needs(self, view: View) -> tuple[Need, ...]:
        """The base, which stands meanwhile."""
        there = hold(view.locate(Location(name=self.params.at)))
        return (Need("base", Mode.EXCLUSIVE, there, keep=False),)

    def action(self) -> Action:
        """Perform it."""
        self.desk.expected.pop(
            state_of(self.desk.robot), None
        )  # until it is over, nothing is wrong
        return Perform(self.params.what, self.params.duration, {STATE: self.params.state})


def step_of(leg: Leg, path: str, agenda: Agenda) -> Sequence:
    """The nodes of one leg; ``path`` is that of the sequence."""
    doing = _doing(leg, agenda)
    children: list[Leaf] = [Expect(f"at {_said(leg.source)}", SpotParams(*leg.source))]
    children += [] if doing is None else [doing]
    reached = Reached(f"then at {_said(leg.target)}", SpotParams(*leg.target))
    reached.again = leg.action == "stay"
    children += [reached]
    step = Sequence(path.rpartition("/")[2], memory=True, children=list(children))
    step.path = path  # type: ignore[attr-defined]
    for child in children:
        child.path = f"{path}/{child.name}"
        if isinstance(child, OfAgenda):
            child.agenda = agenda
    return step


def name_of(leg: Leg) -> str:
    """What a leg is called: ``move to c3``, ``pick``, ``wait``, ``wait for r1``."""
    if leg.action in ("stay", AWAIT):
        return "wait" if leg.after is None else f"wait for {leg.after[0]}"
    return f"move to {leg.target[0]}" if leg.action == "move" else leg.action


def _doing(leg: Leg, agenda: Agenda) -> Leaf | None:
    if leg.action in ("stay", AWAIT):
        return None
    at, state = leg.target
    if leg.action == "move":
        return Move(f"move to {at}", MoveParams(Location(name=at)))
    operation = agenda.start.operation(leg.action)
    duration_s = 1.0 if operation is None else operation.duration_s
    return Operate(leg.action, OperateParams(leg.action, state, at, duration_s))


def _said(spot: Spot) -> str:
    return f"{spot[0]}, {spot[1]}"
