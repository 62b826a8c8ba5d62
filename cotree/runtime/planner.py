"""Look-ahead in virtual time: asked and answered at once, so that every run is the same."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Literal

import msgspec

from cotree.core.mission import Policy
from cotree.core.steps import NoPlan, Plan, Problem

ROUNDS = 200_000
"""How often a planner may ask whether to stop; it counts work, not time, to stay repeatable."""


class Manner(msgspec.Struct, frozen=True):
    """How to plan, from the mission's policy."""

    solver: Literal["rollout", "exact", "cp_sat", "auto"]
    selector: Literal["greedy", "exact"] = "greedy"


def manner_of(policy: Policy) -> Manner | None:
    """How this policy plans, or None: it does not."""
    return None if policy.schedule == "none" else Manner(policy.schedule, policy.selector)


class PlannerMissing(Exception):
    """The planner that was asked for is not installed; the text is one line for people."""


def check_planner(policy: Policy) -> None:
    """PlannerMissing, unless what this policy plans with is installed."""
    if policy.schedule == "cp_sat" and importlib.util.find_spec("ortools") is None:
        raise PlannerMissing(
            "schedule 'cp_sat' needs OR-Tools: pip install \"cotree[plan]\" "
            "(schedule 'auto' does without)"
        )


def solve(problem: Problem, manner: Manner, stop: Callable[[], bool]) -> Plan | NoPlan:
    """Plan until there is a plan, or until told to stop."""
    from cotree.reallocation.schedule import plan  # heavy

    return plan(problem, solver=manner.solver, selector=manner.selector, stop=stop)


class PromptPlanner:
    """Answers the question that was asked last."""

    def __init__(self, manner: Manner, rounds: int = ROUNDS) -> None:
        self._manner = manner
        self._rounds = rounds
        self._problem: Problem | None = None

    def ask(self, problem: Problem) -> None:
        """Ask."""
        self._problem = problem

    def answer(self) -> Plan | NoPlan | None:
        """The answer, once."""
        problem, self._problem = self._problem, None
        if problem is None:
            return None
        left = iter(range(self._rounds))
        return solve(problem, self._manner, lambda: next(left, None) is None)

    def close(self) -> None:
        """Nothing is held."""
