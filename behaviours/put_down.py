"""``place`` after a ``pick``: put down what is held, standing at the goal."""

from __future__ import annotations

from cotree.behaviours.leaf import Leaf
from cotree.behaviours.move import hold
from cotree.behaviours.pick import AT_HAND, MANIPULATE
from cotree.core.actions import Action, Release
from cotree.core.belief import View
from cotree.core.places import Location
from cotree.core.reasons import Reason
from cotree.core.resources import Mode, Need
from cotree.core.steps import Step


class PutDown:
    """The questions and the action of a ``place`` that only puts down."""

    def __init__(self, leaf: Leaf, object_: str, at: Location) -> None:
        self.leaf = leaf
        self.object = object_
        self.at = at

    def needs(self, view: View) -> tuple[Need, ...]:
        """The base held at the goal, the gripper with the object, the head."""
        return (
            Need("base", Mode.SHARED, hold(view.locate(self.at))),
            Need("gripper", holding=self.object, drops=True),
            Need("head", Mode.SHARED, MANIPULATE),
        )

    def potential(self, view: View) -> float:
        """A high constant: what is at hand comes before any move."""
        return AT_HAND

    def ready(self, view: View) -> Reason | None:
        """The goal is known and the base stands there."""
        at = view.locate(self.at)
        if at is None:
            return Reason("unknown_place", f"nobody knows where {self.at} is")
        if not view.stands_at(at):
            return Reason("too_far", f"the base does not stand at {self.at}")
        return None

    def step(self, view: View) -> Step | None:
        """One handling at the goal."""
        at = view.locate(self.at)
        if at is None:
            return None
        return Step(self.needs(view), at=at, duration_s=self.leaf.desk.model.handling_s)

    def action(self) -> Action:
        """Release at the goal."""
        at = self.leaf.desk.view().locate(self.at)
        if at is None:
            raise LookupError(f"nobody knows where {self.at} is")
        return Release(self.object, self.leaf.resource("gripper"), at)
