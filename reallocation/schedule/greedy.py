"""The paper's own policy: at each termination, the compatible set by falling potential."""

from __future__ import annotations

from typing import Literal, TypeAlias

from cotree.reallocation.schedule.simulate import Bid, Simulator, Start, State

Selector: TypeAlias = Literal["greedy", "exact"]


def compatible(simulator: Simulator, state: State) -> Start:
    """FindCompatible: by falling potential, each that still fits what was accepted."""
    leaves = []
    for bid in simulator.bids(state):
        after = simulator.start(state, bid)
        if after is not None:
            leaves.append(bid.leaf)
            state = after
    return Start(tuple(leaves), state)


def largest(simulator: Simulator, state: State) -> Start:
    """The compatible set with the largest total potential; the first one in greedy order wins."""
    bids = {bid.leaf: bid for bid in simulator.bids(state)}
    best, best_total = Start((), state), 0.0
    for start in simulator.starts(state):
        total = _total([bids[leaf] for leaf in start.leaves])
        if total > best_total:
            best, best_total = start, total
    return best


def _total(bids: list[Bid]) -> float:
    return -sum(bid.minus_potential for bid in bids)


def choose(simulator: Simulator, state: State, selector: Selector = "greedy") -> Start:
    """What the engine would start now without look-ahead."""
    return (compatible if selector == "greedy" else largest)(simulator, state)
