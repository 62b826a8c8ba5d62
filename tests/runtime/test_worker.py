from __future__ import annotations

import multiprocessing
import os
import signal
from functools import partial

from cotree.core.resources import Resource
from cotree.core.steps import NoPlan, Plan, PlanNode, Problem, Step
from cotree.runtime.planner import Manner, Solves, look_ahead
from cotree.runtime.ports import Answers
from cotree.runtime.worker import WorkerPlanner, think
from tests.kit.waiting import until

PATIENT_S = 30.0
"""An answer comes in a fraction of a second; this is only so that a broken worker ends the test."""


def a_problem(duration_s: float) -> Problem:
    resources: dict[str, Resource] = {}
    leaf = PlanNode("task", "leaf", step=Step(duration_s=duration_s), lineage=("task",))
    return Problem(leaf, resources, (0.0, 0.0, 0.0), 0.5)


def test_the_worker_answers_the_newest_question_only() -> None:
    planner = WorkerPlanner(partial(look_ahead, Manner("auto")), first_s=PATIENT_S)
    assert planner.answer() is None
    planner.ask(a_problem(1.0))
    planner.ask(a_problem(2.0))
    answer = planner.answer()
    planner.close()
    assert isinstance(answer, Plan)
    assert answer.time_s == 2.0
    assert planner.answer() is None


def test_a_worker_that_died_is_replaced_and_asked_again() -> None:
    planner = WorkerPlanner(partial(look_ahead, Manner("auto")), first_s=PATIENT_S)
    planner.ask(a_problem(1.0))
    assert isinstance(planner.answer(), Plan)
    (worker,) = multiprocessing.active_children()
    worker.kill()
    worker.join()
    planner.ask(a_problem(2.0))
    answer = answered(planner)
    assert isinstance(answer, Plan)
    assert answer.time_s == 2.0
    planner.close()


def broken() -> Solves:
    """A planner that ends its process."""
    raise SystemExit


def test_a_worker_that_dies_again_is_an_answer_too() -> None:
    planner = WorkerPlanner(broken, first_s=PATIENT_S)
    planner.ask(a_problem(1.0))
    answer = answered(planner)
    assert isinstance(answer, NoPlan)
    assert "ended" in answer.message
    assert multiprocessing.active_children() == []


def answered(planner: WorkerPlanner) -> Answers | None:
    """The answer, when it comes."""
    found: list[Answers | None] = [None]

    def looks() -> bool:
        found[0] = planner.answer()
        return found[0] is not None

    until(looks, "it answers")
    return found[0]


def test_a_frozen_worker_is_closed_all_the_same() -> None:
    planner = WorkerPlanner(partial(look_ahead, Manner("auto")), first_s=PATIENT_S)
    planner.warm_up()
    (worker,) = multiprocessing.active_children()
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGSTOP)
    planner.close()
    assert multiprocessing.active_children() == []


def test_an_interrupt_of_the_whole_group_ends_no_worker() -> None:
    planner = WorkerPlanner(partial(look_ahead, Manner("auto")), first_s=PATIENT_S)
    planner.warm_up()
    (worker,) = multiprocessing.active_children()
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGINT)  # before it could say that it does not mind
    planner.ask(a_problem(1.0))
    assert isinstance(planner.answer(), Plan)
    assert multiprocessing.active_children() == [worker]
    planner.close()


def test_a_planner_that_fails_is_a_planner_without_an_answer() -> None:
    near, far = multiprocessing.Pipe()

    answer = think(far, "no manner", a_problem(1.0))  # type: ignore[arg-type]
    near.close()
    far.close()
    assert isinstance(answer, NoPlan)
    assert "the planner failed" in answer.message
