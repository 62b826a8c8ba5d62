"""All the words that a node of one mission can begin with."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from cotree.behaviours.declare import Declaration
from cotree.core.words import did_you_mean
from cotree.trees.reading.aliases import meant
from cotree.trees.reading.catalogue import Catalogue
from cotree.trees.reading.nodes import quote
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

    def missing(self, text: str) -> str:
        """The message for a word that nothing is called."""
        broken = self.catalogue.broken if isinstance(self.catalogue, Catalogue) else ()
        for offer in broken:
            if offer.word == text:
                return (
                    f"no behaviour {quote(text)}: package '{offer.package}' offers it as "
                    f"{offer.value}, which cannot be used ({offer.reason})"
                )
        words = self.all()
        hint = meant(text, words) or did_you_mean(text[:80], words) or "; 'cotree words' lists all"
        if broken and "did you mean" not in hint:
            packages = ", ".join(sorted({f"'{offer.package}'" for offer in broken}))
            hint += f"; or is it a word of the broken package {packages}?"
        return f"no behaviour {quote(text)}{hint}"
