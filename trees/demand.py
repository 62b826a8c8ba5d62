"""How much a part of the task takes at most at one time, and what it still holds afterwards.

Counted per type of resource over the needs of the leaves.  Siblings in an ``and`` could run one
after the other, in the best order; that is the least a robot must have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from py_trees.behaviour import Behaviour
from py_trees.composites import Parallel, Selector

from cotree.behaviours.holding import Holding
from cotree.behaviours.leaf import Leaf
from cotree.core.resources import Need
from cotree.trees.and_ import And
from cotree.trees.controls import AtLeast
from cotree.trees.or_ import Or

NeedsOf: TypeAlias = Callable[[Leaf], tuple[Need, ...]]
Types: TypeAlias = Mapping[str, str]
"""The type of each resource, by its name."""


@dataclass(frozen=True)
class Demand:
    """Resources by type."""

    peak: Counter[str] = field(default_factory=Counter)
    """The most that is held at one time, beyond what is there at the start."""
    net: Counter[str] = field(default_factory=Counter)
    """What is still held at the end, less what was there at the start."""


def of_leaf(needs: Iterable[Need], types: Types) -> Demand:
    """A leaf takes what it does not hold already, and keeps what it loads.

    A need for one resource by its name counts for that name and for its type.
    """
    peak: Counter[str] = Counter()
    net: Counter[str] = Counter()
    for need in needs:
        for type_ in {need.type, types.get(need.type, need.type)}:
            if need.holding is None:
                peak[type_] += 1
            net[type_] += (need.takes is not None) - need.drops
    return Demand(peak, net)


def in_order(demands: Iterable[Demand]) -> Demand:
    """One after the other: each on top of what those before it still hold."""
    peak: dict[str, int] = {}
    held: dict[str, int] = {}
    for demand in demands:
        for type_, most in demand.peak.items():
            most += held.get(type_, 0)
            if most > peak.get(type_, 0):
                peak[type_] = most
        for type_, more in demand.net.items():
            held[type_] = held.get(type_, 0) + more
    return Demand(Counter(peak), Counter(held))


def in_best_order(demands: Iterable[Demand]) -> Demand:
    """In any order: per type, the order that takes least (greatest release after a peak first)."""
    known = list(demands)
    as_written = in_order(known)
    if not any(demand.net[type_] for demand in known for type_ in demand.net):
        return as_written
    peak: Counter[str] = Counter()
    for type_ in as_written.peak:
        best = sorted(known, key=lambda demand: demand.net[type_] - demand.peak[type_])
        peak[type_] = in_order(best).peak[type_]
    return Demand(peak, as_written.net)


def either(demands: Iterable[Demand]) -> Demand:
    """Only one of them: the most that any takes."""
    peak: Counter[str] = Counter()
    net: Counter[str] = Counter()
    for demand in demands:
        peak |= demand.peak
        net |= demand.net
    return Demand(peak, net)


def demand_of(
    node: Behaviour, needs_of: NeedsOf, found: dict[Behaviour, Demand], types: Types
) -> Demand:
    """The demand of a node; ``found`` keeps that of every node below, too."""
    if isinstance(node, Leaf):
        demand = of_leaf(needs_of(node), types)
    else:
        below = [demand_of(child, needs_of, found, types) for child in node.children]
        demand = _joined(node, below)
    found[node] = demand
    return demand


def _joined(node: Behaviour, below: list[Demand]) -> Demand:
    if isinstance(node, Holding):
        held = Counter(dict.fromkeys(node.params.what, 1))
        return Demand(below[0].peak | held, below[0].net)
    if isinstance(node, Or | Selector):
        return either(below)
    return in_best_order(below) if in_any_order(node) else in_order(below)


def in_any_order(node: Behaviour) -> bool:
    """Whether the children may run in any order, or together."""
    return isinstance(node, And | Parallel | AtLeast)
