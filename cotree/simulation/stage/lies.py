"""Actions that say that they succeeded, while the object stays as it was."""

from __future__ import annotations

import random

from cotree.core.actions import Action, Begin, Carry, Grasp, Pause, Release
from cotree.core.mission import Chance
from cotree.simulation.body import KinematicBody
from cotree.simulation.motion import nominal_s


def lies(chance: Chance, begin: Begin) -> bool:
    """Whether this action is one of them; the same whenever it is asked."""
    if chance.lies <= 0.0 or not isinstance(begin.action, Grasp | Release | Carry):
        return False
    return random.Random(f"{chance.seed}/{begin.robot}/{begin.id}/lies").random() < chance.lies


def pretended(body: KinematicBody, begin: Begin) -> Action | None:
    """What really happens instead: time passes; None when the world would refuse the action."""
    robot = body.world.robots.get(begin.robot)
    if robot is None or body.world.why_not(begin.robot, begin.action) is not None:
        return None
    return Pause(nominal_s(begin.action, robot.model, robot.at))
