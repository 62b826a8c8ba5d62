"""A path for every node of a tree: how the record, the team and people speak of it."""

from __future__ import annotations

from collections.abc import Iterator

from py_trees.behaviour import Behaviour

from cotree.core.mission import REACTIONS
from cotree.trees.called import path_of
from cotree.trees.reactions.nodes import Reactions


def give_paths(root: Behaviour) -> None:
    """A path for every node that has none from YAML: names from the root down, made unique."""
    if not path_of(root):
        root.path = root.name  # type: ignore[attr-defined]
    for node in nodes_of(root):
        taken: set[str] = {path_of(child) for child in node.children} - {""}
        for child in node.children:
            if not path_of(child) or path_of(child) == child.name:
                child.path = _unique(f"{path_of(node)}/{_segment(child)}", taken)  # type: ignore[attr-defined]
            taken.add(path_of(child))
        if len(taken) < len(node.children):
            raise ValueError(f"two children of '{path_of(node)}' have the same path")


def give_paths_beside(root: Reactions) -> None:
    """The same where reactions stand above a task, which keeps the path that it has alone."""
    root.path = REACTIONS  # type: ignore[attr-defined]
    for child in root.children:
        if child is not root.task and path_of(child) in ("", child.name):
            child.path = f"{REACTIONS}/{_segment(child)}"  # type: ignore[attr-defined]
        give_paths(child)


def _segment(node: Behaviour) -> str:
    return node.name.replace("/", "|") or type(node).__name__


def _unique(path: str, taken: set[str]) -> str:
    number, unique = 1, path
    while unique in taken:
        number += 1
        unique = f"{path} #{number}"
    return unique


def nodes_of(root: Behaviour) -> Iterator[Behaviour]:
    """All nodes of a tree, parents first, without recursion."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))
