"""What a teammate believes, how events change it, and who has to look again.

``fold`` is the only writer.  Questions are asked through a ``View``, which remembers what they
read, so that a leaf's potential is asked for again only when something it depends on has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

from cotree.core.actions import (
    Checked,
    Ended,
    Event,
    FactSeen,
    GraspSeen,
    GripperSeen,
    HandSeen,
    ObjectSeen,
    RobotSeen,
)
from cotree.core.disturbances import CLOSED, around, way, way_named
from cotree.core.places import SAME_PLACE_M, Location, Point, on_way, same_place
from cotree.core.resources import State, within_reach

Key: TypeAlias = tuple[str, str]
"""What was read or changed: ("robot", name), ("object", name), ("fact", name), ("ended", id)."""

RESOURCES: Key = ("resources", "")
"""Read by every question that looks at the resources."""

BLOCKED_WAYS: Key = ("ways", "")
"""Read by every question about ways and places that are not as they were."""

_NOTHING: Mapping[str, object] = {}


class Belief(msgspec.Struct, frozen=True):
    """Who is where, what is done, and what else is known; a new one each time something changes."""

    now_s: float = 0.0
    robots: Mapping[str, RobotSeen] = {}
    objects: Mapping[str, ObjectSeen] = {}
    places: Mapping[str, Point] = {}
    facts: Mapping[str, str | float | bool | None] = {}
    grippers: Mapping[str, GripperSeen] = {}
    """By "robot/gripper"."""
    grasps: Mapping[str, GraspSeen] = {}
    """By "robot/object"."""
    hands: Mapping[str, HandSeen] = {}
    """By person, where somebody watches one."""
    ended: Mapping[str, Ended] = {}
    """Outcomes of actions until their leaf has read them."""
    checks: Mapping[str, Checked] = {}
    """By the path of a checker that is asked away from the tick: what it found last."""


def fold(belief: Belief, events: Iterable[Event], now_s: float) -> tuple[Belief, frozenset[Key]]:
    """The belief after these events, and the keys whose value changed."""
    parts: dict[str, dict[str, object]] = {}
    changed: set[Key] = set()

    def put(part: str, key: str, value: object, kind: str) -> None:
        if part not in parts:
            parts[part] = dict(getattr(belief, part))
        if parts[part].get(key, _NOTHING) != value:
            parts[part][key] = value
            changed.add((kind, key))

    for event in events:
        place = _place_of(event)
        if place is not None:
            part, key, kind = place
            put(part, key, event.value if isinstance(event, FactSeen) else event, kind)
            if kind == "fact" and (kind, key) in changed and around(key) is not None:
                changed.add(BLOCKED_WAYS)
    return msgspec.structs.replace(belief, now_s=now_s, **parts), frozenset(changed)


def _place_of(event: Event) -> tuple[str, str, str] | None:
    """Where an event is kept: the part of the belief, the name there, the kind of its key."""
    match event:
        case RobotSeen(robot=robot):
            return "robots", robot, "robot"
        case ObjectSeen(object=object_):
            return "objects", object_, "object"
        case FactSeen(name=name):
            return "facts", name, "fact"
        case GripperSeen(robot=robot, gripper=gripper):
            return "grippers", f"{robot}/{gripper}", "gripper"
        case GraspSeen(robot=robot, object=object_):
            return "grasps", f"{robot}/{object_}", "grasp"
        case HandSeen(person=person):
            return "hands", person, "hand"
        case Ended(id=id_):
            return "ended", id_, "ended"
        case Checked(checker=checker):
            return "checks", checker, "checked"
    return None


def forget(belief: Belief, ended: Iterable[str]) -> Belief:
    """The belief without outcomes that have been read."""
    gone = set(ended)
    if gone.isdisjoint(belief.ended):
        return belief
    kept = {id_: event for id_, event in belief.ended.items() if id_ not in gone}
    return msgspec.structs.replace(belief, ended=kept)


class View:
    """Belief as one robot's leaf asks for it: every answer is noted as read."""

    __slots__ = ("_resources", "belief", "lineage", "read", "robot", "same_place_m")

    def __init__(
        self,
        belief: Belief,
        robot: str,
        resources: State | None = None,
        lineage: tuple[str, ...] = (),
        same_place_m: float = SAME_PLACE_M,
    ) -> None:
        self.belief = belief
        self.robot = robot
        self._resources = resources or {}
        self.lineage = lineage
        self.same_place_m = same_place_m
        self.read: set[Key] = set()

    @property
    def resources(self) -> State:
        """This robot's resources as they are now."""
        self.read.add(RESOURCES)
        return self._resources

    def peek(self) -> State:
        """The resources, without noting that they were read."""
        return self._resources

    def within_reach(self, type_: str) -> int:
        """How many resources of a type the asking leaf's lineage owns or could take now."""
        return within_reach(self.resources, type_, self.lineage)

    def stands_at(self, point: Point | None) -> bool:
        """Whether this robot's base stands still at a point, within the mission's tolerance."""
        if point is None or self.moving():
            return False
        return same_place(self.here(), point, self.same_place_m)

    def here(self) -> Point:
        """Where this robot's base is."""
        self.read.add(("robot", self.robot))
        return self.belief.robots[self.robot].at

    def moving(self) -> bool:
        """Whether this robot's base moves."""
        self.read.add(("robot", self.robot))
        return self.belief.robots[self.robot].moving

    def robot_at(self, robot: str) -> Point | None:
        """Where another robot's base is, if it is known."""
        self.read.add(("robot", robot))
        seen = self.belief.robots.get(robot)
        return None if seen is None else seen.at

    def object(self, name: str) -> ObjectSeen | None:
        """What is known of an object."""
        self.read.add(("object", name))
        return self.belief.objects.get(name)

    def gripper_at(self, gripper: str) -> Point | None:
        """Where one of this robot's grippers is, if it does not drive about."""
        key = f"{self.robot}/{gripper}"
        self.read.add(("gripper", key))
        seen = self.belief.grippers.get(key)
        return None if seen is None else seen.at

    def grasp(self, object_: str, robot: str = "") -> GraspSeen | None:
        """How well this robot (or another one) could grasp an object, if anybody has looked."""
        key = f"{robot or self.robot}/{object_}"
        self.read.add(("grasp", key))
        return self.belief.grasps.get(key)

    def place(self, name: str) -> Point | None:
        """Where a place is; places do not move."""
        return self.belief.places.get(name)

    def locate(self, location: Location) -> Point | None:
        """The point that a location means now: itself, a place, or where that object is."""
        if location.point is not None:
            return location.point
        place = self.belief.places.get(location.name)
        if place is not None:
            return place
        seen = self.object(location.name)
        return None if seen is None else seen.at

    def blocked_ways(self) -> frozenset[str]:
        """The ways that this robot does not get through, by their names: c3-p3."""
        self.read.add(BLOCKED_WAYS)
        facts = self.belief.facts
        true = [name for name, value in facts.items() if value is True]
        ways = {way_named(name, self.robot) for name in true} - {""}
        for name in true:
            kind, robot, place = around(name) or ("", "", "")
            if kind == CLOSED and robot in ("", self.robot):
                ways |= {way(other, place) for other in self.belief.places if other != place}
        return frozenset(ways)

    def surroundings(self) -> dict[str, str | float | bool]:
        """The facts that tell this robot of ways and places what the mission's file does not."""
        self.read.add(BLOCKED_WAYS)
        found = ((name, value, around(name)) for name, value in self.belief.facts.items())
        return {
            name: value
            for name, value, about in found
            if about is not None and about[1] in ("", self.robot) and value not in (None, False)
        }

    def way_to(self, to: Point) -> str:
        """The way from the place where this robot is, or on which it is, to a place, if any."""
        return next(iter(self.ways_to(to)), "")

    def ways_to(self, to: Point) -> list[str]:
        """All ways to this point on which the robot stands, the one from its own place first."""
        here = self.robot_at(self.robot)
        places = self.belief.places
        return [] if here is None else on_way(here, to, places, self.same_place_m)

    def barred(self, to: Point) -> str:
        """The way to this point on which the robot is, if that is blocked; otherwise empty."""
        blocked = self.blocked_ways()
        return next((way for way in self.ways_to(to) if way in blocked), "") if blocked else ""

    def fact(self, name: str) -> str | float | bool | None:
        """What else is known by this name; None when nothing is."""
        self.read.add(("fact", name))
        return self.belief.facts.get(name)
