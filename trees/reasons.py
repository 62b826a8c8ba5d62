"""Why a node failed, found below it when it does not know itself."""

from __future__ import annotations

from collections.abc import Mapping

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.reasons import Reason
from cotree.trees.called import called


def reason_of(node: Behaviour, noted: Mapping[Behaviour, Reason]) -> Reason:
    """The engine's note, the node's own reason, or that of the failed child (the last, if many)."""
    path = called(node)
    if node in noted:
        return noted[node]
    own = getattr(node, "reason", None)
    if isinstance(own, Reason):
        return own.at(path)
    for child in reversed(node.children):
        if child.status is Status.FAILURE:
            return reason_of(child, noted)
    return Reason("failed", node.feedback_message or f"{node.name} failed").at(path)
