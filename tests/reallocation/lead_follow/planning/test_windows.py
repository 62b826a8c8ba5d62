"""Planning parts of a plan anew."""

from __future__ import annotations

import pytest

from cotree.reallocation.lead_follow.planning.check import faults
from cotree.reallocation.lead_follow.planning.graph import as_plan, cost
from cotree.reallocation.lead_follow.planning.listing import dispatched, scheduled
from cotree.reallocation.lead_follow.planning.windows import opened
from cotree.reallocation.lead_follow.planning.work import work_of
from cotree.reallocation.lead_follow.problem import Problem
from cotree.reallocation.schedule.solution import never
from cotree.team.dice import Dice
from tests.reallocation.lead_follow.planning.teams import anything, chains, team


def test_windows_make_a_plan_better_and_leave_it_right() -> None:
    agents = team(2, 3)
    problem = Problem(chains(Dice(4), 24, 6, agents), agents)
    work = work_of(problem)
    start = scheduled(work, dispatched(work))
    best = opened(work, start, 0, 6, never)
    assert cost(work, best) < cost(work, start)
    assert faults(problem, as_plan(work, best, 0, "joint", "windows")) == []


@pytest.mark.parametrize("seed", range(12))
def test_windows_leave_every_plan_right(seed: int) -> None:
    problem = anything(Dice(seed), 8)
    work = work_of(problem)
    best = opened(work, scheduled(work, dispatched(work)), 0, 2, never)
    assert faults(problem, as_plan(work, best, 0, "joint", "windows")) == []


def test_at_the_bound_no_window_is_opened() -> None:
    agents = team(1, 1)
    work = work_of(Problem(chains(Dice(4), 6, 2, agents), agents))
    start = scheduled(work, dispatched(work))
    assert opened(work, start, cost(work, start), 5, never) is start
