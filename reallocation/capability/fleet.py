"""The fleet of a mission: its robots and jobs, as matching asks for them."""

from __future__ import annotations

from cotree.core.jobs import Model, Robot
from cotree.core.mission import Mission, Teammate
from cotree.reallocation.capability.described import Fleet


def robot_of(mate: Teammate) -> Robot | None:
    """A teammate as jobs see it at first; None for a person."""
    if mate.robot is None:
        return None
    model = mate.robot.capability or Model(mate.robot.name, 1.0)
    return Robot(mate.name, model, mate.robot.battery)


def fleet_of(mission: Mission) -> Fleet:
    """All robots of a mission's team, and its jobs."""
    robots = {name: robot_of(mate) for name, mate in mission.team.items()}
    matching = mission.matching
    return Fleet(
        {name: robot for name, robot in robots.items() if robot is not None},
        mission.jobs,
        matching.domains,
        matching.idle_above,
    )
