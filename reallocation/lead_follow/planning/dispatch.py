"""What an agent that is free does now: its plan's next action that can begin, or what suits it.

Nobody waits for the next action of a plan while another one of theirs could begin, and a robot
whose own actions all have to wait does something else, if that delays nobody.
"""

from __future__ import annotations

from collections.abc import Iterator

from cotree.reallocation.lead_follow.planning.slack import latest_ends
from cotree.reallocation.lead_follow.problem import LeadPlan, Planned, Problem, Subtask


def next_action(
    problem: Problem, agent: str, plan: LeadPlan | None = None, elapsed_s: float = 0.0
) -> Planned | None:
    """What the agent should begin now, or None if there is nothing that it could.

    Times count from now.  ``elapsed_s`` is the age of the plan.
    """
    if agent in problem.running:
        return None
    now = _Now(problem, agent)
    if plan is None:
        return now.suiting()
    return now.own(plan) or now.meanwhile(plan, elapsed_s)


class _Now:
    """One agent at one moment."""

    def __init__(self, problem: Problem, agent: str) -> None:
        self.problem, self.agent = problem, agent
        self.me = next(each for each in problem.agents if each.id == agent)
        self.open = {subtask.id: subtask for subtask in problem.open()}
        self.runs = {(run.action, run.subtask) for run in problem.running.values()}

    def own(self, plan: LeadPlan) -> Planned | None:
        """The first action of its line that can begin."""
        line = plan.order.get(self.agent, ())
        return next((act for act in map(self.begun, line) if act is not None), None)

    def begun(self, each: Planned) -> Planned | None:
        """A planned action as begun now, if it can."""
        subtask = self.open.get(each.subtask)
        if subtask is None or (each.action, each.subtask) in self.runs:
            return None
        if each.action == "hand_over":
            return self.told(each.subtask, each.to)
        return self.corrected(subtask) if each.action == "correct" else self.done(subtask)

    def told(self, name: str, person: str) -> Planned | None:
        """Telling a person, unless they know it or somebody does it."""
        if self.problem.assigned.get(name) == person or ("do", name) in self.runs:
            return None
        end = self.me.hand_over_s
        return Planned(self.agent, "hand_over", name, 0.0, end, person)

    def corrected(self, subtask: Subtask) -> Planned | None:
        """Putting a subtask right, if it is wrong and there is room at its place."""
        takes = self.problem.wrong.get(subtask.id, {}).get(self.agent)
        if takes is None or ("correct", subtask.id) in self.runs or self.crowded(subtask, 0.0):
            return None
        return Planned(self.agent, "correct", subtask.id, 0.0, takes)

    def done(self, subtask: Subtask) -> Planned | None:
        """Doing a subtask, if nothing and nobody is in the way."""
        name, takes = subtask.id, subtask.durations.get(self.agent)
        if takes is None or not subtask.needs <= self.me.skills or name in self.problem.wrong:
            return None
        busy = any(run.subtask == name for run in self.problem.running.values())
        if busy or not set(subtask.after) <= self.problem.done:
            return None
        stay = takes if subtask.at_place_s is None else min(takes, subtask.at_place_s)
        if self.crowded(subtask, takes - stay):
            return None
        return Planned(self.agent, "do", name, 0.0, takes)

    def crowded(self, subtask: Subtask, lead_s: float) -> bool:
        """Whether somebody is still at its place when the agent comes there."""
        if subtask.place not in self.problem.shared:
            return False
        there = (
            run.remaining_s
            for run in self.problem.running.values()
            if run.subtask in self.open
            and run.action != "hand_over"
            and self.open[run.subtask].place == subtask.place
        )
        return any(left > lead_s for left in there)

    def possible(self) -> Iterator[Planned]:
        """Corrections and subtasks that can begin and are nobody else's."""
        for name, subtask in self.open.items():
            owner = self.problem.assigned.get(name, self.problem.given.get(name, self.agent))
            fixed = self.corrected(subtask) if name in self.problem.wrong else None
            act = fixed or (self.done(subtask) if owner == self.agent else None)
            if act is not None:
                yield act

    def suiting(self) -> Planned | None:
        """Without a plan: what the others are slowest at, against this agent."""
        return min(
            self.possible(), key=lambda act: (act.action == "do", self.loss(act)), default=None
        )

    def loss(self, act: Planned) -> tuple[float, float]:
        """How much longer it takes this agent than the fastest, as a share; then its time."""
        times = self.open[act.subtask].durations
        least = min((s for a, s in times.items() if a != self.agent), default=float("inf"))
        takes = act.end_s
        return (takes / least if least else float(takes > 0)), takes

    def meanwhile(self, plan: LeadPlan, elapsed_s: float) -> Planned | None:
        """What can be done before its own next action and is no later than in the plan."""
        if self.me.kind == "person":
            return None
        latest = latest_ends(self.problem, plan)
        mine = [each for each in plan.order.get(self.agent, ()) if self.waits(each)]
        until = min(
            (latest[e.action, e.subtask] - (e.end_s - e.start_s) for e in mine), default=None
        )
        for act in sorted(self.possible(), key=lambda act: (self.loss(act), act.subtask)):
            end = elapsed_s + act.end_s
            limit = latest.get((act.action, act.subtask), plan.makespan_s)
            if end <= limit and (until is None or end <= until):
                return act
        return None

    def waits(self, each: Planned) -> bool:
        """Whether a planned action is still to be done."""
        return each.subtask in self.open and (each.action, each.subtask) not in self.runs
