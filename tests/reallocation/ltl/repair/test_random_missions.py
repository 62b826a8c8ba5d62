"""Random missions with disturbances, beside a reference that tries everything."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.reallocation.ltl.allocation.share import Objective
from cotree.reallocation.ltl.language.evaluate import holds
from cotree.reallocation.ltl.plan.answer import Plan, Reason
from cotree.reallocation.ltl.plan.robots import Problem
from cotree.reallocation.ltl.plan.solve import out_of_place, plan
from cotree.reallocation.ltl.repair.disturbances import Lost, Moved
from cotree.reallocation.ltl.repair.follow import follow
from cotree.reallocation.ltl.repair.reallocate import Reallocation, reallocate
from cotree.reallocation.ltl.world.chart import MICRO
from tests.kit.ltl_missions import (
    Case,
    Least,
    Sentence,
    random_case,
    random_disturbance,
    reference,
)


@given(st.integers(0, 1 << 32))
def test_a_plan_costs_what_the_reference_finds(seed: int) -> None:
    compare(Random(seed))


@given(st.integers(0, 1 << 32))
def test_after_every_disturbance_the_cost_is_what_the_reference_finds(seed: int) -> None:
    disturb(Random(seed))


@pytest.mark.parametrize(
    "part", [*range(10), *(pytest.param(part, marks=pytest.mark.soak) for part in range(10, 40))]
)
def test_a_thousand_missions_and_in_the_soak_four(part: int) -> None:
    for seed in range(part * 100, part * 100 + 100):
        disturb(Random(seed))


def compare(dice: Random) -> tuple[Case, Problem, Plan] | None:
    case = random_case(dice)
    problem = case.problem()
    assert len(problem.mission.tasks) + len(problem.mission.coupled) <= len(case.sentence.chains)
    assert not problem.mission.coupled
    answer = plan(problem)
    if out_of_place(problem) is not None:
        assert isinstance(answer, Reason)
        return None
    wanted = judge(problem, case.sentence, answer, taking_over=False)
    for objective in ("makespan", "lexicographic") if wanted else ("makespan",):
        check_longest(problem, wanted, objective)
    return (case, problem, answer) if isinstance(answer, Plan) else None


def judge(problem: Problem, sentence: Sentence, answer: object, taking_over: bool) -> Least | None:
    wanted = reference(problem, sentence, taking_over)
    if wanted is None:
        assert isinstance(answer, Reason), sentence.text
        assert answer.status == "impossible"
        return None
    assert isinstance(answer, Plan), (answer, sentence.text)
    assert sum(route.micros for route in answer.routes) == wanted.sum, sentence.text
    assert answer.status == "optimal"
    return wanted


def check_longest(problem: Problem, wanted: Least | None, objective: Objective) -> None:
    answer = plan(dataclasses.replace(problem, objective=objective))
    assert isinstance(answer, Plan) is (wanted is not None)
    if isinstance(answer, Plan) and wanted is not None:
        assert answer.makespan == wanted.longest / MICRO


def disturb(dice: Random) -> None:
    """Up to three disturbances; in the end the sentence holds on what the team has shown."""
    begun = compare(dice)
    if begun is None:
        return
    case, problem, rest = begun
    for _ in range(dice.randint(1, 3)):
        problem, rest = follow(problem, rest, dice.randint(0, 12))
        event = random_disturbance(dice, problem)
        found = reallocate(problem, rest, [event])
        if isinstance(found, Reason):
            after = event.after(problem)
            assert isinstance(after, Problem), found
            judge(after, case.sentence, found, taking_over=True)
            return
        judge_all(event.after(problem), case.sentence, found)
        problem, rest = found.problem, found.plan
    problem, rest = follow(problem, rest, 1e6)
    assert not problem.open()
    for task in problem.mission.tasks:
        assert holds(task.formula, problem.past)


def judge_all(problem: object, sentence: Sentence, found: Reallocation) -> None:
    assert isinstance(problem, Problem)
    judge(problem, sentence, found.whole, taking_over=True)
    assert isinstance(found.whole, Plan)
    assert found.plan.total == found.whole.total


def test_random_cases_are_of_every_sort() -> None:
    """The random tests above are worth something only if most missions can be done."""
    solved = lost = moved = 0
    for seed in range(200):
        dice = Random(seed)
        begun = compare(dice)
        if begun is None:
            continue
        solved += 1
        event = random_disturbance(dice, begun[1])
        lost += isinstance(event, Lost)
        moved += isinstance(event, Moved)
    assert solved > 80
    assert lost > 3
    assert moved > 5
