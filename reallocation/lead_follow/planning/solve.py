"""The question of a team of people and robots: who does which subtask, and when?"""

from __future__ import annotations

import msgspec

from cotree.core.steps import NoPlan
from cotree.reallocation.lead_follow.planning.effort import Effort
from cotree.reallocation.lead_follow.planning.fault import fault
from cotree.reallocation.lead_follow.planning.graph import as_plan
from cotree.reallocation.lead_follow.planning.listing import dispatched, scheduled
from cotree.reallocation.lead_follow.planning.paper import decomposed
from cotree.reallocation.lead_follow.planning.search import Search
from cotree.reallocation.lead_follow.planning.work import work_of
from cotree.reallocation.lead_follow.problem import Answer, LeadPlan, Problem, Way
from cotree.reallocation.schedule.solution import Stop, never

USUAL = Effort()


def plan(
    problem: Problem,
    way: Way = "joint",
    *,
    before: LeadPlan | None = None,
    effort: Effort = USUAL,
    stop: Stop = never,
) -> Answer:
    """The best plan that this way finds with this effort; the same for the same question.

    ``before`` is the last plan: the search begins at it, and changes from it cost what the problem
    says.  ``stop`` ends the search early; the best so far is the answer.
    """
    refused = fault(problem)
    if refused is not None:
        return refused
    if way == "paper":
        return _paper(problem, before, effort)
    return Search(work_of(problem, before), before, effort, stop).answer()


def first(problem: Problem, before: LeadPlan | None = None) -> Answer:
    """A plan at once: each subtask in turn goes to whom it costs least and who ends it first."""
    refused = fault(problem)
    if refused is not None:
        return refused
    work = work_of(problem, before)
    return as_plan(work, scheduled(work, dispatched(work)), 0, "joint", "list")


def _paper(problem: Problem, before: LeadPlan | None, effort: Effort) -> Answer:
    work = work_of(msgspec.structs.replace(problem, tell_all=True), before)
    try:
        found = decomposed(work, effort)
    except ImportError:
        message = "'plan: paper' needs SciPy and OR-Tools; install cotree[plan]"
        return NoPlan("not_supported", message)
    if isinstance(found, NoPlan):
        return found
    timed, bound = found
    return as_plan(work, timed, bound, "paper", "milp")
