"""Actions that go on, and what the world looks like when one is over."""

from __future__ import annotations

import dataclasses

from cotree.core.actions import (
    Begin,
    Carry,
    Drive,
    Ended,
    Event,
    FactSeen,
    Grasp,
    Perform,
    Release,
)
from cotree.core.disturbances import state_of
from cotree.core.reasons import Reason
from cotree.simulation.carrying import Sweep
from cotree.simulation.docking import docked_now, docking
from cotree.simulation.motion import Trip
from cotree.simulation.world import KinematicWorld


@dataclasses.dataclass
class Doing:
    """One action that goes on."""

    begin: Begin
    ends_s: float
    outcome: Reason | None
    trip: Trip | None = None
    """Of a drive, also of that before docking."""
    sweep: Sweep | None = None
    """Of a carry."""
    halted: bool = False


def ended(world: KinematicWorld, doing: Doing, at_s: float) -> list[Event]:
    """Change the world as the end of an action does, and tell what can be seen of it."""
    events: list[Event] = []
    match doing.begin.action:
        case Drive():
            events += _stood(world, doing, at_s)
        case Grasp(object=object_, gripper=gripper) | Release(object=object_, gripper=gripper):
            del world.robots[doing.begin.robot].busy[gripper]
            events += _handled(world, doing, gripper, object_)
        case Carry() as carry:
            del world.robots[doing.begin.robot].busy[carry.gripper]
            events += _carried(world, doing, carry, at_s)
        case Perform() as action if docking(action) is not None:
            events += _stood(world, doing, at_s)
        case Perform(data={"state": str() as state}) if doing.outcome is None:
            events.append(FactSeen(state_of(doing.begin.robot), state))
        case _:
            pass
    return [*events, Ended(doing.begin.id, doing.outcome)]


def _stood(world: KinematicWorld, doing: Doing, at_s: float) -> list[Event]:
    assert doing.trip is not None
    name = doing.begin.robot
    arrived = doing.outcome is None
    carried = world.moved(name, doing.trip.to if arrived else doing.trip.at(at_s))
    world.robots[name].driving = None
    what = docking(doing.begin.action)
    moved = world.tower(name)
    if what is not None and arrived:
        carried += docked_now(world, what)
        moved = sorted({*moved, *filter(None, what)})
    events: list[Event] = [world.robot_seen(each) for each in moved]
    for each in moved:
        for gripper in world.robots[each].gripper_at:
            events += world.gripper_seen(each, gripper)
    carried = sorted(set(carried))
    return [*events, *(world.object_seen(each) for each in carried)]


def _handled(world: KinematicWorld, doing: Doing, gripper: str, object_: str) -> list[Event]:
    name = doing.begin.robot
    if doing.outcome is None:
        doing.outcome = _why_gone(world, doing, object_)
    if doing.outcome is not None:
        return []
    match doing.begin.action:
        case Release(at=at):
            world.released(name, gripper, at)
        case _:
            world.grasped(name, gripper, object_)
    return [*world.gripper_seen(name, gripper), world.object_seen(object_)]


def _why_gone(world: KinematicWorld, doing: Doing, object_: str) -> Reason | None:
    """Somebody may have taken the object away meanwhile."""
    why_not = world.why_not(doing.begin.robot, doing.begin.action)
    return None if why_not is None else gone(object_, why_not.message)


def gone(object_: str, why: str) -> Reason:
    """The object is not where it was when the action began."""
    return Reason("gone", f"{object_} is gone: {why}")


def seized(world: KinematicWorld, doing: Doing, carry: Carry, at_s: float) -> list[Event]:
    """The gripper of a carry closes on its object; if that has gone meanwhile, this is the end."""
    assert doing.sweep is not None
    carrier = world.carriers.get(carry.object)
    if carrier is None and world.objects[carry.object] == doing.sweep.object_at:
        world.seized(doing.begin.robot, carry.gripper, carry.object)
        world.robots[doing.begin.robot].gripper_at[carry.gripper] = doing.sweep.object_at
        return [world.object_seen(carry.object)]
    why = "it was moved" if carrier is None else f"{carrier[0]} holds it"
    doing.outcome = gone(carry.object, why)
    doing.ends_s = at_s
    return []


def _carried(world: KinematicWorld, doing: Doing, carry: Carry, at_s: float) -> list[Event]:
    """The gripper stays where it has come to; so does what it holds, unless it slipped."""
    assert doing.sweep is not None
    name, gripper = doing.begin.robot, carry.gripper
    robot = world.robots[name]
    holds = robot.holds.get(gripper) == carry.object
    if doing.outcome is None and not holds:
        doing.outcome = gone(carry.object, "somebody took it")
    robot.gripper_at[gripper] = doing.sweep.at(at_s)
    if not holds:
        return [*world.gripper_seen(name, gripper)]
    if doing.halted:
        world.objects[carry.object] = robot.gripper_at[gripper]
    else:
        world.released(name, gripper, robot.gripper_at[gripper])
    return [*world.gripper_seen(name, gripper), world.object_seen(carry.object)]
