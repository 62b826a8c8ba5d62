"""What others tell, put into one's own world: their robots, and what they moved."""

from __future__ import annotations

from cotree.core.actions import FactSeen, GripperSeen, ObjectSeen, RobotSeen
from cotree.core.disturbances import BLOCKED, CLOSED, around, healthy, upright
from cotree.core.jobs import who_docked
from cotree.runtime.process.telegrams import Sight
from cotree.simulation.mishaps import Mishaps
from cotree.simulation.world import KinematicWorld


def put(world: KinematicWorld, sight: Sight) -> None:
    """Let the world be as somebody saw it."""
    match sight:
        case RobotSeen(robot=name, at=at) if name in world.robots:
            world.robots[name].at = at
            for rider in world.riders(name):
                world.moved(rider, at)
        case FactSeen(name=name, value=on) if who_docked(name) in world.robots:
            _stands(world, who_docked(name), str(on or ""))
        case GripperSeen(robot=name, gripper=gripper, at=at) if name in world.robots:
            world.robots[name].gripper_at[gripper] = at
        case ObjectSeen(object=name) if name in world.objects:
            _put_object(world, sight)


def _stands(world: KinematicWorld, robot: str, on: str) -> None:
    """On whom a robot stands, unless that makes no tower."""
    if not on or (on in world.robots and on not in world.tower(robot)):
        world.robots[robot].on = on
        if on:
            world.moved(robot, world.robots[on].at)


def _put_object(world: KinematicWorld, seen: ObjectSeen) -> None:
    """Let go of it, then hold it; what one hand held before may not have been told yet."""
    before = world.carriers.pop(seen.object, None)
    if before is not None and before[0] in world.robots:
        holds = world.robots[before[0]].holds
        if holds.get(before[1]) == seen.object:
            del holds[before[1]]
    world.objects[seen.object] = seen.at
    if seen.held_by is None:
        return
    robot, gripper = seen.held_by
    world.carriers[seen.object] = seen.held_by
    if robot in world.robots:
        holds = world.robots[robot].holds
        if gripper in holds:
            del world.carriers[holds[gripper]]
        holds[gripper] = seen.object


def befall(mishaps: Mishaps, told: FactSeen) -> None:
    """Let robots and ways be as somebody says that they are."""
    robot = told.name.partition("/")[0]
    if told.name == upright(robot):
        _set(mishaps.fallen, robot, inside=told.value is False)
    elif told.name == healthy(robot):
        _set(mishaps.broken, robot, inside=told.value is False)
    elif (about := around(told.name)) is not None and about[0] in (BLOCKED, CLOSED):
        kind, whose, what = about
        barred = mishaps.blocked if kind == BLOCKED else mishaps.closed
        barred.pop((what, whose), None)
        if told.value is True:
            barred[what, whose] = None


def _set(some: set[str], robot: str, *, inside: bool) -> None:
    (some.add if inside else some.discard)(robot)
