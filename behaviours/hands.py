"""The grippers of one robot: where they are, what they hold, and which is the best for a job."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from cotree.core.actions import ObjectSeen
from cotree.core.belief import View
from cotree.core.mission import RobotModel
from cotree.core.places import Point, distance_m

GRIPPER = "gripper"


class Hands:
    """What one robot's grippers hold, as far as can be seen.

    An arm that was stopped on its way still holds what it carried, of which the resources know
    nothing: they only know what was taken by a leaf that went well.
    """

    def __init__(self) -> None:
        self._objects: Mapping[str, ObjectSeen] = {}
        self._held: dict[str, str] = {}

    def held(self, view: View) -> Mapping[str, str]:
        """Objects by the gripper of this robot that holds them; all are noted as read."""
        objects = view.belief.objects
        if objects is not self._objects:  # a belief is never changed, only replaced
            self._objects = objects
            self._held = {
                seen.held_by[1]: name
                for name, seen in objects.items()
                if seen.held_by is not None and seen.held_by[0] == view.robot
            }
        for name in self._held.values():
            view.object(name)
        return self._held


def own(view: View, seen: ObjectSeen | None) -> str | None:
    """This robot's gripper that holds the object, if one does."""
    if seen is None or seen.held_by is None or seen.held_by[0] != view.robot:
        return None
    return seen.held_by[1]


def grippers_of(model: RobotModel) -> tuple[str, ...]:
    """The names of a robot's grippers, as declared."""
    return tuple(resource.name for resource in model.resources if resource.type == GRIPPER)


def place_of(view: View, gripper: str) -> Point | None:
    """Where a gripper is; one that nobody has seen is taken to be where the base is."""
    at = view.gripper_at(gripper) if gripper else None
    return view.robot_at(view.robot) if at is None else at


def usable(view: View, grippers: Iterable[str]) -> list[str]:
    """Those that the lineage owns or could take now, and that hold nothing for anybody."""
    state = view.resources
    lineage = frozenset(view.lineage)
    return [
        name
        for name in grippers
        if name in state
        and state[name].load is None
        and not state[name].users
        and state[name].owners <= lineage
    ]


def nearest(view: View, grippers: Iterable[str], to: Point) -> str | None:
    """The gripper nearest to a point; of equals the one declared first."""
    best: tuple[float, str] | None = None
    for name in grippers:
        at = place_of(view, name)
        away_m = math.inf if at is None else distance_m(at, to)
        if best is None or away_m < best[0]:
            best = (away_m, name)
    return None if best is None else best[1]
