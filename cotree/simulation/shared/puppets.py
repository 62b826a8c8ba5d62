"""What others tell, put into one's own world: their robots, and what they moved."""

from __future__ import annotations

from cotree.core.actions import GripperSeen, ObjectSeen, RobotSeen
from cotree.runtime.process.telegrams import Sight
from cotree.simulation.world import KinematicWorld


def put(world: KinematicWorld, sight: Sight) -> None:
    """Let the world be as somebody saw it."""
    match sight:
        case RobotSeen(robot=name, at=at) if name in world.robots:
            world.robots[name].at = at
        case GripperSeen(robot=name, gripper=gripper, at=at) if name in world.robots:
            world.robots[name].gripper_at[gripper] = at
        case ObjectSeen(object=name) if name in world.objects:
            _put_object(world, sight)


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
