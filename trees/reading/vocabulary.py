"""All the words that a node of one mission can begin with."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from cotree.behaviours.declare import Declaration
from cotree.trees.reading.subtrees import Subtree


@dataclasses.dataclass(frozen=True)
class Words:
    """Everything that a node can be called: declared behaviours, and the mission's subtrees."""

    catalogue: Mapping[str, Declaration]
    subtrees: Mapping[str, Subtree] = dataclasses.field(default_factory=dict)
    complete: bool = True
    """False when an included file could not be read, so that any word may be one of its."""

    def all(self) -> frozenset[str]:
        """Every word."""
        return frozenset((*self.catalogue, *self.subtrees))
