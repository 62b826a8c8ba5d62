"""Terms of the metric: those of cotree, and those that installed packages offer by name.

A package offers a term in the entry point group ``cotree.terms``, under the term's own name; it is
loaded when a mission weighs that term, and not before.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points

from cotree.behaviours.suitability import STOCK, Suitability
from cotree.core.mission import Metric
from cotree.team.terms import Term
from cotree.trees.reading.offers import package_of

GROUP = "cotree.terms"


class BrokenTerm(Exception):
    """A package offers a term that cannot be used; the text is one line for people."""


class Terms:
    """All terms that a mission can name."""

    def __init__(self, offers: Iterable[EntryPoint] | None = None) -> None:
        if offers is None:
            offers = sorted(
                entry_points(group=GROUP), key=lambda each: (package_of(each), each.name)
            )
        self._offers: dict[str, EntryPoint] = {}
        for offer in offers:
            if offer.name not in STOCK:
                self._offers.setdefault(offer.name, offer)

    def names(self) -> tuple[str, ...]:
        """What can be weighed."""
        return (*STOCK, *self._offers)

    def get(self, name: str) -> Term | None:
        """The term of this name, if there is one; BrokenTerm when its package is broken."""
        if name in STOCK or name not in self._offers:
            return STOCK.get(name)
        offer = self._offers[name]
        try:
            found = offer.load()
        except (Exception, SystemExit) as error:  # a package can fail in any way
            reason = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        else:
            if isinstance(found, Term) and found.name == name:
                return found
            reason = f"it is no term '{name}', declared with @term(...)"
        raise BrokenTerm(
            f"package '{package_of(offer)}' is broken: its entry point '{name} = {offer.value}' "
            f"gives no term ({reason})"
        )


def suitability_of(metric: Metric, terms: Terms | None = None) -> Suitability:
    """A mission's metric with its terms, for the desk of a robot."""
    if all(name in STOCK for name in metric.weights):
        return Suitability(metric)
    known = terms or Terms()
    found = {name: known.get(name) for name in metric.weights}
    offered = {name: term for name, term in found.items() if term is not None}
    return Suitability(metric, {**STOCK, **offered})
