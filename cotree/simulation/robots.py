"""The robots of a mission, as a simulated world takes them."""

from __future__ import annotations

from cotree.core.mission import Mission, RobotModel
from cotree.core.places import Point


def robots_of(mission: Mission) -> dict[str, tuple[RobotModel, Point]]:
    """Each robot of the team: what it is, and where it starts."""
    mates = mission.team.items()
    return {name: (mate.robot, mate.start) for name, mate in mates if mate.robot is not None}
