"""Tours for many tasks, beside the exact share and the reference on what is small enough."""

from __future__ import annotations

import builtins
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.reallocation.ltl.allocation.share import Objective
from cotree.reallocation.ltl.plan.answer import Plan, Reason
from cotree.reallocation.ltl.plan.check import fault
from cotree.reallocation.ltl.plan.many import Effort, draw, share_many
from cotree.reallocation.ltl.plan.robots import Problem, arrive
from cotree.reallocation.ltl.plan.solve import out_of_place, plan
from cotree.reallocation.ltl.repair.disturbances import Changed, Lost
from cotree.reallocation.ltl.repair.follow import follow
from cotree.reallocation.ltl.repair.reallocate import Reallocation, reallocate
from cotree.reallocation.ltl.world.changes import Block
from cotree.reallocation.ltl.world.system import State
from tests.kit.hospital import WAITING, starts, team_for
from tests.kit.ltl_missions import random_case, reference

QUICK = Effort(rounds=30, proof=0.0)
PROVING = Effort(rounds=30, proof=2.0)


def by_tours(problem: Problem, effort: Effort) -> Plan | Reason:
    progress = np.array([robot.progress for robot in problem.robots], dtype=np.int64)
    found = share_many(problem, problem.open(), progress, effort)
    return found if isinstance(found, Reason) else draw(problem, found)


def drawn(seed: int) -> tuple[Problem, int | None] | None:
    case = random_case(Random(seed))
    problem = case.problem()
    if out_of_place(problem) is not None or not problem.open():
        return None
    least = reference(problem, case.sentence, taking_over=False)
    return problem, None if least is None else least.sum


@given(st.integers(0, 1 << 32))
def test_tours_are_valid_and_their_bound_is_below_the_optimum(seed: int) -> None:
    case = drawn(seed)
    if case is None:
        return
    problem, wanted = case
    found = by_tours(problem, QUICK)
    if wanted is None:
        assert isinstance(found, Reason)
    elif isinstance(found, Plan):
        assert fault(problem, found) is None
        assert round(found.bound * 1e6) <= wanted <= round(found.total * 1e6)


@pytest.mark.parametrize("seed", range(60))
def test_with_cp_sat_small_missions_are_proved_optimal(seed: int) -> None:
    case = drawn(seed)
    if case is None or case[1] is None:
        return
    problem, wanted = case
    found = by_tours(problem, PROVING)
    assert isinstance(found, Plan)
    assert fault(problem, found) is None
    assert round(found.total * 1e6) == wanted
    assert found.status == "optimal"


# -- the hospital ------------------------------------------------------------------------------

RING = {"c1", "c2", "c3", "c4", "c5", "c6", "c7"}
PLACES = [
    "p1",
    "p2",
    "p3",
    "p4",
    "p5",
    "p6",
    "c5",
    "c6",
    "c9",
    "c10",
    "c11",
    "w1",
    "x1",
    "c4",
    "c2",
]


def wards(count: int, robots: int = 6, objective: Objective = "sum") -> Problem:
    """Deliver to or visit so many places, and one chain."""
    parts = [f"<>({place} && standby)" for place in PLACES[:count]]
    parts.append("<>(c7 && training && <>(c6 && training))")
    parts.append("[]((!p3 && X p3) -> loaded)")
    team = []
    for index in range(robots):
        kind = ["DR", "A1", "Wassi"][index % 3]
        team.append((f"{kind}{index}", kind, starts()[kind] if index < 3 else WAITING[kind]))
    return team_for(" && ".join(parts), team, objective)


def solved(problem: Problem, effort: Effort) -> Plan:
    answer = plan(problem, effort)
    assert isinstance(answer, Plan), answer
    return answer


def test_tours_find_the_exact_optimum_where_both_can_be_asked() -> None:
    problem = wards(8)
    exact = solved(problem, QUICK)
    assert exact.solver == "subsets"
    tours = by_tours(problem, PROVING)
    assert isinstance(tours, Plan)
    assert tours.total == exact.total
    assert tours.status == "optimal"


def test_more_than_a_dozen_tasks_are_planned_with_a_proven_gap() -> None:
    problem = wards(15)
    quick, proving = solved(problem, QUICK), solved(problem, PROVING)
    assert quick.solver == "insertion"
    assert 0 < quick.bound <= proving.bound <= proving.total <= quick.total
    assert proving.gap <= quick.gap < 0.5


