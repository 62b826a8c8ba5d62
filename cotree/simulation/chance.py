"""What is random in simulation: how long an action really takes, and whether it fails.

Every action has dice of its own, seeded with the mission's seed and the action's name, so that the
order in which actions are asked about changes nothing.
"""

from __future__ import annotations

import math
import random

import msgspec

from cotree.core.actions import Action, Call, Carry, Drive, Grasp, Pause, Perform, Release
from cotree.core.mission import Chance
from cotree.core.reasons import Reason


class Luck(msgspec.Struct, frozen=True):
    """What one action's dice showed."""

    stretch: float
    """The real duration over the nominal one; its mean is 1."""
    fails_at: float | None
    """The fraction of its duration after which it fails, or None."""


def luck(chance: Chance, robot: str, action_id: str, kind: str) -> Luck:
    """The luck of one action; the same whenever it is asked."""
    dice = random.Random(f"{chance.seed}/{robot}/{action_id}")
    normal, failing, fraction = dice.gauss(0.0, 1.0), dice.random(), dice.random()
    spread = math.log1p(chance.noise**2)  # of a lognormal with mean 1 and this coefficient
    stretch = math.exp(math.sqrt(spread) * normal - spread / 2)
    fails = failing < probability(chance, kind)
    return Luck(stretch, fraction if fails else None)


def probability(chance: Chance, kind: str) -> float:
    """How likely an action of this kind fails; letting time pass fails only when told to."""
    general = 0.0 if kind == "pause" else chance.failure
    return chance.failures.get(kind, general)


def kind_of(action: Action) -> str:
    """The word for an action, as in ``failures: {grasp: 0.1}``."""
    return str(type(action).__struct_config__.tag)


def mishap(action: Action) -> Reason:
    """How this kind of action goes wrong."""
    match action:
        case Drive(to=to):
            return Reason("not_reached", f"the base did not reach ({to[0]:g}, {to[1]:g})")
        case Grasp(object=object_, gripper=gripper) | Carry(object=object_, gripper=gripper):
            return Reason("slipped", f"{object_} slipped out of {gripper}", {"object": object_})
        case Release(object=object_, gripper=gripper):
            return Reason("stuck", f"{object_} stuck to {gripper}", {"object": object_})
        case Pause():
            return Reason("disturbed", "the pause was disturbed")
        case Perform(name=name) | Call(name=name):
            return Reason("failed", f"{name} failed")
