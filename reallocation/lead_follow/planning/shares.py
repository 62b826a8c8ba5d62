"""Who does what so that the busiest is done soonest, and what no plan can go below, by HiGHS.

A mixed-integer program without any order of actions: every agent's load, and the ways through the
precedence graph with the durations that are chosen.  HiGHS proves it by linear programming where
CP-SAT would try the many ways to split the same sum.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from cotree.reallocation.lead_follow.planning.rows import Program
from cotree.reallocation.lead_follow.planning.work import Work


class Shares(NamedTuple):
    """Doers, and what no plan costs less than."""

    doer: tuple[int, ...] | None
    """None: HiGHS found none within its limits."""
    bound: int


class Prices(NamedTuple):
    """How much the end moves with a moment of an agent's time, and of an item's; and a bound."""

    prices: tuple[float, ...]
    ways: tuple[float, ...]
    """Of items: more than 0 on the ways through the graph that decide the end."""
    bound: int


class Split:
    """The program of one work."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.program = Program()
        end = self.program.column(cost=1.0)
        load: list[dict[int, float]] = [{end: 1.0} for _ in work.agents]
        numbers = range(len(work.items))
        self.choice = [_chosen(work, self.program, load, i) for i in numbers]
        _extra(work, self.program, load, self.choice)
        self.loads = [
            self.program.at_least(row, float(work.free[agent])) for agent, row in enumerate(load)
        ]
        self.ways = _ways(work, self.program, end, self.choice)

    def prices(self) -> Prices:
        """What each agent's time is worth, and a bound, by linear programming."""
        found = self.program.relaxed()

        def worth(rows: Iterable[int]) -> float:
            return math.fsum(max(0.0, found.prices.get(row, 0.0)) for row in rows)

        prices = tuple(worth([row]) for row in self.loads)
        return Prices(prices, tuple(map(worth, self.ways)), _up(found.bound))

    def best(self, most_nodes: int, gap: float) -> Shares:
        """The best split of the work, as far as this many nodes of the search go."""
        found = self.program.solved(most_nodes, gap)
        bound = _up(found.bound)
        if found.values is None:
            return Shares(None, bound)
        values = found.values
        return Shares(tuple(max(row, key=lambda a: values[row[a]]) for row in self.choice), bound)


def _up(bound: float) -> int:
    """Costs are whole: the next one, unless it is only a rounding error away."""
    return max(0, math.ceil(bound - 1e-6 * max(1.0, abs(bound)))) if math.isfinite(bound) else 0


def _chosen(work: Work, program: Program, load: list[dict[int, float]], i: int) -> dict[int, int]:
    """A column per agent that can do the item; exactly one is 1."""
    item = work.items[i]
    if i in work.doing:
        return {work.doing[i]: program.column(low=1.0, high=1.0)}
    columns = {}
    for agent in item.agents():
        column = program.column(cost=float(work.costs[i][agent]), high=1.0, whole=True)
        columns[agent] = column
        load[agent][column] = -float(item.ticks[agent])
    program.equal(dict.fromkeys(columns.values(), 1.0), 1.0)
    return columns


def _extra(
    work: Work, program: Program, load: list[dict[int, float]], choice: list[dict[int, int]]
) -> None:
    """Repairs and hand-overs are somebody's work, too; here they may be split."""
    for i, item in enumerate(work.items):
        if item.repair:
            repair = {agent: program.column(high=1.0) for agent in item.repairers()}
            program.equal(dict.fromkeys(repair.values(), 1.0), 1.0)
            for agent, column in repair.items():
                load[agent][column] = -float(item.repair[agent])
        told = [column for agent, column in choice[i].items() if work.tells(i, agent)]
        if told:
            tell = {agent: program.column(high=1.0) for agent in work.robots}
            row = dict.fromkeys(tell.values(), 1.0)
            program.equal({**row, **dict.fromkeys(told, -1.0)}, 0.0)
            for agent, column in tell.items():
                load[agent][column] = -float(work.hand_over[agent])


def _ways(work: Work, program: Program, end: int, choice: list[dict[int, int]]) -> list[list[int]]:
    """Every item ends after what comes before it, with the duration of whoever does it.

    Per item, the rows that say so.
    """
    rows = []
    last = set(range(len(work.items))) - {each for item in work.items for each in item.after}
    ends = [program.column() for _ in work.items]
    for i, item in enumerate(work.items):
        time = {choice[i][agent]: -float(item.ticks[agent]) for agent in choice[i]}
        soonest = 0 if i in work.doing else min(work.free[agent] for agent in choice[i])
        mine = [program.at_least({ends[i]: 1.0, **time}, float(max(item.release, soonest)))]
        for before in item.after:
            mine.append(program.at_least({ends[i]: 1.0, ends[before]: -1.0, **time}, 0.0))
        rows.append(mine)
        if i in last:
            program.at_least({end: 1.0, ends[i]: -1.0}, 0.0)
    return rows