@pytest.mark.parametrize("objective", ["makespan", "lexicographic"])
def test_many_tasks_are_spread_when_the_longest_route_counts(objective: Objective) -> None:
    together, apart = solved(wards(15), QUICK), solved(wards(15, objective=objective), QUICK)
    assert apart.makespan < together.makespan
    assert apart.bound <= apart.makespan


def test_equal_questions_about_many_tasks_have_equal_answers() -> None:
    assert solved(wards(15), PROVING) == solved(wards(15), PROVING)


def test_a_budget_that_is_gone_leaves_the_first_plan() -> None:
    left = iter([False, False])
    found = solved(wards(15), Effort(stop=lambda: next(left, True)))
    assert found.solver == "insertion"


def test_without_or_tools_there_is_a_plan_with_a_weaker_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.endswith("allocation.cp_sat"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    found = solved(wards(15), PROVING)
    assert found.solver == "insertion"
    assert found.bound > 0


def test_a_robot_lost_among_many_tasks_leaves_them_to_the_others() -> None:
    problem = wards(15)
    problem, rest = follow(problem, solved(problem, QUICK), 30)
    busy = max(rest.routes, key=lambda route: route.micros)
    found = reallocate(problem, rest, [Lost(busy.robot)], effort=QUICK)
    assert isinstance(found, Reallocation), found
    problem, _ = follow(found.problem, found.plan, 1e6)
    assert not problem.open()


def test_one_robot_with_very_many_tasks_finds_another_way_alone() -> None:
    text = " && ".join(f"<>({place} && standby)" for place in PLACES)
    problem = team_for(text, [("A1", "A1", starts()["A1"])])
    problem, rest = follow(problem, solved(problem, QUICK), 30)
    busy = rest.routes[0]
    assert len(busy.tasks) > 12
    shut = Changed((Block("c3", "p3"),), "A1")
    none = reallocate(problem, rest, [shut], "local")
    assert isinstance(none, Reason)
    assert none.status == "impossible"
    assert none.message == "A1 cannot do <>(p3 && standby) any more"
    ring = next(leg for leg in busy.legs if {leg.source.region, leg.target.region} <= RING)
    blocked = Changed((Block(ring.source.region, ring.target.region),), "A1")
    found = reallocate(problem, rest, [blocked], "local")
    assert isinstance(found, Reallocation), found
    assert found.plan.total > rest.total
    problem, _ = follow(found.problem, found.plan, 1e6)
    assert not problem.open()


def test_a_robot_far_away_pays_for_coming() -> None:
    text = "<>(c11 && standby) && <>(w2 && standby)"
    found = by_tours(team_for(text, [("W", "Wassi", ("p4", "standby"))]), PROVING)
    assert isinstance(found, Plan)
    assert found.total == 10 + 10 + 10 + 10 + 20 + 10 + 10 + 10 + 10
    assert found.status == "optimal"


def test_no_bound_is_claimed_where_robots_are_ahead_by_what_they_did_before() -> None:
    team = [(name, "Wassi", ("c7", "training")) for name in ("W1", "W2")]
    parts = [f"<>({place} && standby)" for place in PLACES[:3]]
    chain = "<>(c6 && training && <>(p4 && training))"
    problem = team_for(" && ".join([*parts, chain]), team)
    assert isinstance(before := by_tours(problem, QUICK), Plan)
    assert before.bound > 0
    for region in ("c6", "c7", "c1"):
        problem = arrive(problem, 0, State(region, "training"))
    after = by_tours(problem, QUICK)
    assert isinstance(after, Plan)
    assert after.bound == 0
    assert fault(problem, after) is None


def test_one_impossible_task_among_many_is_named() -> None:
    problem = wards(15, robots=1)
    answer = plan(problem, QUICK)
    assert isinstance(answer, Reason)
    assert answer.cause is not None
    assert answer.cause.conjuncts == ("<>(c7 && training && <>(c6 && training))",)


def test_a_task_that_is_no_line_is_told_when_there_are_too_many() -> None:
    parts = [f"<>({place} && standby)" for place in PLACES]
    text = " && ".join([*parts, "<>(c1 && <>c6 && <>c7)"])
    answer = plan(team_for(text, [("A1", "A1", ("s1", "loaded"))]), QUICK)
    assert isinstance(answer, Reason)
    assert answer.status == "not_supported"
    assert "is none" in answer.message
