from __future__ import annotations

from cotree.core.mission import Policy
from cotree.core.resources import Resource
from cotree.core.steps import NoPlan, Plan, PlanNode, Problem, Step
from cotree.runtime.planner import Manner, PromptPlanner, look_ahead, manner_of

RESOURCES: dict[str, Resource] = {}


def a_problem(*durations_s: float) -> Problem:
    """Leaves that need nothing and can all run at once."""
    leaves = tuple(
        PlanNode(f"task/{i}", "leaf", step=Step(duration_s=duration_s), lineage=(f"task/{i}",))
        for i, duration_s in enumerate(durations_s)
    )
    return Problem(PlanNode("task", "and", leaves), RESOURCES, (0.0, 0.0, 0.0), 0.5)


def test_a_question_is_answered_once() -> None:
    planner = PromptPlanner(look_ahead(Manner("auto")))
    assert planner.answer() is None
    planner.ask(a_problem(1.0, 3.0))
    answer = planner.answer()
    assert isinstance(answer, Plan)
    assert answer.rounds == (("task/0", "task/1"),)
    assert answer.time_s == 3.0
    assert planner.answer() is None
    planner.close()


def test_only_the_last_question_is_answered() -> None:
    planner = PromptPlanner(look_ahead(Manner("rollout")))
    planner.ask(a_problem(1.0))
    planner.ask(a_problem(2.0))
    answer = planner.answer()
    assert isinstance(answer, Plan)
    assert answer.time_s == 2.0


def test_what_can_not_be_planned_is_an_answer_too() -> None:
    planner = PromptPlanner(look_ahead(Manner("auto")))
    nothing = PlanNode("task", "leaf")
    planner.ask(Problem(nothing, RESOURCES, (0.0, 0.0, 0.0), 0.5))
    assert isinstance(planner.answer(), NoPlan)


def test_the_policy_says_how_to_plan() -> None:
    assert manner_of(Policy(schedule="none")) is None
    assert manner_of(Policy(schedule="exact", selector="exact")) == Manner("exact", "exact")
