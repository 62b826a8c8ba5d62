"""The printed scheduling model (equations 15 to 23) as it is: big-M rows, for HiGHS.

Only to be measured against: it finds good schedules of twenty subtasks and cannot prove them.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from cotree.reallocation.lead_follow.planning.graph import Node, choose, nodes_of
from cotree.reallocation.lead_follow.planning.paper import eager
from cotree.reallocation.lead_follow.planning.rows import Program
from cotree.reallocation.lead_follow.planning.work import SECOND, Work


class Measured(NamedTuple):
    """What HiGHS found, in seconds."""

    makespan_s: float | None
    bound_s: float
    proved: bool


def printed(work: Work, doer: tuple[int, ...], time_s: float) -> Measured:
    """The printed model of these doers, with this time limit."""
    nodes = nodes_of(work, choose(work, doer))
    program = Program()
    most = float(100 * sum(node.ticks for node in nodes))
    end = program.column(cost=1.0)
    starts = [program.column(low=_low(work, k, node)) for k, node in enumerate(nodes)]
    for k, node in enumerate(nodes):
        for before in node.after:  # (16)
            row = {starts[k]: 1.0, starts[before]: -1.0}
            program.at_least(row, float(nodes[before].ticks))
        program.at_least({end: 1.0, starts[k]: -1.0}, float(node.ticks))  # (23)
    for i, j in combinations(range(len(nodes)), 2):
        if nodes[i].agent == nodes[j].agent:
            _either(program, starts, nodes, (i, j), most)
    _now(program, [starts[i] for i in eager(work, doer)], most)
    found = program.solved(10**9, 0.0, time_s)
    makespan = None if found.values is None else found.values[end] / SECOND
    return Measured(makespan, found.bound / SECOND, found.proved)


def _low(work: Work, number: int, node: Node) -> float:
    return 0.0 if number in work.doing else float(max(node.release, work.free[node.agent]))


def _either(
    program: Program, starts: list[int], nodes: tuple[Node, ...], pair: tuple[int, int], most: float
) -> None:
    """Equations 17 to 20: one of two actions of an agent ends before the other starts."""
    i, j = pair
    after = program.column(high=1.0, whole=True)
    row = {starts[i]: 1.0, starts[j]: -1.0, after: -most}
    program.at_least(row, float(nodes[j].ticks) - most)
    program.at_least({starts[j]: 1.0, starts[i]: -1.0, after: most}, float(nodes[i].ticks))


def _now(program: Program, starts: list[int], most: float) -> None:
    """Equations 21 and 22."""
    if not starts:
        return
    later = [program.column(high=1.0, whole=True) for _ in starts]
    for start, one in zip(starts, later, strict=True):
        program.at_most({start: 1.0, one: -most}, 0.0)
    program.at_most(dict.fromkeys(later, 1.0), float(len(starts) - 1))
