"""``place``: put an object where it belongs."""

from __future__ import annotations

from dataclasses import dataclass

from py_trees.common import Status

from cotree.behaviours import hands
from cotree.behaviours.before import taken_before
from cotree.behaviours.carry import Carrying
from cotree.behaviours.declare import ObjectName, behaviour, parameter
from cotree.behaviours.leaf import ActionLeaf
from cotree.behaviours.put_down import PutDown
from cotree.core.actions import Action
from cotree.core.belief import View
from cotree.core.places import Location, distance_m
from cotree.core.reasons import Reason
from cotree.core.resources import Need
from cotree.core.steps import Step
from cotree.team.metric import Score

PLACED_M = 0.05
"""An object this near its goal lies there."""


def lies_at(view: View, object_: str, location: Location) -> bool:
    """Whether an object lies somewhere, in nobody's hand."""
    seen = view.object(object_)
    at = view.locate(location)
    if seen is None or at is None or seen.held_by is not None:
        return False
    return distance_m(seen.at, at) <= PLACED_M


@dataclass(frozen=True)
class PlaceParams:
    """Parameters of ``place``."""

    object: ObjectName = parameter("what to put down")
    at: Location = parameter("where: a place, an object, or [x, y]")


@behaviour("place", params=PlaceParams)
class Place(ActionLeaf):
    """Put an object where it belongs.

    After a `pick` of the object in the same `then`, the gripper that holds it puts it down, the
    base standing at the goal.  Without one, an arm brings it from where it is, the base standing
    where it can reach both; who should do that, and what first, is what the mission's `metric`
    says.  An object that lies at its goal, whoever brought it there, makes this done.

    ```yaml
    - place: {object: cup, at: tray}
    - then: [{move: cup}, {pick: cup}, {move: table}, {place: {object: cup, at: table}}]
    ```
    """

    params: PlaceParams
    goal_lasts = True

    def __init__(self, name: str, params: PlaceParams) -> None:
        super().__init__(name, params)
        self._put_down = PutDown(self, params.object, params.at)
        self._carry = Carrying(self, params.object, params.at)
        self._after_pick: bool | None = None
        """Whether something before it takes the object; None: the tree has not been looked at."""

    def _way(self, view: View) -> PutDown | Carrying:
        """How it is done here: what was picked for it, or is held anyway, is only put down."""
        if self._after_pick is None:
            self._after_pick = taken_before(self, self.params.object, view)
        if self._after_pick or self._loaded(view):
            return self._put_down
        return self._carry

    def _loaded(self, view: View) -> bool:
        """Whether this robot holds the object, as its resources know."""
        gripper = hands.own(view, view.object(self.params.object))
        if gripper is None:
            return False
        return gripper not in view.resources or view.resources[gripper].load == self.params.object

    def needs(self, view: View) -> tuple[Need, ...]:
        """A gripper, empty or with the object; the base standing, and the head."""
        return self._way(view).needs(view)

    def potential(self, view: View) -> float:
        """A high constant for what is held; otherwise what the mission's metric says."""
        return self._way(view).potential(view)

    def score(self, view: View) -> Score | None:
        """What the metric says, and why; None for what is held."""
        way = self._way(view)
        return way.score(view) if isinstance(way, Carrying) else None

    def ready(self, view: View) -> Reason | None:
        """The goal is known and in reach, and so is the object unless it is held."""
        return self._way(view).ready(view)

    def goal(self, view: View) -> bool:
        """Whether the object lies at its goal."""
        return lies_at(view, self.params.object, self.params.at)

    def step(self, view: View) -> Step | None:
        """One handling at the goal; with an object to be brought, a tree is not planned ahead."""
        return self._way(view).step(view)

    def initialise(self) -> None:
        """Begin the action, and say what speaks against this robot."""
        suitability = self.desk.suitability
        self.feedback_message = suitability.risks.get(self.path, "")
        suitability.begins(self.path)
        super().initialise()

    def update(self) -> Status:
        """Wait for the end, and learn from it."""
        status = super().update()
        if status is not Status.RUNNING:
            self.desk.suitability.ends(self.path, success=status is Status.SUCCESS)
        return status

    def action(self) -> Action:
        """Release what the granted gripper holds, or carry with it."""
        held = any(need.holding is not None for need, _ in self.granted)
        return self._put_down.action() if held else self._carry.action()
