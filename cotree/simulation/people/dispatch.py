"""A simple rival: whoever is free takes what they are best at compared with the others."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cotree.reallocation.lead_follow.planning.dispatch import next_action
from cotree.reallocation.lead_follow.problem import (
    Action,
    Answer,
    LeadPlan,
    Planned,
    Problem,
    Running,
)


def dispatch(problem: Problem) -> Answer:
    """A plan by comparative advantage: no belief, no look ahead; errors are put right first."""
    day = _Day(problem)
    while day.begun() or day.problem.running:
        if day.problem.running:
            day.pass_time()
    lines = {name: tuple(line) for name, line in day.order.items()}
    makespan_s = max((each.end_s for line in lines.values() for each in line), default=0.0)
    return LeadPlan(
        order=lines,
        makespan_s=makespan_s,
        cost_s=makespan_s,
        bound_s=0.0,
        how="paper",
        solver="dispatch",
        told=frozenset(p.subtask for person in problem.people() for p in lines[person.id]),
    )


class _Day:
    """Plays the rule of who has no plan forward from now on."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.now_s = 0.0
        self.order: dict[str, list[Planned]] = {agent.id: [] for agent in problem.agents}
        for name, run in problem.running.items():
            if run.action == "do" and run.subtask:
                self.order[name].append(Planned(name, "do", run.subtask, 0.0, run.remaining_s))

    def begun(self) -> bool:
        """Let whoever is free begin something; whether anybody could."""
        before = self.problem
        for name in sorted(self.order):
            act = next_action(self.problem, name)
            if act is not None:
                start_s, end_s = self.now_s, self.now_s + act.end_s
                self.order[name].append(Planned(name, act.action, act.subtask, start_s, end_s))
                run = Running(act.end_s, act.subtask, act.action)
                self._set(running={**self.problem.running, name: run})
        return self.problem is not before

    def pass_time(self) -> None:
        """To the next end of what somebody does."""
        running = self.problem.running
        passed_s = min(run.remaining_s for run in running.values())
        self.now_s += passed_s
        ended = {name: run for name, run in running.items() if run.remaining_s <= passed_s}
        self._set(
            running={
                name: msgspec.structs.replace(run, remaining_s=run.remaining_s - passed_s)
                for name, run in running.items()
                if name not in ended
            },
            done=self.problem.done | _subtasks(ended.values(), "do"),
            wrong={
                name: times
                for name, times in self.problem.wrong.items()
                if name not in _subtasks(ended.values(), "correct")
            },
        )

    def _set(self, **values: object) -> None:
        self.problem = msgspec.structs.replace(self.problem, **values)


def _subtasks(runs: Iterable[Running], action: Action) -> frozenset[str]:
    """What was done, or put right."""
    return frozenset(run.subtask for run in runs if run.action == action and run.subtask)
