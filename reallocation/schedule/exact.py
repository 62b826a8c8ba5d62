"""The best schedule of all, by A* over the states of the simulator.

Every compatible set is a choice, also the ones that leave out what could start, so waiting on
purpose is considered.  The bound never exceeds the truth, so the first complete state taken from
the queue is optimal: in time, and among equals in steps.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

from cotree.reallocation.schedule.bound import Bound
from cotree.reallocation.schedule.simulate import Simulator, State
from cotree.reallocation.schedule.solution import Solution, Stop, after, never


class Proof(NamedTuple):
    """The best schedule known, and whether nothing better exists (or none at all)."""

    solution: Solution | None
    complete: bool
    looked_at: int
    """How many states were taken from the queue."""


class _Arrival(NamedTuple):
    """The cheapest way to a state so far."""

    cost: int
    before: State | None
    leaves: tuple[int, ...]


def exact(
    simulator: Simulator,
    bound: Bound,
    incumbent: Solution | None = None,
    stop: Stop = never,
    most: int | None = None,
) -> Proof:
    """The optimum, or the incumbent when told to stop (or after ``most`` states) without proof."""
    first = simulator.initial()
    arrivals = {first: _Arrival(0, None, ())}
    queue = [(bound(first), 0, 0, first)]
    limit = None if incumbent is None else incumbent.cost
    serial = looked_at = 0
    while queue:
        if stop() or looked_at == most:
            return Proof(incumbent, complete=False, looked_at=looked_at)
        _, minus_cost, _, state = heapq.heappop(queue)
        cost = -minus_cost
        if arrivals[state].cost < cost:
            continue
        if simulator.over(state):
            return Proof(_solution(arrivals, state), not simulator.cut, looked_at)
        looked_at += 1
        for start in simulator.starts(state):
            more, then = after(simulator, start)
            known = arrivals.get(then)
            total = cost + more
            if known is not None and known.cost <= total:
                continue
            estimate = total + bound(then)
            if limit is not None and estimate >= limit:
                continue
            arrivals[then] = _Arrival(total, state, start.leaves)
            serial += 1
            heapq.heappush(queue, (estimate, -total, serial, then))
    return Proof(incumbent, not simulator.cut, looked_at)


def _solution(arrivals: dict[State, _Arrival], state: State) -> Solution:
    """The way that led to a state."""
    starts = []
    last = arrivals[state]
    at = last
    while at.before is not None:
        starts.append(at.leaves)
        at = arrivals[at.before]
    return Solution(last.cost, tuple(reversed(starts)))
