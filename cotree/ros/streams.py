"""The snapshot streams of py_trees_ros, where that is installed: its viewers attach to a robot.

Our engine ticks the tree; py_trees_ros only sees what came of it: its visitors are shown the nodes
after each tick, and its handlers publish what changed.  It costs about 20 µs per node and tick, so
nothing of it is done unless a viewer has asked for a stream.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.ros.missing import ros

PACKAGES = ("py_trees_ros", "py_trees_ros_interfaces")


def have_streams() -> bool:
    """Whether py_trees_ros is installed."""
    return all(find_spec(package) is not None for package in PACKAGES)


def made_by_py_trees_ros(root: Behaviour, node: Any) -> Any:
    """Its tree around ours; it offers the services that open streams."""
    tree = ros("py_trees_ros.trees").BehaviourTree(root=root, unicode_tree_debug=False)
    tree.setup(node=node)
    return tree


class Streams:
    """Shows each tick to the viewers of py_trees_ros; does nothing where that is missing."""

    def __init__(self, node: Any, make: Callable[[Behaviour, Any], Any] | None = None) -> None:
        self._node = node
        self._make = make or (made_by_py_trees_ros if have_streams() else None)
        self._tree: Any = None

    def ticked(self, root: Behaviour) -> None:
        """The tree was ticked; what goes wrong in a viewer's stream is logged once, and ends it."""
        if self._make is None:
            return
        try:
            self._show(root)
        except Exception as error:
            self._node.get_logger().warning(
                f"no streams for py_trees_ros any more: {type(error).__name__}: {error}"
            )
            self._make = None

    def _show(self, root: Behaviour) -> None:
        if self._tree is None or self._tree.root is not root:
            assert self._make is not None
            self._tree = self._make(root, self._node)
        tree = self._tree
        if not getattr(tree, "snapshot_streams", True):
            return  # nobody has asked
        for visitor in tree.visitors:
            visitor.initialise()
            for node in root.iterate():
                if visitor.full or node.status is not Status.INVALID:
                    visitor.run(node)
            visitor.finalise()
        tree.count += 1
        for handler in tree.post_tick_handlers:
            handler(tree)
