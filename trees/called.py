"""What a node is called, in records, for the team and for people."""

from __future__ import annotations

from py_trees.behaviour import Behaviour


def path_of(node: Behaviour) -> str:
    """Its path; empty: it has none yet."""
    return str(getattr(node, "path", ""))


def called(node: Behaviour) -> str:
    """Its path, or its name as long as it has none."""
    return str(getattr(node, "path", node.name))
