"""What the weights of a problem add to the makespan for each way to share it out."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.reallocation.lead_follow.problem import Agent, Means, Problem, Subtask

CENT = 2
"""Digits of a second that count."""


class Weighing:
    """The weights of one problem; all in seconds.  ``last``: who had each subtask before."""

    def __init__(self, problem: Problem, last: Mapping[str, str]) -> None:
        self.problem, self.last = problem, last
        self.open = {subtask.id for subtask in problem.open()}
        self.doing = {run.subtask for run in problem.running.values() if run.action == "do"}
        self.telling = {person.id: self._telling(person.id) for person in problem.people()}
        """Per person: what telling costs, and what leaving them the choice costs."""

    def pays(self, person: str) -> bool:
        """Whether telling a person what is theirs costs less than leaving the choice to them."""
        telling, leaving = self.telling[person]
        return telling < leaving

    def cost_s(self, subtask: Subtask, agent: Agent, told: bool) -> float:
        """What it costs that the agent does the subtask, told or not."""
        cost = 0.0
        if agent.kind == "robot":
            cost = self._tempting() if self._offers(subtask) else 0.0
        elif self.problem.assigned.get(subtask.id) != agent.id:
            telling, leaving = self.telling[agent.id]
            cost = telling if told else leaving
        last = self.last.get(subtask.id)
        if last is not None and last != agent.id:
            cost += self.problem.weights.change_s
        return round(cost, CENT)

    def _telling(self, person: str) -> tuple[float, float]:
        weights, means = self.problem.weights, self.problem.means.get(person, Means())
        displeased = weights.displeased_s * (1 - means.p_follow)
        return round(displeased, CENT), round(weights.wrong_s * means.p_error, CENT)

    def _offers(self, subtask: Subtask) -> bool:
        """Whether a person could choose it soon, unless it becomes theirs."""
        taken = subtask.id in self.problem.given or subtask.id in self.problem.wrong
        return not taken and all(name in self.doing for name in subtask.after if name in self.open)

    def _tempting(self) -> float:
        """What it costs to leave that in sight of those who neither follow nor are sure."""
        errors = (means.p_error * (1 - means.p_follow) for means in self.problem.means.values())
        return self.problem.weights.wrong_s * max(errors, default=0.0)
