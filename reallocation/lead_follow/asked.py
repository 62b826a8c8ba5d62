"""What the planner is asked while the work goes on."""

from __future__ import annotations

import msgspec

from cotree.reallocation.lead_follow.problem import LeadPlan, Problem, Way


class Asked(msgspec.Struct, frozen=True):
    """How things stand, and the plan that was followed until now."""

    problem: Problem
    way: Way = "joint"
    before: LeadPlan | None = None
