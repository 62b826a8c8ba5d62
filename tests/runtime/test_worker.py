from __future__ import annotations

import multiprocessing

from cotree.core.resources import Resource
from cotree.core.steps import NoPlan, Plan, PlanNode, Problem, Step
from cotree.runtime.planner import Manner
from cotree.runtime.worker import WorkerPlanner, think

PATIENT_S = 30.0
"""An answer comes in a fraction of a second; this is only so that a broken worker ends the test."""


def a_problem(duration_s: float) -> Problem:
    resources: dict[str, Resource] = {}
    leaf = PlanNode("task", "leaf", step=Step(duration_s=duration_s), lineage=("task",))
    return Problem(leaf, resources, (0.0, 0.0, 0.0), 0.5)


def test_the_worker_answers_the_newest_question_only() -> None:
    planner = WorkerPlanner(Manner("auto"), first_s=PATIENT_S)
    assert planner.answer() is None
    planner.ask(a_problem(1.0))
    planner.ask(a_problem(2.0))
    answer = planner.answer()
    planner.close()
    assert isinstance(answer, Plan)
    assert answer.time_s == 2.0
    assert planner.answer() is None


def test_a_worker_that_died_is_an_answer_too() -> None:
    planner = WorkerPlanner(Manner("auto"), first_s=PATIENT_S)
    planner.ask(a_problem(1.0))
    assert isinstance(planner.answer(), Plan)
    (worker,) = multiprocessing.active_children()
    worker.kill()
    worker.join()
    planner.ask(a_problem(1.0))
    answer = planner.answer()
    assert isinstance(answer, NoPlan)
    assert "ended" in answer.message
    planner.close()


def test_a_planner_that_fails_is_a_planner_without_an_answer() -> None:
    near, far = multiprocessing.Pipe()

    answer = think(far, "no manner", a_problem(1.0))  # type: ignore[arg-type]
    near.close()
    far.close()
    assert isinstance(answer, NoPlan)
    assert "the planner failed" in answer.message
