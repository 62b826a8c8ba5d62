"""Costs: the terms of a metric, those of cotree, and those that installed packages offer by name.

A package offers a term in the entry point group ``cotree.costs``, under the term's own name; it is
loaded when a mission weighs that term, and not before.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import EntryPoint

from cotree.behaviours.suitability import STOCK, Suitability
from cotree.core.mission import Metric
from cotree.team.terms import Term
from cotree.trees.offers import COSTS, Named


class Terms:
    """All terms that a mission can name."""

    def __init__(self, offers: Iterable[EntryPoint] | None = None) -> None:
        self._offered = Named(COSTS, "term", _accept, STOCK, offers)

    def names(self) -> tuple[str, ...]:
        """What can be weighed."""
        return self._offered.names()

    def get(self, name: str) -> Term | None:
        """The term of this name, if there is one; Unusable when its package is broken."""
        if name in STOCK or name not in self.names():
            return STOCK.get(name)
        return self._offered.get(name)


def _accept(name: str, found: object) -> Term | str:
    if isinstance(found, Term) and found.name == name:
        return found
    return f"it is no term '{name}', declared with @term(...)"


def suitability_of(metric: Metric, terms: Terms | None = None) -> Suitability:
    """A mission's metric with its terms, for the desk of a robot."""
    if all(name in STOCK for name in metric.weights):
        return Suitability(metric)
    known = terms or Terms()
    found = {name: known.get(name) for name in metric.weights}
    offered = {name: term for name, term in found.items() if term is not None}
    return Suitability(metric, {**STOCK, **offered})
