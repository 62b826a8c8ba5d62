"""The kinematic world: where everything is, what holds what, and what is physically possible.

It knows no time.  The body asks ``why_not`` before an action begins and calls ``grasped``,
``released`` or ``moved`` when one ends.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from cotree.core.actions import (
    Action,
    Carry,
    Drive,
    Grasp,
    GripperSeen,
    ObjectSeen,
    Release,
    RobotSeen,
)
from cotree.core.mission import RobotModel
from cotree.core.places import Point, distance_m
from cotree.core.reasons import Reason

GRIPPER = "gripper"
BASE = "base"
ROUNDING_M = 1e-9


@dataclasses.dataclass
class Robot:
    """One robot as it is now."""

    model: RobotModel
    at: Point
    driving: str | None = None
    """The action that moves the base."""
    holds: dict[str, str] = dataclasses.field(default_factory=dict)
    """Which object each gripper holds."""
    busy: dict[str, str] = dataclasses.field(default_factory=dict)
    """Which object each gripper works on at the moment."""
    gripper_at: dict[str, Point] = dataclasses.field(default_factory=dict)
    """Where grippers are, as far as that is known; the others are where the base is."""
    on: str = ""
    """The robot that it stands on; empty: the ground."""

    def has(self, type_: str) -> bool:
        """Whether it has a resource of this type."""
        return any(resource.type == type_ for resource in self.model.resources)

    def grippers(self) -> list[str]:
        """The names of its grippers."""
        return [resource.name for resource in self.model.resources if resource.type == GRIPPER]


class KinematicWorld:
    """Robots and objects; objects that are carried are where the base is."""

    def __init__(self, objects: Mapping[str, Point], *, reach_m: float) -> None:
        self.robots: dict[str, Robot] = {}
        self.objects: dict[str, Point] = dict(objects)
        self.carriers: dict[str, tuple[str, str]] = {}
        self.reach_m = reach_m

    # -- what can be seen ----------------------------------------------------------------------

    def robot_seen(self, name: str) -> RobotSeen:
        """What a robot looks like now."""
        moving = self.robots[self.lowest(name)].driving or self.robots[name].driving
        return RobotSeen(name, self.robots[name].at, moving is not None)

    def object_seen(self, name: str) -> ObjectSeen:
        """What an object looks like now."""
        return ObjectSeen(name, self.objects[name], self.carriers.get(name))

    def gripper_seen(self, name: str, gripper: str) -> list[GripperSeen]:
        """Where a gripper is now, if that is known."""
        at = self.robots[name].gripper_at.get(gripper)
        return [] if at is None else [GripperSeen(name, gripper, at)]

    def gripper_at(self, name: str, gripper: str) -> Point:
        """Where a gripper is, or else the base."""
        robot = self.robots[name]
        return robot.gripper_at.get(gripper, robot.at)

    # -- who stands on whom --------------------------------------------------------------------

    def riders(self, name: str) -> list[str]:
        """The robots that stand on this one."""
        return [other for other, robot in self.robots.items() if robot.on == name]

    def tower(self, name: str) -> list[str]:
        """This robot, and everybody above it."""
        return [name, *(each for rider in self.riders(name) for each in self.tower(rider))]

    def lowest(self, name: str) -> str:
        """The robot that stands on the ground, below this one or itself."""
        while self.robots[name].on:
            name = self.robots[name].on
        return name

    # -- what is possible ----------------------------------------------------------------------

    def why_not(self, robot_name: str, action: Action) -> Reason | None:
        """Why this action is against the laws of this world, or None."""
        robot = self.robots[robot_name]
        match action:
            case Drive():
                return self._why_not_drive(robot_name)
            case Grasp(object=object_, gripper=gripper):
                return self._why_not_use(robot_name, gripper, object_) or self._why_not_grasp(
                    robot, gripper, object_
                )
            case Release(object=object_, gripper=gripper, at=at):
                return self._why_not_use(robot_name, gripper, object_) or self._why_not_release(
                    robot, gripper, object_, at
                )
            case Carry(object=object_, gripper=gripper):
                return self._why_not_use(robot_name, gripper, object_) or self._why_not_carry(
                    robot, action
                )
            case _:
                return None

    def in_reach(self, robot: Robot, at: Point) -> bool:
        """Whether a point can be reached from where the base stands; an arm without a base can."""
        fixed = not robot.has(BASE) and not robot.on
        return fixed or distance_m(robot.at, at) <= self.reach_m + ROUNDING_M

    def _why_not_drive(self, name: str) -> Reason | None:
        robot = self.robots[name]
        if robot.on:
            return Reason("docked", f"{name} stands on {robot.on}")
        if not robot.has(BASE):
            return Reason("no_base", f"{robot.model.name} has no base to drive with")
        if robot.driving is not None:
            return Reason("base_busy", f"the base is driving already, for {robot.driving}")
        for each in self.tower(name):
            for gripper, object_ in self.robots[each].busy.items():
                why = f"the base must stand while {gripper} works on {object_}"
                return Reason("base_busy", why)
        return None

    def _why_not_use(self, name: str, gripper: str, object_: str) -> Reason | None:
        robot = self.robots[name]
        if gripper not in robot.grippers():
            known = ", ".join(robot.grippers()) or "none"
            return Reason("no_gripper", f"no gripper '{gripper}'; there is: {known}")
        if object_ not in self.objects:
            return Reason("no_object", f"no object '{object_}' in this world")
        if gripper in robot.busy:
            return Reason("gripper_busy", f"{gripper} works on {robot.busy[gripper]} already")
        if robot.driving is not None or self.robots[self.lowest(name)].driving is not None:
            return Reason("base_moving", f"{gripper} can not work while the base drives")
        return None

    def _why_not_grasp(self, robot: Robot, gripper: str, object_: str) -> Reason | None:
        return self._why_taken(robot, gripper, object_) or self._why_out_of_reach(
            robot, object_, self.objects[object_]
        )

    def _why_taken(self, robot: Robot, gripper: str, object_: str) -> Reason | None:
        """Why this gripper can take nothing, or this object is not to be had."""
        if gripper in robot.holds:
            return Reason("gripper_full", f"{gripper} holds {robot.holds[gripper]}")
        if object_ in self.carriers:
            return Reason("held", f"{object_} is held by {' '.join(self.carriers[object_])}")
        if any(object_ in other.busy.values() for other in self.robots.values()):
            return Reason("held", f"another gripper works on {object_}")
        return None

    def _why_not_release(
        self, robot: Robot, gripper: str, object_: str, at: Point
    ) -> Reason | None:
        if robot.holds.get(gripper) != object_:
            holds = robot.holds.get(gripper, "nothing")
            return Reason("not_held", f"{gripper} does not hold {object_}; it holds {holds}")
        return self._why_out_of_reach(robot, "the place", at)

    def _why_not_carry(self, robot: Robot, carry: Carry) -> Reason | None:
        """Why an arm cannot bring an object, which it may hold already."""
        beyond_goal = self._why_beyond(robot, "the goal", carry.at)
        if robot.holds.get(carry.gripper) == carry.object:
            return beyond_goal
        return (
            self._why_taken(robot, carry.gripper, carry.object)
            or self._why_beyond(robot, carry.object, self.objects[carry.object])
            or beyond_goal
        )

    def _why_beyond(self, robot: Robot, what: str, at: Point) -> Reason | None:
        """Why an arm does not get there, the base standing."""
        away_m, reach_m = distance_m(robot.at, at), robot.model.reach_m
        if away_m <= reach_m + ROUNDING_M:
            return None
        return Reason("out_of_reach", f"{what} is {away_m:.2f} m away; {reach_m:g} m is reach")

    def _why_out_of_reach(self, robot: Robot, what: str, at: Point) -> Reason | None:
        if self.in_reach(robot, at):
            return None
        away_m = distance_m(robot.at, at)
        return Reason("out_of_reach", f"{what} is {away_m:.2f} m away; {self.reach_m:g} m is reach")

    # -- what happens --------------------------------------------------------------------------

    def moved(self, name: str, at: Point) -> list[str]:
        """The base is here now, and so is what it carries; names of objects are returned."""
        robot = self.robots[name]
        for gripper, was in robot.gripper_at.items():
            x, y, z = (w + b - a for w, a, b in zip(was, robot.at, at, strict=True))
            robot.gripper_at[gripper] = (x, y, z)
        robot.at = at
        for object_ in robot.holds.values():
            self.objects[object_] = at
        above = [each for rider in self.riders(name) for each in self.moved(rider, at)]
        return sorted([*robot.holds.values(), *above])

    def grasped(self, name: str, gripper: str, object_: str) -> None:
        """The gripper holds the object now."""
        robot = self.robots[name]
        if gripper in robot.gripper_at:
            robot.gripper_at[gripper] = self.objects[object_]
        self.seized(name, gripper, object_)
        self.objects[object_] = robot.at

    def seized(self, name: str, gripper: str, object_: str) -> None:
        """The gripper holds the object now, which is still where it was."""
        self.robots[name].holds[gripper] = object_
        self.carriers[object_] = (name, gripper)

    def released(self, name: str, gripper: str, at: Point) -> None:
        """The object stands here now, in nobody's hand."""
        robot = self.robots[name]
        object_ = robot.holds.pop(gripper)
        if gripper in robot.gripper_at:
            robot.gripper_at[gripper] = at
        del self.carriers[object_]
        self.objects[object_] = at

    def put(self, seen: ObjectSeen) -> None:
        """Somebody else moved an object; whoever held it holds it no more."""
        carrier = self.carriers.pop(seen.object, None)
        if carrier is not None and carrier[0] in self.robots:
            del self.robots[carrier[0]].holds[carrier[1]]
        self.objects[seen.object] = seen.at
