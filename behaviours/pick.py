"""``pick``: take an object with a free gripper."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.declare import ObjectName, behaviour, parameter
from cotree.behaviours.leaf import ActionLeaf
from cotree.behaviours.move import hold
from cotree.core.actions import Action, Grasp
from cotree.core.belief import View
from cotree.core.places import Location, Point
from cotree.core.reasons import Reason
from cotree.core.resources import Channel, Mode, Need
from cotree.core.steps import Step

MANIPULATE = Channel("manip")
AT_HAND = 1e6
"""Potential of picking and placing, higher than that of any move (2 grippers / 0.01 m = 200)."""


@dataclass(frozen=True)
class PickParams:
    """Parameters of ``pick``."""

    object: ObjectName = parameter("what to take")
    at: Location | None = parameter(
        "where it is taken; where the object is, by default", default=None
    )


@behaviour("pick", params=PickParams, short="object")
class Pick(ActionLeaf):
    """Take an object with a free gripper, standing where the object is.

    The base stands still meanwhile, together with others that need it at the same place; the head
    looks on, also shared; the gripper is kept, because it holds something now.

    ```yaml
    - pick: cup
    - pick: {object: cup, at: table}
    ```
    """

    params: PickParams
    hands_on = True

    def _spot(self, view: View) -> Point | None:
        if self.params.at is not None:
            return view.locate(self.params.at)
        seen = view.object(self.params.object)
        return None if seen is None else seen.at

    def needs(self, view: View) -> tuple[Need, ...]:
        """The base held where the object is, an empty gripper, the head."""
        return (
            Need("base", Mode.SHARED, hold(self._spot(view))),
            Need("gripper", takes=self.params.object),
            Need("head", Mode.SHARED, MANIPULATE),
        )

    def potential(self, view: View) -> float:
        """A high constant: what is at hand comes before any move."""
        return AT_HAND

    def ready(self, view: View) -> Reason | None:
        """The object is known, nobody holds it, and the base stands where it is."""
        seen = view.object(self.params.object)
        if seen is None:
            return Reason("unknown_object", f"nobody has seen {self.params.object}")
        if seen.held_by is not None:
            return Reason("held", f"{seen.held_by[0]} holds {self.params.object}")
        if not view.stands_at(self._spot(view)):
            return Reason("too_far", f"the base does not stand at {self.params.object}")
        return None

    def goal(self, view: View) -> bool:
        """Whether this robot holds the object already."""
        seen = view.object(self.params.object)
        return seen is not None and seen.held_by is not None and seen.held_by[0] == view.robot

    def step(self, view: View) -> Step | None:
        """One handling at the object's place."""
        spot = self._spot(view)
        if spot is None:
            return None
        return Step(self.needs(view), at=spot, duration_s=self.desk.model.handling_s)

    def action(self) -> Action:
        """Grasp with the granted gripper."""
        return Grasp(self.params.object, self.resource("gripper"))
