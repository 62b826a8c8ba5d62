"""Rollout: try each compatible set at each termination, complete with greedy, keep the best.

The best complete schedule found so far is the incumbent, so the answer is never worse than
greedy's and can be taken at any time (Bertsekas' fortified rollout).
"""

from __future__ import annotations

from typing import NamedTuple

from cotree.reallocation.schedule.greedy import Selector, choose
from cotree.reallocation.schedule.simulate import Simulator, State
from cotree.reallocation.schedule.solution import Solution, Stop, after, begin, never

MOST_TRIED = 48
"""More sets of leaves than this are not tried at one termination."""


class _Link(NamedTuple):
    """What greedy does in a state: the cost until the end, what it starts, where that leads."""

    cost: int
    leaves: tuple[int, ...]
    then: State


class Greedy:
    """The greedy policy's future from any state, remembered; None where it gets stuck."""

    def __init__(self, simulator: Simulator, selector: Selector = "greedy") -> None:
        self.simulator = simulator
        self.selector: Selector = selector
        self.stuck = ""
        """Where it got stuck first, if it did."""
        self._links: dict[State, _Link | None] = {}

    def cost(self, state: State) -> int | None:
        """What greedy takes from here to the end."""
        path: list[tuple[State, int, tuple[int, ...], State]] = []
        total: int | None = 0
        while not self.simulator.over(state):
            if state in self._links:
                link = self._links[state]
                total = None if link is None else link.cost
                break
            start = choose(self.simulator, state, self.selector)
            if not start.state.running:
                self.stuck = self.stuck or self.simulator.stuck(state)
                total = self._links[state] = None
                break
            cost, then = after(self.simulator, start)
            path.append((state, cost, start.leaves, then))
            state = then
        for before, cost, leaves, then in reversed(path):
            total = None if total is None else total + cost
            self._links[before] = None if total is None else _Link(total, leaves, then)
        return total

    def solution(self, state: State) -> Solution | None:
        """Greedy's schedule from here to the end."""
        cost = self.cost(state)
        if cost is None:
            return None
        starts = []
        while not self.simulator.over(state):
            link = self._links[state]
            assert link is not None  # the cost is known
            starts.append(link.leaves)
            state = link.then
        return Solution(cost, tuple(starts))


def rollout(simulator: Simulator, greedy: Greedy, stop: Stop = never) -> Solution | None:
    """A schedule at least as good as greedy's; None if greedy gets stuck whatever comes first."""
    state, spent = simulator.initial(), 0
    prefix: tuple[tuple[int, ...], ...] = ()
    best = greedy.solution(state)
    while not simulator.over(state):
        for start in simulator.starts(state)[:MOST_TRIED]:
            if stop():
                return best
            cost, then = after(simulator, start)
            rest = greedy.cost(then)
            if rest is not None and (best is None or spent + cost + rest < best.cost):
                tail = greedy.solution(then)
                assert tail is not None  # its cost is known
                best = Solution(spent + cost + rest, (*prefix, start.leaves, *tail.starts))
        if best is None:
            return None
        leaves = best.starts[len(prefix)]
        prefix = (*prefix, leaves)
        cost, state = after(simulator, begin(simulator, state, leaves))
        spent += cost
    return best
