"""``move``: drive the base to a location."""

from __future__ import annotations

from dataclasses import dataclass

from py_trees.common import Status

from cotree.behaviours.declare import Names, behaviour, parameter
from cotree.behaviours.leaf import ActionLeaf
from cotree.core.actions import Action, Drive
from cotree.core.belief import View
from cotree.core.disturbances import BLOCKED
from cotree.core.jobs import docked
from cotree.core.places import NEAREST_M, Location, Point, distance_m
from cotree.core.reasons import Reason
from cotree.core.resources import Channel, Mode, Need
from cotree.core.steps import Step

MOVE = Channel("move")


def hold(at: Point | None) -> Channel:
    """The intention to keep the base standing at a point."""
    return Channel("hold", at)


def no_way(view: View, location: Location) -> Reason | None:
    """Why a robot cannot drive somewhere now: it stands on another, or there is no way."""
    carrier = view.fact(docked(view.robot))
    if carrier:
        return Reason("docked", f"{view.robot} stands on {carrier}")
    to = view.locate(location)
    if to is None:
        return Reason("unknown_place", f"nobody knows where {location} is")
    barred = view.barred(to)
    if barred:
        return Reason(BLOCKED, f"the way {barred} is blocked", {"way": barred})
    return None


@dataclass(frozen=True)
class MoveParams:
    """Parameters of ``move``."""

    to: Location = parameter("where to drive: a place, an object, or [x, y]")
    through: Names = parameter(
        "what it has to itself on the way: a corridor that the team shares", default=()
    )


@behaviour("move", params=MoveParams, short="to")
class Move(ActionLeaf):
    """Drive the base to a location, and keep it there for what comes next in the same ``then``.

    The nearer the destination and the more grippers are at hand, the higher its potential
    (multitasking, equation 1).  Standing there already is its goal.

    ```yaml
    - move: {to: kitchen}
    - move: [1.5, 0]
    - move: {to: kitchen, through: corridor}
    ```
    """

    params: MoveParams
    if_unsure = "redo"
    hands_on = True

    def needs(self, view: View) -> tuple[Need, ...]:
        """The base alone, which holds the destination afterwards; what it drives through."""
        there = hold(view.locate(self.params.to))
        base = Need("base", Mode.EXCLUSIVE, MOVE, keep=True, becomes=there)
        return (base, *map(Need, self.params.through))

    def potential(self, view: View) -> float:
        """Grippers within reach over distance; 1 over distance for a robot without grippers."""
        to = view.locate(self.params.to)
        if to is None:
            return 0.0
        return _hands(view) / max(distance_m(view.here(), to), NEAREST_M)

    def ready(self, view: View) -> Reason | None:
        """The destination is known, and a gripper is within reach if the robot has any."""
        barred = no_way(view, self.params.to)
        if barred is not None:
            return barred
        if _hands(view) == 0:
            return Reason("no_gripper", "every gripper is taken by something else")
        return None

    def goal(self, view: View) -> bool:
        """Whether the base stands there."""
        return view.stands_at(view.locate(self.params.to))

    def step(self, view: View) -> Step | None:
        """Travel to the destination."""
        to = view.locate(self.params.to)
        if to is None:
            return None
        return Step(self.needs(view), to=to, duration_s=self.desk.model.drive_overhead_s)

    def action(self) -> Action:
        """Drive."""
        to = self.desk.view().locate(self.params.to)
        if to is None:
            raise LookupError(f"nobody knows where {self.params.to} is")
        self.desk.takes(self.path, self.desk.view().way_to(to) or None)
        return Drive(to)

    def terminate(self, new_status: Status) -> None:
        """It drives no way any more."""
        self.desk.takes(self.path, None)


def _hands(view: View) -> int:
    """Grippers that the lineage owns or could take; a robot that has none counts as one hand."""
    has_grippers = any(resource.type == "gripper" for resource in view.resources.values())
    return view.within_reach("gripper") if has_grippers else 1
