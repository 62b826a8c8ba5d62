"""The rule of who has no plan, played forward."""

from __future__ import annotations

import msgspec
import pytest

from cotree.reallocation.lead_follow.planning.check import faults
from cotree.reallocation.lead_follow.problem import (
    Agent,
    LeadPlan,
    Problem,
    Running,
    Subtask,
)
from cotree.simulation.people.dispatch import dispatch
from cotree.simulation.people.kitting import PATTERNS, Scene, kitting, simulated
from cotree.team.dice import Dice
from tests.reallocation.lead_follow.planning.teams import anything

AGENTS = (Agent("person", "person"), Agent("robot", "robot"))


def planned(problem: Problem) -> LeadPlan:
    answer = dispatch(problem)
    assert isinstance(answer, LeadPlan)
    return answer


def starts(plan: LeadPlan, agent: str) -> list[tuple[str, str, float]]:
    return [(each.action, each.subtask, each.start_s) for each in plan.order[agent]]


@pytest.mark.parametrize("scene", [simulated(), *map(kitting, PATTERNS)], ids=lambda s: s.name)
def test_the_rule_played_forward_is_a_plan_that_can_be_carried_out(scene: Scene) -> None:
    problem = Problem(scene.subtasks, scene.agents)
    plan = planned(problem)
    assert faults(problem, plan) == []
    assert set(plan.told) == {each.subtask for each in plan.order["person"]}


@pytest.mark.parametrize("seed", range(40))
def test_whatever_it_plans_is_done_once_by_somebody_who_can(seed: int) -> None:
    problem = msgspec.structs.replace(anything(Dice(seed)), assigned={}, given={})
    hand_over = any(run.action == "hand_over" for run in problem.running.values())
    if not hand_over:
        assert faults(msgspec.structs.replace(problem, tell_all=False), planned(problem)) == []


def test_who_waits_begins_as_soon_as_anything_can_be_begun() -> None:
    subtasks = (
        Subtask("a", {"robot": 20.0}),
        Subtask("b", {"person": 5.0, "robot": 9.0}, ("a",)),
        Subtask("c", {"person": 3.0}),
    )
    plan = planned(Problem(subtasks, AGENTS))
    assert starts(plan, "person") == [("do", "c", 0.0), ("do", "b", 20.0)]


def test_errors_are_put_right_first_and_nobody_builds_on_them_before() -> None:
    subtasks = (
        Subtask("a", {"person": 5.0}),
        Subtask("b", {"robot": 4.0}),
        Subtask("c", {"person": 5.0}, ("a",)),
    )
    problem = Problem(subtasks, AGENTS, wrong={"a": {"robot": 8.0}})
    plan = planned(problem)
    assert starts(plan, "robot") == [("correct", "a", 0.0), ("do", "b", 8.0)]
    assert starts(plan, "person") == [("do", "a", 8.0), ("do", "c", 13.0)]


def test_what_runs_is_finished_first() -> None:
    subtasks = (Subtask("a", {"person": 5.0}), Subtask("b", {"robot": 4.0}, ("a",)))
    running = {"person": Running(2.0, "a"), "robot": Running(1.0)}
    plan = planned(Problem(subtasks, AGENTS, running=running))
    assert starts(plan, "person") == [("do", "a", 0.0)]
    assert starts(plan, "robot") == [("do", "b", 2.0)]
    assert plan.makespan_s == 6.0
