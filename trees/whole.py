"""What one robot of a team does as a whole: a ``then`` whose steps leave the robot itself ready."""

from __future__ import annotations

from collections.abc import Iterator

from py_trees.behaviour import Behaviour

from cotree.behaviours.leaf import Leaf
from cotree.trees.task import TaskNode
from cotree.trees.then import Then


def is_whole(node: Behaviour) -> bool:
    """Whether a step of this ``then`` is of use only to the robot that did it.

    Where something in it is assigned in another way, each does its own.
    """
    return next(handing_on(node), None) is not None and assigned_in(node) is None


def handing_on(node: Behaviour) -> Iterator[Leaf]:
    """The leaves of a ``then`` that leave their robot standing or holding for what comes next."""
    if isinstance(node, Then):
        for child in node.children[:-1]:
            yield from _last(child)


def assigned_in(node: Behaviour) -> Behaviour | None:
    """Something below whose robot, or person, is not found by claims alone.

    A leaf of its sort, or a subtree that is matched; whether the node is one itself is no matter.
    """
    below = (each for each in node.iterate() if each is not node)
    return next((each for each in below if getattr(each, "assigned", False)), None)


def _last(node: Behaviour) -> Iterator[Leaf]:
    """What may be the last to happen of all that hands on."""
    if isinstance(node, Then):
        yield from _last(node.children[-1])
    elif isinstance(node, TaskNode):
        for child in node.children:
            yield from _last(child)
    else:
        yield from (each for each in node.iterate() if isinstance(each, Leaf) and each.hands_on)
