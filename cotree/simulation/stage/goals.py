"""Which pieces of work can be seen to be done, and whether they really are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

from cotree.behaviours.release import ReleaseParams
from cotree.core.mission import Blueprint
from cotree.core.places import Point, distance_m
from cotree.simulation.stage.truth import Truth
from cotree.simulation.world import KinematicWorld
from cotree.team.mirror.watch import Target

CHOOSERS = frozenset(("always", "finally", "invert", "or", "parallel", "py_tree", "selector"))
"""What is inside them may fail, or be stopped, and they succeed all the same."""
PLACED_M = 0.05
"""An object this near its goal lies there."""


def lies_there(world: KinematicWorld, target: Target) -> bool:
    """Whether an object is at its goal and in nobody's hand."""
    at = world.objects.get(target.object)
    if at is None or target.object in world.carriers:
        return False
    return distance_m(at, target.goal) <= PLACED_M


def _nothing_told(name: str) -> object:
    return None


class Goals:
    """The lasting goals of pieces, by physical truth.

    ``fact``: the newest of what was told; ``people``: who shares steps with robots.
    """

    def __init__(
        self,
        task: Blueprint,
        targets: Mapping[str, Target],
        world: KinematicWorld,
        *,
        fact: Callable[[str], object] = _nothing_told,
        people: Collection[str] = (),
        places: Mapping[str, Point] = MappingProxyType({}),
        near_m: float = PLACED_M,
    ) -> None:
        self._world = world
        self._leaves = {node.path: _decisive(node) for node in task.walk()}
        self._chosen = {
            node.path for node in task.walk() if any(each.word in CHOOSERS for each in node.walk())
        }
        self._target = {
            path: targets[leaf.path] for path, leaf in self._leaves.items() if leaf.path in targets
        }
        self._released = {
            (leaf.params.job, leaf.params.object): targets[leaf.path]
            for leaf in task.walk()
            if isinstance(leaf.params, ReleaseParams) and leaf.path in targets
        }
        self._truth = Truth(world, fact, self._settled, people, places, near_m)

    def holds(self, piece: str) -> bool | None:
        """Whether the goal of a piece holds now; None: the motions for it can tell.

        Where nobody can see it and the motions cannot tell either, its robot is believed.
        """
        target = self._target.get(piece)
        if target is not None:
            return lies_there(self._world, target)
        leaf = self._leaves.get(piece)
        holds = None if leaf is None else self._truth.holds(leaf)
        return True if holds is None and piece in self._chosen else holds

    def _settled(self, job: str, thing: str) -> bool:
        target = self._released.get((job, thing))
        return target is not None and lies_there(self._world, target)


def _decisive(node: Blueprint) -> Blueprint:
    """The leaf whose goal is the goal of all of it; a node that has none is its own answer."""
    while node.children and (node.word == "then" or len(node.children) == 1):
        node = node.children[-1]
    return node
