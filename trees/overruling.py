"""Overruling what runs: a leaf is stopped safely, and ends as an operator wants it."""

from __future__ import annotations

from collections.abc import Iterator

from cotree.core.reasons import Reason
from cotree.trees.region import Region
from cotree.trees.ticking.composite import CompositeTicker
from cotree.trees.ticking.leaf import OurTicker
from cotree.trees.ticking.ticker import FAILURE, SUCCESS, Ticker
from cotree.trees.unit import Unit

OVERRIDDEN = Reason("overridden", "overridden by the operator")


def running(top: Ticker) -> Iterator[tuple[OurTicker, Unit | None]]:
    """The leaves that run below a node, in the order of the tree, each with its unit."""
    stack: list[tuple[Ticker, Unit | None]] = [(top, None)]
    while stack:
        ticker, unit = stack.pop()
        if isinstance(ticker, Region):
            stack += [(each.ticker, each) for _, each in reversed(ticker.active)]
        elif isinstance(ticker, CompositeTicker):
            stack += [(child, unit) for child in reversed(ticker.children)]
        elif isinstance(ticker, OurTicker) and ticker.started:
            yield ticker, unit


def overrule(top: Ticker, path: str, *, success: bool) -> bool:
    """End a running leaf with this result; False if no leaf of this path runs."""
    for leaf, unit in running(top):
        if leaf.path() == path:
            leaf.overruled = (SUCCESS if success else FAILURE), OVERRIDDEN
            if unit is not None:
                unit.overruled = success
            return True
    return False
