"""A problem as numbers: agents and open subtasks by index, times in whole hundredths of a second.

What runs is fixed: a subtask that is being done has its agent and its remaining time.
"""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from cotree.reallocation.lead_follow.planning.weighing import Weighing
from cotree.reallocation.lead_follow.problem import Agent, LeadPlan, Problem, Running, Subtask

SECOND = 100
NEVER = -1
"""Instead of a duration: this agent cannot do it."""
NOBODY = -1


class Item(NamedTuple):
    """One open subtask."""

    id: str
    ticks: tuple[int, ...]
    """Per agent; ``NEVER`` if it cannot."""
    after: tuple[int, ...]
    """Open items that come before it."""
    release: int
    """It does not start sooner."""
    place: int
    """A shared place, or -1."""
    at_place: int
    """The end of it that is spent at the place; -1 is all of it."""
    repair: tuple[int, ...]
    """Per agent, how long putting it right takes; empty if nothing is wrong."""

    def agents(self) -> tuple[int, ...]:
        """Who can do it."""
        return tuple(a for a, ticks in enumerate(self.ticks) if ticks != NEVER)

    def repairers(self) -> tuple[int, ...]:
        """Who can put it right."""
        return tuple(a for a, ticks in enumerate(self.repair) if ticks != NEVER)

    def lead(self, agent: int) -> int:
        """How long an agent works on it before it comes to the place."""
        return 0 if self.at_place < 0 else max(0, self.ticks[agent] - self.at_place)


@dataclasses.dataclass(frozen=True)
class Work:
    """A problem as numbers."""

    problem: Problem
    agents: tuple[Agent, ...]
    items: tuple[Item, ...]
    doing: dict[int, int]
    """Items that are being done: by whom."""
    free: tuple[int, ...]
    """When each agent can start something new."""
    hand_over: tuple[int, ...]
    """Per agent; ``NEVER`` of people."""
    told: tuple[tuple[bool, ...], ...]
    """Per item and person: whether the person is told by a robot that it is theirs, or knows."""
    costs: tuple[tuple[int, ...], ...]
    """Per item and agent, what the weights add."""
    known: dict[int, int]
    """Items whose person knows of it, or is being told."""
    people: tuple[int, ...]
    robots: tuple[int, ...]

    def tells(self, item: int, agent: int) -> bool:
        """Whether some robot takes time to tell this person that the item is theirs."""
        return (
            self.told[item][agent]
            and self.known.get(item) != agent
            and item not in self.doing
            and max(self.hand_over) > 0
        )


def ticks(seconds: float) -> int:
    """Whole hundredths of a second."""
    return round(seconds * SECOND)


def work_of(problem: Problem, before: LeadPlan | None = None) -> Work:
    """The problem as numbers; ``before`` is the last plan, from which changes cost."""
    return _Reader(problem, before).work()


class _Reader:
    """Numbers one problem."""

    def __init__(self, problem: Problem, before: LeadPlan | None) -> None:
        self.problem = problem
        self.agents = problem.agents
        self.number = {agent.id: a for a, agent in enumerate(self.agents)}
        self.open = problem.open()
        self.item = {subtask.id: i for i, subtask in enumerate(self.open)}
        self.places = {place: i for i, place in enumerate(sorted(problem.shared))}
        last = {} if before is None else before.assigned
        self.weighing = Weighing(problem, {**last, **problem.assigned, **problem.given})
        self.robots = tuple(a for a, agent in enumerate(self.agents) if agent.kind == "robot")
        self.people = tuple(a for a, agent in enumerate(self.agents) if agent.kind == "person")
        self.hand_over = tuple(
            ticks(agent.hand_over_s) if agent.kind == "robot" else NEVER for agent in self.agents
        )
        self.running = {run.subtask: (name, run) for name, run in problem.running.items()}

    def work(self) -> Work:
        """All of it."""
        problem, number = self.problem, self.number
        free = [0] * len(self.agents)
        for name, run in problem.running.items():
            free[number[name]] = ticks(run.remaining_s)
        known = {self.item[k]: number[p] for k, p in problem.assigned.items() if k in self.item}
        for _, run in self._active("hand_over"):
            known[self.item[run.subtask]] = number[run.to]
        doing = {self.item[run.subtask]: number[name] for name, run in self._active("do")}
        told = tuple(tuple(self._told(i, a, known) for a in number.values()) for i in self._all())
        costs = tuple(
            tuple(self._cost(i, a, told[i]) for a in number.values()) for i in self._all()
        )
        return Work(
            problem=problem,
            agents=self.agents,
            items=tuple(self._item(subtask) for subtask in self.open),
            doing=doing,
            free=tuple(free),
            hand_over=self.hand_over,
            told=told,
            costs=tuple(() if i in doing else row for i, row in enumerate(costs)),
            known=known,
            people=self.people,
            robots=self.robots,
        )

    def _all(self) -> range:
        return range(len(self.open))

    def _active(self, action: str) -> list[tuple[str, Running]]:
        return [
            (name, run)
            for name, run in self.problem.running.items()
            if run.action == action and run.subtask in self.item
        ]

    def _item(self, subtask: Subtask) -> Item:
        able = self.problem.eligible(subtask)
        times = [ticks(subtask.durations[a.id]) if a in able else NEVER for a in self.agents]
        release = 0
        repair: tuple[int, ...] = ()
        wrong = self.problem.wrong.get(subtask.id)
        if wrong is not None:
            repair = tuple(ticks(wrong[a.id]) if a.id in wrong else NEVER for a in self.agents)
        if subtask.id in self.running:
            name, run = self.running[subtask.id]
            left = ticks(run.remaining_s)
            if run.action == "do":
                times = [left if a.id == name else NEVER for a in self.agents]
            else:
                release = left
            repair = () if run.action != "hand_over" else repair
        return Item(
            id=subtask.id,
            ticks=tuple(times),
            after=tuple(self.item[name] for name in subtask.after if name in self.item),
            release=release,
            place=self.places.get(subtask.place, -1),
            at_place=-1 if subtask.at_place_s is None else ticks(subtask.at_place_s),
            repair=repair,
        )

    def _told(self, item: int, agent: int, known: dict[int, int]) -> bool:
        if agent not in self.people:
            return False
        if known.get(item) == agent:
            return True
        asked = self.problem.tell_all or self.weighing.pays(self.agents[agent].id)
        return bool(self.robots) and asked

    def _cost(self, item: int, agent: int, told: tuple[bool, ...]) -> int:
        return ticks(self.weighing.cost_s(self.open[item], self.agents[agent], told[agent]))
