"""Beam search: wide where the bound says it pays, for tasks too big to be proved optimal.

States are compared with others in which as much has been done.  The beam is widened until the
budget ends or the width is reached, and the incumbent is replaced only by something better.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

from cotree.reallocation.schedule.bound import Bound
from cotree.reallocation.schedule.simulate import Simulator, State
from cotree.reallocation.schedule.solution import Solution, Stop, after, never


class _Way(NamedTuple):
    """What was started last, and the way before that."""

    before: _Way | None
    leaves: tuple[int, ...]


class _Entry(NamedTuple):
    """A way to a state: sorts by the least that a complete schedule through it costs."""

    estimate: int
    minus_cost: int
    serial: int
    state: State
    starts: _Way | None


class _Beam:
    """One sweep with one width."""

    def __init__(self, simulator: Simulator, bound: Bound, width: int, limit: int | None) -> None:
        self.simulator = simulator
        self.bound = bound
        self.width = width
        self.limit = limit
        self.levels: dict[int, dict[State, _Entry]] = {}
        self.found: _Entry | None = None
        self._serial = 0

    def add(self, cost: int, state: State, starts: _Way | None) -> None:
        """Take note of a state, if it may lead to something better than what is known."""
        estimate = cost + self.bound(state)
        if self.limit is not None and estimate >= self.limit:
            return
        self._serial += 1
        entry = _Entry(estimate, -cost, self._serial, state, starts)
        if self.simulator.over(state):
            self.found, self.limit = entry, cost
            return
        level = self.levels.setdefault(state.done.bit_count(), {})
        known = level.get(state)
        if known is None or -known.minus_cost > cost:
            level[state] = entry

    def sweep(self, stop: Stop) -> Solution | None:
        """The best schedule of this beam, or None if it has none below the limit."""
        self.add(0, self.simulator.initial(), None)
        while self.levels:
            level = self.levels.pop(min(self.levels))
            for entry in heapq.nsmallest(self.width, level.values()):
                if stop():
                    return self.solution()
                for start in self.simulator.starts(entry.state):
                    more, then = after(self.simulator, start)
                    self.add(more - entry.minus_cost, then, _Way(entry.starts, start.leaves))
        return self.solution()

    def solution(self) -> Solution | None:
        """The best complete schedule so far."""
        if self.found is None:
            return None
        starts = []
        at = self.found.starts
        while at is not None:
            starts.append(at.leaves)
            at = at.before
        return Solution(-self.found.minus_cost, tuple(reversed(starts)))


def beam(
    simulator: Simulator,
    bound: Bound,
    incumbent: Solution | None,
    stop: Stop = never,
    widths: tuple[int, ...] = (4, 16, 64),
) -> Solution | None:
    """The incumbent, or something better."""
    for width in widths:
        limit = None if incumbent is None else incumbent.cost
        found = _Beam(simulator, bound, width, limit).sweep(stop)
        incumbent = found or incumbent
        if stop():
            break
    return incumbent
