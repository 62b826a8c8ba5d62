"""The paper's planner: first who does what (equations 10 to 14), then when (15 to 23).

As printed, with three guards: (14) and (22) are left out where there is nothing they could ask for,
agents that are at work are busy until they are done, and any number of people and robots may share
the work (each person has a row (12), each robot a row (13); (14) asks for one subtask of all robots
together).  Every subtask of a person is assigned to them, so ``tell_all`` holds.
"""

from __future__ import annotations

from cotree.core.steps import NoPlan
from cotree.reallocation.lead_follow.planning.effort import Effort
from cotree.reallocation.lead_follow.planning.graph import (
    Node,
    Timed,
    choose,
    extra_cost,
    nodes_of,
)
from cotree.reallocation.lead_follow.planning.halves import halves
from cotree.reallocation.lead_follow.planning.listing import starts_of, tails
from cotree.reallocation.lead_follow.planning.rows import Program
from cotree.reallocation.lead_follow.planning.work import Work, ticks
from cotree.reallocation.lead_follow.problem import Means

EXACT_UP_TO = 40
"""Subtasks; of more, an allocation within one per cent is enough."""
GLANCE = 0.03
"""Of CP-SAT's deterministic time: most of what its bound gains comes at first."""


def price(work: Work, item: int, agent: int) -> int:
    """Equation 10: what assigning the item to the agent costs."""
    problem, costs = work.problem, work.problem.costs
    name = work.items[item].id
    takes = work.items[item].ticks[agent]
    if agent in work.people:
        follow = problem.means.get(work.agents[agent].id, Means()).p_follow
        moved = costs.c_v if name in problem.given else 0.0
        return round(takes * follow) + ticks(costs.c_f * (1 - follow) + moved)
    error = max((problem.means.get(p.id, Means()).p_error for p in problem.people()), default=0.0)
    moved = costs.c_v if name in problem.assigned else 0.0
    return takes + ticks(costs.c_e * error + moved)


def startable(work: Work) -> list[int]:
    """The set U: items that some robot can place at once."""
    return [
        i
        for i, item in enumerate(work.items)
        if not item.after
        and not item.repair
        and not item.release
        and i not in work.doing
        and any(agent in work.robots for agent in item.agents())
    ]


def allocated(work: Work, effort: Effort) -> tuple[int, ...] | None:
    """Equations 11 to 14: doers that make the most expensive agent as cheap as can be."""
    split = _split(work)
    if split is not None:
        return split
    program = Program()
    most = program.column(cost=1.0)
    rows: list[dict[int, float]] = [{most: 1.0} for _ in work.agents]
    column: list[dict[int, int]] = []
    for i, item in enumerate(work.items):
        mine = (
            {}
            if i in work.doing
            else {a: program.column(high=1.0, whole=True) for a in item.agents()}
        )
        for agent, one in mine.items():
            rows[agent][one] = -float(price(work, i, agent))
        if mine:
            program.equal(dict.fromkeys(mine.values(), 1.0), 1.0)
        column.append(mine)
    for row in rows:
        program.at_least(row, 0.0)
    placing = [one for i in startable(work) for a, one in column[i].items() if a in work.robots]
    if placing:
        program.at_least(dict.fromkeys(placing, 1.0), 1.0)
    gap = 0.0 if len(work.items) <= EXACT_UP_TO else 0.01
    values = program.solved(effort.nodes, gap).values
    if values is None:
        return None
    return tuple(
        work.doing[i] if i in work.doing else max(mine, key=lambda a: values[mine[a]])
        for i, mine in enumerate(column)
    )


def _split(work: Work) -> tuple[int, ...] | None:
    """The same for one person and one robot who can both do everything, if that is quick."""
    open_ = [i for i in range(len(work.items)) if i not in work.doing]
    if len(work.people) != 1 or len(work.robots) != 1:
        return None
    if any(len(work.items[i].agents()) < 2 for i in open_):
        return None
    pair = (work.people[0], work.robots[0])
    prices = {i: (price(work, i, pair[0]), price(work, i, pair[1])) for i in open_}
    found = halves(prices, startable(work), {i: work.items[i].place for i in open_})
    if found is None:
        return None
    return tuple(work.doing.get(i, pair[found.get(i, 0)]) for i in range(len(work.items)))


def eager(work: Work, doer: tuple[int, ...]) -> list[int]:
    """The set V: items of robots, one of which a robot that is free places at once."""
    items = (i for i in startable(work) if doer[i] in work.robots)
    return [i for i in items if not work.free[doer[i]]]


def is_eager(work: Work, timed: Timed) -> bool:
    """Equations 21 and 22: one of V starts now, if there is any."""
    wanted = eager(work, timed.choice.doer)
    return not wanted or any(not timed.starts[i] for i in wanted)


def decomposed(work: Work, effort: Effort, known: int | None = None) -> tuple[Timed, int] | NoPlan:
    """The best schedule of the best allocation, and a bound for this allocation.

    ``known``: a cost below which a schedule is of use; what is proved to be none is not sought.
    """
    doer = allocated(work, effort)
    if doer is None:
        return NoPlan("out_of_time", f"no allocation within {effort.nodes} nodes of the search")
    return sequenced(work, doer, effort, known)


def sequenced(
    work: Work, doer: tuple[int, ...], effort: Effort, known: int | None = None
) -> tuple[Timed, int]:
    """Equations 15 to 23 for these doers, and a bound."""
    choice = choose(work, doer)
    nodes = nodes_of(work, choice)
    urgency = tails(nodes)
    wanted = eager(work, doer)
    lists = []
    for first in wanted or [-1]:
        lift = [time if k != first else sum(urgency) + 1 for k, time in enumerate(urgency)]
        lists.append(Timed(choice, nodes, starts_of(work, nodes, lift)))
    best = min(lists, key=lambda timed: timed.makespan)
    extra = extra_cost(work, doer)
    listed, bound = best, _load(work, nodes)
    loaded = bound
    if best.finish(work) > bound:
        from cotree.reallocation.lead_follow.planning.cp_lines import improve  # loads OR-tools

        for model in _efforts(effort.model, known):
            if known is not None and bound + extra >= known:
                break
            found, raised = improve(work, listed, wanted, loaded, model)
            best = min(found, best, key=lambda timed: timed.makespan)
            bound = max(bound, raised)
    return best, bound + extra


def _efforts(most: float, known: int | None) -> tuple[float, ...]:
    """A glance before the search, where its bound may say that the search is of no use."""
    return (most,) if known is None or most <= GLANCE else (GLANCE, most)


def _load(work: Work, nodes: tuple[Node, ...]) -> int:
    """No schedule of these actions ends before everybody is done, nor before the longest way is."""
    busy = list(work.free)
    for number, node in enumerate(nodes):
        if number not in work.doing:
            busy[node.agent] += node.ticks
    ways = (node.release + tail for node, tail in zip(nodes, tails(nodes), strict=True))
    return max((*busy, *ways), default=0)
