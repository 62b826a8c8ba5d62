"""The two kinds of node above a task: all reactions with it, and one of them."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Items

from py_trees.behaviour import Behaviour

from cotree.behaviours.checkers.params import Reacting, ReactionParams
from cotree.behaviours.declare import Children, Declaration
from cotree.core.mission import REACTIONS
from cotree.trees.controls import EngineOnly, Selector, Sequence

REACTION = "reaction"


class Reactions(EngineOnly):
    """All reactions in the order in which they count, and the task last."""

    def __init__(self, name: str, params: object, children: Items[Behaviour]) -> None:
        super().__init__(name, children)
        self.reactions = children[:-1]
        self.task = children[-1]


class Reaction(EngineOnly):
    """A checker, and what is done when it finds something."""

    def __init__(self, name: str, params: Reacting, child: Behaviour) -> None:
        super().__init__(name, [child])
        self.params = params
        self.checker = params.make()
        self.path = name


def quiet_nodes(root: Behaviour) -> frozenset[Behaviour]:
    """Nodes around reactions that do nothing by themselves: only what is below them may poll."""
    if not isinstance(root, Reactions):
        return frozenset()
    found: set[Behaviour] = {root}
    for reaction in root.reactions:
        found.update(
            node
            for node in reaction.iterate()
            if isinstance(node, Reaction) or (isinstance(node, Sequence | Selector) and node.memory)
        )
    return frozenset(found)


STRUCTURE: Mapping[str, Declaration] = {
    REACTIONS: Declaration(
        REACTIONS, Reactions, None, Children.MANY, None, "of", "The reactions and the task.", ""
    ),
    REACTION: Declaration(
        REACTION, Reaction, ReactionParams, Children.ONE, None, "do", "One reaction.", ""
    ),
}
"""What ``reactions:`` adds to the words of a tree; no mission can write these itself."""


def with_structure(catalogue: Mapping[str, Declaration]) -> dict[str, Declaration]:
    """All words of a whole tree, reactions included."""
    return {**catalogue, **STRUCTURE}
