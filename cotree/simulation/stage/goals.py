"""Which pieces of work can be seen to be done, and whether they really are."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.mission import Blueprint
from cotree.core.places import distance_m
from cotree.simulation.world import KinematicWorld
from cotree.team.mirror.watch import Target

PLACED_M = 0.05
"""An object this near its goal lies there."""


def lies_there(world: KinematicWorld, target: Target) -> bool:
    """Whether an object is at its goal and in nobody's hand."""
    at = world.objects.get(target.object)
    if at is None or target.object in world.carriers:
        return False
    return distance_m(at, target.goal) <= PLACED_M


class Goals:
    """The lasting goals of pieces, by physical truth."""

    def __init__(
        self, task: Blueprint, targets: Mapping[str, Target], world: KinematicWorld
    ) -> None:
        self._world = world
        self._target = {
            node.path: targets[_decisive(node).path]
            for node in task.walk()
            if _decisive(node).path in targets
        }

    def holds(self, piece: str) -> bool | None:
        """Whether the goal of a piece holds now; None: nobody can see that."""
        target = self._target.get(piece)
        return None if target is None else lies_there(self._world, target)


def _decisive(node: Blueprint) -> Blueprint:
    """The leaf whose goal is the goal of all of it; a node that has none is its own answer."""
    while node.children and (node.word == "then" or len(node.children) == 1):
        node = node.children[-1]
    return node
