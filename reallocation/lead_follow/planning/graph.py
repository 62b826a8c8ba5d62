"""A choice of who does what, as actions with what comes before each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cotree.reallocation.lead_follow.planning.work import NOBODY, SECOND, Work
from cotree.reallocation.lead_follow.problem import Action, LeadPlan, Planned, Way


class Choice(NamedTuple):
    """Per item: who does it, who tells its person, who puts it right first."""

    doer: tuple[int, ...]
    teller: tuple[int, ...]
    repairer: tuple[int, ...]


class Node(NamedTuple):
    """One action.  The first nodes are the items' own, so that node ``i`` does item ``i``."""

    item: int
    action: Action
    agent: int
    ticks: int
    after: tuple[int, ...]
    release: int
    place: int
    lead: int
    """How long it goes on before it comes to the place."""


class Timed(NamedTuple):
    """A complete plan: what is chosen, and when each of its actions starts."""

    choice: Choice
    nodes: tuple[Node, ...]
    starts: tuple[int, ...]

    @property
    def makespan(self) -> int:
        """When the last action ends."""
        pairs = zip(self.nodes, self.starts, strict=True)
        return max((start + node.ticks for node, start in pairs), default=0)

    def finish(self, work: Work) -> int:
        """When all are done, those who are only busy, too."""
        return max((self.makespan, *work.free))


def choose(work: Work, doer: Sequence[int]) -> Choice:
    """The choice with these doers; tellers and repairers are those with the least to do."""
    load = list(work.free)
    for i, agent in enumerate(doer):
        if i not in work.doing:
            load[agent] += work.items[i].ticks[agent]
    teller, repairer = [NOBODY] * len(doer), [NOBODY] * len(doer)
    for i, item in enumerate(work.items):
        if item.repair:
            repairer[i] = min(item.repairers(), key=lambda a: load[a] + item.repair[a])
            load[repairer[i]] += item.repair[repairer[i]]
        if work.tells(i, doer[i]):
            teller[i] = min(work.robots, key=lambda a: load[a] + work.hand_over[a])
            load[teller[i]] += work.hand_over[teller[i]]
    return Choice(tuple(doer), tuple(teller), tuple(repairer))


def nodes_of(work: Work, choice: Choice) -> tuple[Node, ...]:
    """All actions of a choice; hand-overs that take no time are none."""
    after = [list(item.after) for item in work.items]
    extra: list[Node] = []
    for i, item in enumerate(work.items):
        repairer, teller = choice.repairer[i], choice.teller[i]
        if repairer != NOBODY:
            after[i].append(len(work.items) + len(extra))
            time = item.repair[repairer]
            extra.append(Node(i, "correct", repairer, time, (), 0, item.place, 0))
        if teller != NOBODY and work.hand_over[teller]:
            after[i].append(len(work.items) + len(extra))
            extra.append(Node(i, "hand_over", teller, work.hand_over[teller], (), 0, -1, 0))
    own = (_own(work, i, agent, after[i]) for i, agent in enumerate(choice.doer))
    return (*own, *extra)


def _own(work: Work, i: int, agent: int, after: list[int]) -> Node:
    item = work.items[i]
    lead = item.lead(agent)
    return Node(i, "do", agent, item.ticks[agent], tuple(after), item.release, item.place, lead)


def extra_cost(work: Work, doer: Sequence[int]) -> int:
    """What the weights add for these doers."""
    return sum(work.costs[i][agent] for i, agent in enumerate(doer) if i not in work.doing)


def cost(work: Work, timed: Timed) -> int:
    """What is minimised: the makespan and what the weights add."""
    return timed.finish(work) + extra_cost(work, timed.choice.doer)


def as_plan(work: Work, timed: Timed, bound: int, how: Way, solver: str) -> LeadPlan:
    """The plan as others read it."""
    lines: dict[str, list[Planned]] = {agent.id: _now(work, agent.id) for agent in work.agents}
    pairs = sorted(
        zip(timed.starts, timed.nodes, strict=True), key=lambda pair: (pair[0], pair[1].ticks)
    )
    for start, node in pairs:
        if node.action == "do" and node.item in work.doing:
            continue
        name = work.agents[node.agent].id
        to = work.agents[timed.choice.doer[node.item]].id if node.action == "hand_over" else ""
        end = (start + node.ticks) / SECOND
        id_ = work.items[node.item].id
        lines[name].append(Planned(name, node.action, id_, start / SECOND, end, to))
    doers = enumerate(timed.choice.doer)
    total = cost(work, timed)
    return LeadPlan(
        order={name: tuple(line) for name, line in lines.items()},
        makespan_s=timed.finish(work) / SECOND,
        cost_s=total / SECOND,
        bound_s=min(bound, total) / SECOND,
        how=how,
        solver=solver,
        told=frozenset(work.items[i].id for i, a in doers if work.told[i][a]),
    )


def _now(work: Work, name: str) -> list[Planned]:
    """What an agent does already."""
    run = work.problem.running.get(name)
    if run is None or not run.subtask or run.subtask in work.problem.done:
        return []
    end = round(run.remaining_s * SECOND) / SECOND
    return [Planned(name, run.action, run.subtask, 0.0, end, run.to)]
