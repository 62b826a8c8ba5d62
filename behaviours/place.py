"""``place``: put a held object down."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.declare import ObjectName, behaviour, parameter
from cotree.behaviours.leaf import ActionLeaf
from cotree.behaviours.move import hold
from cotree.behaviours.pick import AT_HAND, MANIPULATE
from cotree.core.actions import Action, Release
from cotree.core.belief import View
from cotree.core.places import Location, distance_m
from cotree.core.reasons import Reason
from cotree.core.resources import Mode, Need
from cotree.core.steps import Step

PLACED_M = 0.05
"""An object this near its goal lies there."""


@dataclass(frozen=True)
class PlaceParams:
    """Parameters of ``place``."""

    object: ObjectName = parameter("what to put down")
    at: Location = parameter("where: a place, an object, or [x, y]")


@behaviour("place", params=PlaceParams)
class Place(ActionLeaf):
    """Put an object down with the gripper that holds it, standing at the goal.

    An object that lies at its goal, whoever brought it there, makes this done.

    ```yaml
    - place: {object: cup, at: tray}
    ```
    """

    params: PlaceParams
    goal_lasts = True

    def needs(self, view: View) -> tuple[Need, ...]:
        """The base held at the goal, the gripper with the object, the head."""
        return (
            Need("base", Mode.SHARED, hold(view.locate(self.params.at))),
            Need("gripper", holding=self.params.object, drops=True),
            Need("head", Mode.SHARED, MANIPULATE),
        )

    def potential(self, view: View) -> float:
        """A high constant: what is at hand comes before any move."""
        return AT_HAND

    def ready(self, view: View) -> Reason | None:
        """The goal is known and the base stands there."""
        at = view.locate(self.params.at)
        if at is None:
            return Reason("unknown_place", f"nobody knows where {self.params.at} is")
        if not view.stands_at(at):
            return Reason("too_far", f"the base does not stand at {self.params.at}")
        return None

    def goal(self, view: View) -> bool:
        """Whether the object lies at its goal."""
        seen = view.object(self.params.object)
        at = view.locate(self.params.at)
        if seen is None or at is None or seen.held_by is not None:
            return False
        return distance_m(seen.at, at) <= PLACED_M

    def step(self, view: View) -> Step | None:
        """One handling at the goal."""
        at = view.locate(self.params.at)
        if at is None:
            return None
        return Step(self.needs(view), at=at, duration_s=self.desk.model.handling_s)

    def action(self) -> Action:
        """Release at the goal."""
        at = self.desk.view().locate(self.params.at)
        if at is None:
            raise LookupError(f"nobody knows where {self.params.at} is")
        return Release(self.params.object, self.resource("gripper"), at)
