"""Look-ahead in virtual time: asked and answered at once, so that every run is the same."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, cast

import msgspec

from cotree.core.interrupting import interrupted
from cotree.core.mission import Policy
from cotree.core.steps import NoPlan, Problem
from cotree.runtime.offered import planner_of, solve_with
from cotree.runtime.ports import Answers, Questions
from cotree.trees.offers import Unusable
from cotree.trees.reading.schedules import SCHEDULES

if TYPE_CHECKING:
    from cotree.reallocation.schedule.solve import Solver

ROUNDS = 200_000
"""How often a planner may ask whether to stop; it counts work, not time, to stay repeatable."""


class Manner(msgspec.Struct, frozen=True):
    """How to plan, from the mission's policy."""

    solver: str
    """A word of ``policy: {schedule: ...}``: one of cotree's, or a planner of a package."""
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
    if policy.schedule not in SCHEDULES:
        try:
            planner_of(policy.schedule)
        except Unusable as error:
            raise PlannerMissing(f"schedule '{policy.schedule}': {error}") from None


def solve(problem: Questions, manner: Manner, stop: Callable[[], bool]) -> Answers:
    """Plan until there is a plan, or until told to stop."""
    from cotree.reallocation.schedule import plan  # heavy

    if not isinstance(problem, Problem):
        return NoPlan("not_supported", "look-ahead does not share out work")
    if manner.solver not in SCHEDULES:
        return solve_with(manner.solver, problem, stop)
    solver = cast("Solver", manner.solver)
    return plan(problem, solver=solver, selector=manner.selector, stop=stop)


Solves = Callable[[Questions, Callable[[], bool]], Answers]
"""Answers a question; the second argument says when to stop."""


def look_ahead(manner: Manner) -> Solves:
    """Answers what order one robot should work in."""
    return lambda question, stop: solve(question, manner, stop)


class PromptPlanner:
    """Answers the question that was asked last."""

    def __init__(self, solves: Solves, rounds: int = ROUNDS) -> None:
        self._solves = solves
        self._rounds = rounds
        self._problem: Questions | None = None

    def ask(self, problem: Questions) -> None:
        """Ask."""
        self._problem = problem

    def answer(self) -> Answers | None:
        """The answer, once."""
        problem, self._problem = self._problem, None
        if problem is None:
            return None
        left = iter(range(self._rounds))
        return self._solves(problem, lambda: next(left, None) is None or interrupted())

    def close(self) -> None:
        """Nothing is held."""
