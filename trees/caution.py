"""What a tree's leaves take at most, asked once, so that every grant can be weighed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from py_trees.behaviour import Behaviour

from cotree.behaviours.holding import Holding
from cotree.behaviours.leaf import Leaf
from cotree.core.belief import View
from cotree.core.resources import Mode, Need
from cotree.trees.answers import are_needs
from cotree.trees.demand import Demand, demand_of
from cotree.trees.keepers import keepers
from cotree.trees.part import Part
from cotree.trees.safety import Anchor, Safety
from cotree.trees.then import Then


def safety_of(
    root: Behaviour, parts: Mapping[Behaviour, Part], types: Mapping[str, str], view: View
) -> Safety:
    """The safety of a tree; ``types`` gives each resource's type, ``view`` what is believed.

    What is only ever shared cannot block anybody and is left out.
    """
    needs = {node: needs_of(node, view) for node in root.iterate() if isinstance(node, Leaf)}
    held = [
        tuple(map(Need, node.params.what)) for node in root.iterate() if isinstance(node, Holding)
    ]
    contested = _contested([*needs.values(), *held], types)
    found: dict[Behaviour, Demand] = {}
    wanted = {
        leaf: tuple(need for need in of_leaf if need.type in contested)
        for leaf, of_leaf in needs.items()
    }
    demand_of(root, wanted.__getitem__, found, types)
    anchors = {
        part.path: Anchor(found[node], part.heir, _hands_on(part), _alone(node, wanted))
        for node, part in parts.items()
        if part.anchor
    }
    return Safety(anchors, types, keepers(root, found, parts), contested)


def _alone(node: Behaviour, wanted: Mapping[Leaf, tuple[Need, ...]]) -> frozenset[str]:
    leaves = (each for each in node.iterate() if isinstance(each, Leaf))
    needs = (need for leaf in leaves for need in wanted[leaf])
    return frozenset(need.type for need in needs if need.mode is Mode.EXCLUSIVE)


def needs_of(leaf: Leaf, view: View) -> tuple[Need, ...]:
    """A leaf's needs as far as it can tell now; only their types matter."""
    try:
        needs = leaf.needs(view)
    except Exception:
        return ()
    return needs if are_needs(needs) else ()


def _contested(needs: Iterable[tuple[Need, ...]], types: Mapping[str, str]) -> frozenset[str]:
    """Types and names that somebody needs alone, or loads."""
    found: set[str] = set()
    for of_leaf in needs:
        for need in of_leaf:
            if need.mode is Mode.EXCLUSIVE or need.takes is not None or need.holding is not None:
                found.add(need.type)
                found.add(types.get(need.type, need.type))
    return frozenset(found | {name for name, type_ in types.items() if type_ in found})


def _hands_on(part: Part) -> bool:
    """Whether what it holds at its end is for the next child of its ``then``."""
    return isinstance(part.above, Then) and part.index < len(part.above.parts) - 1
