"""Where a load that is kept for good could leave a sibling without what it needs.

``and: [{pick: a}, {deliver: b}]`` with one hand goes well only if b comes first.  Such groups of
siblings are found when a tree is attached; only they are looked at when a grant is weighed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.trees.called import path_of
from cotree.trees.demand import Demand, in_any_order
from cotree.trees.part import Part
from cotree.trees.safety import Sibling, Siblings


def keepers(
    root: Behaviour, demands: Mapping[Behaviour, Demand], parts: Mapping[Behaviour, Part]
) -> dict[str, list[Siblings]]:
    """The groups, by the path of the anchor that inherits what they keep."""
    found: dict[str, list[Siblings]] = {}
    for node in root.iterate():
        if in_any_order(node) and _rivals([demands[child] for child in node.children]):
            siblings = [
                Sibling(path_of(child), demands[child], partial(_over, child, parts))
                for child in node.children
            ]
            found.setdefault(_anchor(node, parts, root), []).append(siblings)
    return found


def _rivals(demands: list[Demand]) -> bool:
    """Whether one keeps what another takes."""
    return any(
        demand.net[type_] > 0
        and any(other.peak[type_] > 0 for other in demands if other is not demand)
        for demand in demands
        for type_ in demand.net
    )


def _over(node: Behaviour, parts: Mapping[Behaviour, Part]) -> bool:
    part = parts.get(node)
    if part is not None:
        return part.is_over() or part.passing
    return node.status in (Status.SUCCESS, Status.FAILURE)


def _anchor(node: Behaviour, parts: Mapping[Behaviour, Part], root: Behaviour) -> str:
    """The nearest anchor at or above a node."""
    above: Behaviour | None = node
    while above is not None:
        part = parts.get(above)
        if part is not None and part.anchor:
            return part.path
        above = above.parent
    return path_of(root)
