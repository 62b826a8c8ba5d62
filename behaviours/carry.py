"""``place`` without a ``pick``: one arm brings the object from where it is, the base standing.

Paper: theory-of-mind, section 3: the leaf is the whole pick-and-place, and the metric says which
robot should do it.
"""

from __future__ import annotations

import math

from cotree.behaviours import hands
from cotree.behaviours.leaf import Leaf
from cotree.behaviours.move import hold
from cotree.behaviours.pick import MANIPULATE
from cotree.behaviours.suitability import RobotFacts
from cotree.core.actions import Action, Carry, ObjectSeen
from cotree.core.belief import View
from cotree.core.places import Location, Point, distance_m
from cotree.core.reasons import Reason
from cotree.core.resources import Mode, Need
from cotree.core.steps import Step
from cotree.team.metric import Score
from cotree.team.terms import FADES_S, Case

FADE_STEP_S = 0.5
"""How often the suitability is looked at again while a grasp score fades."""


class Carrying:
    """The questions and the action of a ``place`` that brings its object."""

    def __init__(self, leaf: Leaf, object_: str, at: Location) -> None:
        self.leaf = leaf
        self.object = object_
        self.at = at

    # -- needs and readiness -------------------------------------------------------------------

    def needs(self, view: View) -> tuple[Need, ...]:
        """A free gripper; the base standing where it is and the head, if the robot has them."""
        has = {resource.type for resource in self.leaf.desk.model.resources}
        needs = [Need(self._gripper(view) or hands.GRIPPER)]
        if "base" in has:
            needs.insert(0, Need("base", Mode.SHARED, hold(view.robot_at(view.robot))))
        if "head" in has:
            needs.append(Need("head", Mode.SHARED, MANIPULATE))
        return tuple(needs)

    def _gripper(self, view: View) -> str | None:
        """The gripper that holds the object already, or else the nearest free one; None: any."""
        grippers = hands.grippers_of(self.leaf.desk.model)
        seen = view.object(self.object)
        mine = hands.own(view, seen)
        if mine is not None:
            return mine
        if len(grippers) < 2 or seen is None:
            return next(iter(grippers), None)
        held = self.leaf.desk.hands.held(view)
        free = [name for name in hands.usable(view, grippers) if name not in held]
        if not held and all(view.gripper_at(name) is None for name in free):
            return None
        return hands.nearest(view, free, seen.at)

    def ready(self, view: View) -> Reason | None:
        """The object is known and nobody else holds it; a free hand can reach it and its goal."""
        seen, at = view.object(self.object), view.locate(self.at)
        if seen is None:
            return Reason("unknown_object", f"nobody has seen {self.object}")
        if at is None:
            return Reason("unknown_place", f"nobody knows where {self.at} is")
        if hands.own(view, seen) is not None:
            return self._out_of_reach(view, str(self.at), at)
        return (
            self._held(seen)
            or self._out_of_reach(view, self.object, seen.at)
            or self._out_of_reach(view, str(self.at), at)
            or self._hands_full(view)
        )

    def _held(self, seen: ObjectSeen) -> Reason | None:
        if seen.held_by is None:
            return None
        return Reason("held", f"{seen.held_by[0]} holds {self.object}")

    def _out_of_reach(self, view: View, what: str, at: Point) -> Reason | None:
        here = view.robot_at(view.robot)
        if here is None:
            return Reason("unknown_place", f"nobody knows where {view.robot} is")
        if view.moving():
            return Reason("moving", "the base moves")
        away_m, reach_m = distance_m(here, at), self.leaf.desk.model.reach_m
        if away_m <= reach_m:
            return None
        return Reason("too_far", f"{what} is {away_m:.2f} m away; the arms reach {reach_m:g} m")

    def _hands_full(self, view: View) -> Reason | None:
        """Whether every free gripper still holds something that the resources know nothing of."""
        held = self.leaf.desk.hands.held(view)
        free = hands.usable(view, hands.grippers_of(self.leaf.desk.model))
        full = [name for name in free if name in held]
        if not full or len(full) < len(free):
            return None
        return Reason("hands_full", f"{full[0]} still holds {held[full[0]]}")

    # -- suitability ---------------------------------------------------------------------------

    def potential(self, view: View) -> float:
        """What the mission's metric says."""
        return self.score(view).potential

    def score(self, view: View) -> Score:
        """What the mission's metric says of this robot and this object now, and why."""
        found = self.leaf.desk.suitability.of(self.leaf.path, self.case(view))
        if found.shut:
            view.read.add(("gate", self.leaf.path))
        return found

    def case(self, view: View) -> Case:
        """What is known of this robot and this object."""
        now_s = view.belief.now_s
        facts = RobotFacts(view, self.leaf.desk.suitability.learnt)
        seen = view.object(self.object)
        if seen is None:
            return Case(now_s=now_s, facts=facts)
        at = hands.place_of(view, self._gripper(view) or "")
        away_m = None if at is None else distance_m(at, seen.at)
        looked = view.grasp(self.object)
        if looked is None or hands.own(view, seen) is not None:  # what it holds it has grasped
            return Case(away_m, now_s=now_s, facts=facts)
        if looked.seen_s is None:
            return Case(away_m, looked.score, now_s, now_s, facts)
        self._look_again(view, looked.seen_s)
        return Case(away_m, looked.score, looked.seen_s, now_s, facts)

    def _look_again(self, view: View, seen_s: float) -> None:
        """While a grasp score fades, ask to be asked again."""
        view.read.add(("alarm", self.leaf.path))
        age_s = max(0.0, view.belief.now_s - seen_s)
        if age_s < FADES_S and self.leaf.desk.suitability.weighs("grasp"):
            steps = math.floor(age_s / FADE_STEP_S + 1e-6) + 1
            self.leaf.desk.wake_at(self.leaf, seen_s + steps * FADE_STEP_S)

    # -- doing it ------------------------------------------------------------------------------

    def step(self, view: View) -> Step | None:
        """None: where the arm will be by then, and so how long it takes, nobody knows ahead."""
        return None

    def action(self) -> Action:
        """Carry with the granted gripper."""
        at = self.leaf.desk.view().locate(self.at)
        if at is None:
            raise LookupError(f"nobody knows where {self.at} is")
        gripper = next(name for need, name in self.leaf.granted if need.mode is Mode.EXCLUSIVE)
        return Carry(self.object, gripper, at)
