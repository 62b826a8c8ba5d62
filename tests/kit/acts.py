"""Leaves of a team's trees: what nobody can see, what lasts, what hands on the body, what asks."""

from __future__ import annotations

from typing import ClassVar, Literal

from cotree.behaviours.leaf import Leaf
from cotree.core.resources import Need
from tests.kit.rig import Act

SAW = (Need("saw"),)


class Do(Act):
    """An action whose goal nobody can see; who finds it half done does it from the start."""

    goal = Leaf.goal
    if_unsure: ClassVar[Literal["redo", "resume", "ask"]] = "redo"


class Stand(Do):
    """An action after which the robot stands somewhere."""

    hands_on = True


class GoOn(Do):
    """Who finds it half done goes on with it."""

    if_unsure = "resume"


class Delicate(Do):
    """Who finds it half done asks a person."""

    if_unsure = "ask"


def lasting(name: str, potential: float = 1.0) -> Act:
    """An action whose goal can be seen, and stays: ``<name>.goal``."""
    return Act(name, (), potential, lasting=True)
