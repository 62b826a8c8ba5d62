"""The streams of py_trees_ros, which does not install from the Python index: a tree of py_trees
stands in for its tree, with the same visitors and handlers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import py_trees
from py_trees.behaviour import Behaviour
from py_trees.visitors import SnapshotVisitor

from cotree.ros.streams import Streams


class Node:
    """Keeps what is logged."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def get_logger(self) -> Any:
        return SimpleNamespace(warning=self.said.append)


class Viewer:
    """What py_trees_ros makes around a tree: a snapshot visitor, and a handler that publishes."""

    def __init__(self, root: Behaviour) -> None:
        self.tree = py_trees.trees.BehaviourTree(root)
        self.snapshots = SnapshotVisitor()
        self.tree.add_visitor(self.snapshots)
        self.tree.snapshot_streams = {"one": object()}  # type: ignore[attr-defined]
        self.published: list[tuple[int, set[str]]] = []
        self.tree.add_post_tick_handler(self._publish)

    def _publish(self, tree: Any) -> None:
        ids = {str(id_) for id_ in self.snapshots.visited}
        self.published.append((tree.count, ids))


def leaves() -> tuple[Behaviour, list[Behaviour]]:
    children: list[Behaviour] = [py_trees.behaviours.Running(name) for name in "ab"]
    root = py_trees.composites.Sequence("root", memory=False, children=children)
    return root, children


def test_a_viewer_sees_what_ran_in_each_tick() -> None:
    root, (a, b) = leaves()
    viewer = Viewer(root)
    streams = Streams(Node(), lambda root, node: viewer.tree)
    root.tick_once()
    streams.ticked(root)
    streams.ticked(root)
    seen = {str(root.id), str(a.id)}
    assert viewer.published == [(1, seen), (2, seen)], "b was not ticked"
    assert str(b.id) not in seen


def test_without_an_open_stream_nothing_is_done() -> None:
    root, _ = leaves()
    viewer = Viewer(root)
    viewer.tree.snapshot_streams = {}  # type: ignore[attr-defined]
    Streams(Node(), lambda root, node: viewer.tree).ticked(root)
    assert viewer.published == []


def test_a_stream_that_fails_ends_and_the_robot_goes_on() -> None:
    node = Node()

    def breaks(root: Behaviour, node: Any) -> Any:
        raise RuntimeError("no interface")

    streams = Streams(node, breaks)
    root, _ = leaves()
    streams.ticked(root)
    streams.ticked(root)
    assert node.said == ["no streams for py_trees_ros any more: RuntimeError: no interface"]


def test_a_new_tree_gets_a_new_viewer() -> None:
    made: list[Behaviour] = []

    def make(root: Behaviour, node: Any) -> Any:
        made.append(root)
        return Viewer(root).tree

    streams = Streams(Node(), make)
    for _ in range(2):
        root, _children = leaves()
        streams.ticked(root)
        streams.ticked(root)
    assert len(made) == 2


def test_without_py_trees_ros_nothing_happens() -> None:
    root, _ = leaves()
    Streams(Node()).ticked(root)
