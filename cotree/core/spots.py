"""Where robots of a mission are at first, as place and operating state."""

from __future__ import annotations

from collections.abc import Iterator

from cotree.core.errands import Spot
from cotree.core.mission import Mission, RobotModel, World
from cotree.core.places import Point, distance_m

IDLE = "idle"
"""The operating state of a robot that has no others."""


def states_of(model: RobotModel) -> tuple[str, ...]:
    """A robot's operating states; every robot has one."""
    return model.states or (IDLE,)


def robots_in(mission: Mission) -> Iterator[tuple[str, RobotModel]]:
    """The robots of a team with their models, in the order of the team."""
    for name, mate in mission.team.items():
        if mate.robot is not None:
            yield name, mate.robot


def first_spots(mission: Mission) -> dict[str, Spot]:
    """By robot: the place at which it starts, or the nearest one, and its first state."""
    found = {}
    for name, model in robots_in(mission):
        mate = mission.team[name]
        place = nearest(mission.world, mate.start)
        found[name] = (place, mate.state or states_of(model)[0])
    return found


def nearest(world: World, at: Point) -> str:
    """The place that a point is at, or else the nearest one."""
    if not world.places:
        raise ValueError("the world has no places")
    return min(world.places, key=lambda name: (distance_m(world.places[name], at), name))
