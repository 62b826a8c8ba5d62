"""The least cost of small problems, by trying everything; shares no code with the planner."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from cotree.reallocation.lead_follow.problem import Means, Problem, Subtask

Act = tuple[str, str, str, float]
"""What kind, of which subtask, by whom, how long."""


def least(problem: Problem, best: float) -> float:
    """The least cost of any plan, in seconds, if it is less than ``best``."""
    open_ = [each for each in problem.open() if not _doing(problem, each.id)]
    for doers in itertools.product(*(problem.eligible(each) for each in open_)):
        who = {each.id: agent.id for each, agent in zip(open_, doers, strict=True)}
        cost = sum(_extra(problem, name, agent) for name, agent in who.items())
        for acts in _ways(problem, open_, who):
            best = min(best, cost + _Orders(problem, acts, best - cost).best)
    return best


def _doing(problem: Problem, name: str) -> bool:
    return any(run.subtask == name and run.action == "do" for run in problem.running.values())


def _person(problem: Problem, agent: str) -> bool:
    return any(each.id == agent for each in problem.people())


def _known(problem: Problem, name: str, agent: str) -> bool:
    runs = problem.running.values()
    telling = any((r.subtask, r.action, r.to) == (name, "hand_over", agent) for r in runs)
    return telling or problem.assigned.get(name) == agent


def _prices(problem: Problem, agent: str) -> tuple[float, float]:
    means, weights = problem.means.get(agent, Means()), problem.weights
    return weights.displeased_s * (1 - means.p_follow), weights.wrong_s * means.p_error


def _told(problem: Problem, name: str, agent: str) -> bool:
    """Whether a robot still has to tell the person."""
    if not _person(problem, agent) or _known(problem, name, agent) or not problem.robots():
        return False
    telling, leaving = _prices(problem, agent)
    return problem.tell_all or telling < leaving


def _extra(problem: Problem, name: str, agent: str) -> float:
    cost = 0.0
    if _person(problem, agent) and problem.assigned.get(name) != agent:
        telling, leaving = _prices(problem, agent)
        told = _told(problem, name, agent) or _known(problem, name, agent)
        cost += telling if told else leaving
    if not _person(problem, agent) and _in_sight(problem, name):
        errs = [means.p_error * (1 - means.p_follow) for means in problem.means.values()]
        cost += problem.weights.wrong_s * max(errs, default=0.0)
    last = {**problem.assigned, **problem.given}.get(name)
    return cost + (problem.weights.change_s if last not in (None, agent) else 0.0)


def _in_sight(problem: Problem, name: str) -> bool:
    """Whether it is nobody's yet, and a person could begin it, or as soon as what runs is done."""
    subtask = next(each for each in problem.subtasks if each.id == name)
    before = set(subtask.after) - problem.done
    free = all(_doing(problem, each) for each in before)
    return free and name not in problem.given and name not in problem.wrong


def _ways(problem: Problem, open_: list[Subtask], who: dict[str, str]) -> Iterator[list[Act]]:
    """All actions, for every choice of who tells and who corrects."""
    own = [("do", each.id, who[each.id], each.durations[who[each.id]]) for each in open_]
    more: list[list[Act]] = []
    for each in open_:
        name = each.id
        fixed = any(r.subtask == name and r.action == "correct" for r in problem.running.values())
        if name in problem.wrong and not fixed:
            more.append([("correct", name, a, s) for a, s in problem.wrong[name].items()])
        if _told(problem, name, who[name]) and any(r.hand_over_s for r in problem.robots()):
            more.append([("hand_over", name, r.id, r.hand_over_s) for r in problem.robots()])
    for extra in itertools.product(*more):
        yield [*own, *extra]


class _Orders:
    """The least makespan of these actions over all orders."""

    def __init__(self, problem: Problem, acts: list[Act], best: float) -> None:
        self.problem, self.acts, self.best = problem, acts, best
        self.subtask = {each.id: each for each in problem.subtasks}
        free = {agent.id: 0.0 for agent in problem.agents}
        ends: dict[tuple[str, str], float] = {}
        places: dict[str, float] = {}
        for name, run in problem.running.items():
            free[name] = run.remaining_s
            if run.subtask:
                ends[run.action, run.subtask] = run.remaining_s
                if run.action == "do":
                    places[self.subtask[run.subtask].place] = run.remaining_s
        self.go(frozenset(range(len(acts))), free, ends, places)

    def go(
        self,
        rest: frozenset[int],
        free: dict[str, float],
        ends: dict[tuple[str, str], float],
        places: dict[str, float],
    ) -> None:
        load = dict(free)
        for k in rest:
            load[self.acts[k][2]] += self.acts[k][3]
        if max(load.values()) >= self.best:
            return
        if not rest:
            self.best = max(free.values())
        for k in rest:
            start = self.soonest(k, rest, free, ends, places)
            if start is None:
                continue
            kind, name, agent, takes = self.acts[k]
            end = start + takes
            place = self.subtask[name].place
            there = places if kind == "hand_over" else {**places, place: end}
            self.go(rest - {k}, {**free, agent: end}, {**ends, (kind, name): end}, there)

    def soonest(
        self,
        k: int,
        rest: frozenset[int],
        free: dict[str, float],
        ends: dict[tuple[str, str], float],
        places: dict[str, float],
    ) -> float | None:
        kind, name, agent, takes = self.acts[k]
        subtask = self.subtask[name]
        start = free[agent]
        if kind == "do":
            before = [("do", each) for each in subtask.after]
            before += [("correct", name), ("hand_over", name)]
            if any(self.acts[j][:2] in before for j in rest):
                return None
            start = max([start, *(ends.get(each, 0.0) for each in before)])
        if kind != "hand_over" and subtask.place in self.problem.shared:
            lead = 0.0
            if kind == "do" and subtask.at_place_s is not None:
                lead = max(0.0, takes - subtask.at_place_s)
            start = max(start, places.get(subtask.place, 0.0) - lead)
        return start
