"""The simulated world of a mission: a kinematic one, or one of forces with arms in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cotree.core.mission import Mission
from cotree.core.reasons import Reason
from cotree.simulation.body import KinematicBody
from cotree.simulation.stage import cast


def world_of(mission: Mission, *, real: bool = False) -> KinematicBody:
    """The world of a mission, with all its robots; what forces need loads here, if it has some.

    ``real``: time goes on while arms think, so they do that beside the ticks.
    """
    if not mission.world.physics:
        return cast.body_of(mission)
    from cotree.app.arms import Armoury
    from cotree.app.thinking import Beside
    from cotree.manipulation.handling import at_once
    from cotree.simulation.physics.body import PhysicsBody

    armoury = Armoury(Beside() if real else at_once)
    return cast.body_of(mission, PhysicsBody(mission, arms=armoury))


def armless(body: object) -> Mapping[str, str]:
    """The robots of a world of forces whose arms could not be had, and why; their grippers fly."""
    found: Mapping[str, Reason] = getattr(body, "armless", {})
    return {robot: why.message for robot, why in found.items()}


def tell_armless(body: object, report: Callable[[str], None]) -> None:
    """Tell whose arms could not be had, each in one line; the mission goes on."""
    for robot, why in armless(body).items():
        report(f"no arms from {robot}: {why}; the mission goes on without")
