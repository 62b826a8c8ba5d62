"""From blueprints to living py_trees nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from py_trees.behaviour import Behaviour

from cotree.behaviours.declare import Children, Declaration
from cotree.core.mission import Blueprint


def grow(blueprint: Blueprint, catalogue: Mapping[str, Declaration]) -> Behaviour:
    """The tree of a blueprint; each node has its name and, as ``path``, its path.

    A blueprint is as deep as the loader allows (32 levels), so recursion is safe.
    """
    declaration = catalogue[blueprint.word]
    children = [grow(child, catalogue) for child in blueprint.children]
    node: Any
    match declaration.children:
        case Children.NONE:
            node = declaration.make(blueprint.name, blueprint.params)
        case Children.ONE:
            node = declaration.make(blueprint.name, blueprint.params, children[0])
        case Children.MANY:
            node = declaration.make(blueprint.name, blueprint.params, children)
    node.path = blueprint.path
    if blueprint.if_unsure:
        node.if_unsure = blueprint.if_unsure
    if blueprint.repeatable:
        node.repeatable = True
    if blueprint.allocation is not None and blueprint.allocation.by == "capability":
        node.assigned = True
    grown: Behaviour = node
    return grown
