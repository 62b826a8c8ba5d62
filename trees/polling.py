"""Which nodes must be ticked every period while they run, because nothing else wakes them."""

from __future__ import annotations

from py_trees.behaviour import Behaviour

from cotree.behaviours.leaf import Leaf
from cotree.behaviours.wrapper import Wrapper
from cotree.trees.errands.errand import Errand
from cotree.trees.reactions.nodes import quiet_nodes
from cotree.trees.task import TaskNode


def polling_nodes(root: Behaviour) -> frozenset[Behaviour]:
    """Those of the tree; what only looks for disturbances has times of its own."""
    quiet = quiet_nodes(root)
    return frozenset(node for node in root.iterate() if node not in quiet and _polled(node))


def _polled(node: Behaviour) -> bool:
    if isinstance(node, TaskNode | Wrapper | Errand):
        return False
    if isinstance(node, Leaf):
        return node.polled
    return not node.children or type(node).update is not Behaviour.update
