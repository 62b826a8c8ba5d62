"""Robots that stand on robots: who may climb onto whom, and where everybody is then.

A body knows two actions by name: ``dock``, in which the robot that climbs drives to the other one,
or is fetched by it, and ``undock``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cotree.core.actions import Action, Perform
from cotree.core.jobs import DOCK, UNDOCK
from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.simulation.world import BASE, KinematicWorld, Robot


class Docking(NamedTuple):
    """One robot climbs onto another, or down (``on`` is empty)."""

    robot: str
    on: str


def docking(action: Action) -> Docking | None:
    """What an action is, if it is one of these."""
    if not isinstance(action, Perform) or action.name not in (DOCK, UNDOCK):
        return None
    on = action.data.get("on", "") if action.name == DOCK else ""
    return Docking(str(action.data.get("robot", "")), str(on))


def goal_of(world: KinematicWorld, who: str, what: Docking) -> Point:
    """Where the one that acts drives to before; to climb down it stays."""
    if not what.on:
        return world.robots[who].at
    return world.robots[what.on if who == what.robot else what.robot].at


def why_no_docking(world: KinematicWorld, who: str, what: Docking) -> Reason | None:
    """Why this cannot be done, or None."""
    robots = world.robots
    for name in filter(None, what):
        if name not in robots:
            return Reason("no_robot", f"no robot '{name}'; there is: {', '.join(robots)}")
    riders = world.riders(what.robot)
    if riders:
        return Reason("carries", f"{riders[0]} stands on {what.robot}")
    busy = _busy(robots, (who, *what, *world.tower(what.on)) if what.on else (who, what.robot))
    if busy is not None or not what.on:
        return busy
    return _why_not_onto(world, who, what)


def _why_not_onto(world: KinematicWorld, who: str, what: Docking) -> Reason | None:
    lowest = world.lowest(what.on)
    if what.robot == lowest:
        return Reason("circle", f"{what.on} stands on {what.robot}")
    if who not in (what.robot, lowest):
        return Reason("not_mine", f"{who} is neither {what.robot} nor what carries {what.on}")
    if not world.robots[who].has(BASE):
        return Reason("no_base", f"{who} has no base to drive with")
    for name, least in ((what.robot, 1), (what.on, 2)):
        model = world.robots[name].model.capability
        if model is None or model.ports < least:
            return Reason("no_port", f"{name} has no free port")
    return None


def _busy(robots: Mapping[str, Robot], names: tuple[str, ...]) -> Reason | None:
    for name in names:
        robot = robots[name]
        if robot.driving is not None:
            return Reason("base_moving", f"{name} is on its way")
        for gripper, thing in robot.busy.items():
            return Reason("base_busy", f"{name} must stand while {gripper} works on {thing}")
    return None


def docked_now(world: KinematicWorld, what: Docking) -> list[str]:
    """It is done: the robot stands there now, with what it holds, whose names are returned.

    Whoever stood there before is put down.
    """
    for rider in world.riders(what.on) if what.on else ():
        world.robots[rider].on = ""
    robot = world.robots[what.robot]
    robot.on = what.on
    return world.moved(what.robot, world.robots[what.on].at) if what.on else []
