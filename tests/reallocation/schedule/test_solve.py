from __future__ import annotations

import builtins
import random
import sys
from collections.abc import Callable

import msgspec
import pytest

from cotree.core.resources import Need, Resource
from cotree.core.steps import NoPlan, Plan, PlanNode, Problem, Step
from cotree.reallocation.schedule import Solver, plan
from cotree.reallocation.schedule.choosing import follow
from cotree.reallocation.schedule.experiments import (
    EXPECTED,
    LAYOUTS,
    agrees,
    problem,
    random_layout,
    robot,
    short,
    trace,
)
from cotree.reallocation.schedule.referee import Referee

HERE = (0.0, 0.0, 0.0)


def found(one: Problem, solver: Solver = "auto", **options: object) -> Plan:
    answer = plan(one, solver=solver, **options)  # type: ignore[arg-type]
    assert isinstance(answer, Plan), answer
    return answer


def task(root: PlanNode, *resources: str, **more: object) -> Problem:
    return Problem(root, {n: Resource(n, n) for n in resources}, HERE, 0.5, **more)  # type: ignore[arg-type]


def leaf(path: str, step: Step | None = None, done: bool = False) -> PlanNode:
    return PlanNode(path, "leaf", step=step, done=done)


def after(questions: int) -> Callable[[], bool]:
    left = iter(range(questions))
    return lambda: next(left, None) is None


# -- the paper's experiments ---------------------------------------------------------------------


@pytest.mark.parametrize("selector", ["greedy", "exact"])
@pytest.mark.parametrize("number", LAYOUTS)
def test_greedy_does_what_the_paper_says(number: int, selector: str) -> None:
    greedy = found(problem(LAYOUTS[number]), "greedy", selector=selector)
    assert agrees(trace(greedy.rounds), EXPECTED[number].trace)
    assert {short(path) for path in greedy.skipped} >= set(EXPECTED[number].skipped)
    assert greedy.status == "feasible"


def test_greedy_takes_the_papers_steps_and_metres() -> None:
    plans = [found(problem(layout), "greedy") for layout in LAYOUTS.values()]
    assert [one.steps for one in plans] == [10, 16, 12, 12]
    assert [round(one.distance_m, 2) for one in plans] == [7.30, 11.69, 8.29, 8.36]
    assert [round(one.time_s) for one in plans] == [130, 207, 155, 155]


@pytest.mark.parametrize("solver", ["rollout", "exact", "cp_sat", "auto"])
def test_look_ahead_takes_fewer_steps_where_that_is_possible(solver: Solver) -> None:
    plans = [found(problem(layout), solver) for layout in LAYOUTS.values()]
    assert [one.steps for one in plans] == [10, 12, 10, 12]


@pytest.mark.parametrize("solver", ["exact", "auto"])
def test_the_best_plans_take_the_known_times(solver: Solver) -> None:
    plans = [found(problem(layout), solver) for layout in LAYOUTS.values()]
    assert [round(one.time_s) for one in plans] == [130, 166, 131, 155]
    assert {one.status for one in plans} == {"optimal"}


@pytest.mark.parametrize("number", LAYOUTS)
def test_a_plan_says_when_each_round_starts_and_after_what(number: int) -> None:
    best = found(problem(LAYOUTS[number]))
    assert best.starts_s[0] == 0.0
    assert list(best.starts_s) == sorted(set(best.starts_s))
    assert best.after == ((), *best.rounds[:-1])


# -- random layouts ------------------------------------------------------------------------------


def test_over_random_layouts_look_ahead_is_never_worse_and_saves_steps() -> None:
    rng = random.Random(0)
    steps = []
    for _ in range(60):
        one = problem(random_layout(rng.random))
        greedy, rolled, best = (found(one, solver) for solver in ("greedy", "rollout", "auto"))
        assert best.time_s <= rolled.time_s <= greedy.time_s
        assert best.status == "optimal"
        steps.append((greedy.steps, best.steps))
    assert sum(greedy - best for greedy, best in steps) / len(steps) >= 1.2


def test_the_best_plans_for_random_layouts_take_few_steps() -> None:
    rng = random.Random(0)
    steps = [found(problem(random_layout(rng.random)), "exact").steps for _ in range(300)]
    assert sum(steps) / len(steps) <= 10.8


def test_plans_for_random_layouts_can_be_executed() -> None:
    rng = random.Random(5)
    for _ in range(20):
        one = problem(random_layout(rng.random))
        best = found(one)
        execution = Referee(one, follow(best)).run()
        assert execution.finished
        assert execution.broken == []
        assert execution.time_s == pytest.approx(best.time_s, abs=1e-3)


def test_many_objects_are_planned_better_than_by_rollout() -> None:
    rng = random.Random(2)
    one = problem(random_layout(rng.random, 10, (5, 12)))
    rolled, best = found(one, "rollout"), found(one, "auto")
    assert best.time_s < rolled.time_s
    assert (best.solver, best.status) == ("beam", "feasible")
    assert Referee(one, follow(best)).run().broken == []


def test_equal_problems_have_equal_answers() -> None:
    one = random_layout(random.Random(9).random, 5)
    assert found(problem(one)) == found(problem(one))


# -- budgets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", ["rollout", "exact", "cp_sat", "auto"])
@pytest.mark.parametrize("questions", [0, 3, 10])
def test_told_to_stop_it_answers_with_something_no_worse_than_greedy(
    solver: Solver, questions: int
) -> None:
    one = problem(LAYOUTS[2])
    stopped = found(one, solver, stop=after(questions))
    assert stopped.time_s <= found(one, "greedy").time_s
    assert stopped.status == "feasible"


def test_more_time_never_makes_a_plan_worse() -> None:
    one = problem(random_layout(random.Random(4).random, 9, (5, 9)))
    times = [found(one, "auto", stop=after(n)).time_s for n in (0, 5, 20, 100, 1000)]
    assert times == sorted(times, reverse=True)
    assert times[-1] < times[0]


# -- no plan -------------------------------------------------------------------------------------


def test_a_leaf_without_a_step_is_not_supported() -> None:
    root = PlanNode("all", "and", (leaf("all/a", Step()), leaf("all/talk")))
    answer = plan(task(root))
    assert isinstance(answer, NoPlan)
    assert answer.status == "not_supported"
    assert answer.message.startswith("all/talk: this leaf does not say what its step is")


def test_a_leaf_that_is_done_needs_no_step() -> None:
    root = PlanNode("all", "then", (leaf("all/talk", done=True), leaf("all/a", Step())))
    assert found(task(root)).rounds == (("all/a",),)


def test_what_runs_must_be_in_the_task() -> None:
    answer = plan(task(leaf("a", Step()), running={"b": 1.0}))
    assert answer == NoPlan("not_supported", "b: runs, but is not a leaf of the task")


def test_a_branch_without_children_is_impossible() -> None:
    answer = plan(task(PlanNode("all", "and")))
    assert answer == NoPlan("impossible", "all: 'and' has no children to do")


def test_a_robot_that_cannot_drive_has_no_plan_to_drive() -> None:
    one = msgspec.structs.replace(task(leaf("go", Step(to=(1.0, 0.0, 0.0)))), speed_m_s=0.0)
    answer = plan(one)
    assert answer == NoPlan("impossible", "the robot's speed is 0 m/s; driving needs more than 0")


@pytest.mark.parametrize("solver", ["exact", "auto"])
def test_a_need_that_nothing_meets_is_impossible(solver: Solver) -> None:
    root = PlanNode("all", "and", (leaf("all/a", Step()), leaf("all/fly", Step((Need("wing"),)))))
    answer = plan(task(root, "base"), solver=solver)
    assert isinstance(answer, NoPlan)
    assert answer.status == "impossible"
    assert answer.message.endswith("all/fly waits for wing")


def test_a_place_that_nothing_drives_to_is_impossible() -> None:
    answer = plan(task(leaf("look", Step(at=(5.0, 0.0, 0.0)))))
    assert isinstance(answer, NoPlan)
    assert "look waits for the base, and nothing brings it there" in answer.message


def test_a_move_without_a_free_gripper_is_impossible() -> None:
    one = task(leaf("go", Step(to=(5.0, 0.0, 0.0))), "gripper")
    full = Resource("gripper", "gripper", frozenset({"else"}), load="cup")
    answer = plan(msgspec.structs.replace(one, resources={"gripper": full}))
    assert isinstance(answer, NoPlan)
    assert answer.message.endswith("nothing can start")


TRAP = PlanNode(
    "all",
    "or",
    (
        PlanNode("all/0", "then", (leaf("all/0/a", Step()), leaf("all/0/b", Step((Need("x"),))))),
        leaf("all/1", Step(duration_s=9.0)),
    ),
)
"""Greedy prefers the first branch, and then cannot finish it."""


def test_look_ahead_finds_a_way_where_greedy_gets_stuck() -> None:
    greedy = plan(task(TRAP), solver="greedy")
    assert greedy == NoPlan("not_found", "no plan found; greedy gets stuck: all/0/b waits for x")
    for solver in ("rollout", "exact", "auto"):
        assert found(task(TRAP), solver).rounds == (("all/1",),)


def test_out_of_time_is_not_the_same_as_impossible() -> None:
    answer = plan(task(TRAP), stop=lambda: True)
    assert isinstance(answer, NoPlan)
    assert answer.status == "out_of_time"


def test_a_task_that_is_done_needs_no_rounds() -> None:
    answer = found(task(leaf("a", done=True)))
    assert (answer.rounds, answer.time_s, answer.status) == ((), 0.0, "optimal")


# -- the order of things -------------------------------------------------------------------------


def test_leaves_that_need_nothing_start_together() -> None:
    waits = tuple(leaf(f"all/{i}", Step(duration_s=5.0 + i)) for i in range(12))
    answer = found(task(PlanNode("all", "and", waits)))
    assert answer.steps == 1
    assert answer.time_s == 16.0


def test_with_more_choices_than_are_tried_nothing_is_called_optimal() -> None:
    waits = tuple(leaf(f"all/{i}", Step(duration_s=5.0)) for i in range(12))
    assert found(task(PlanNode("all", "and", waits)), "exact").status == "feasible"


def test_a_task_too_big_to_look_ahead_is_refused_at_once() -> None:
    waits = tuple(leaf(f"all/{i}", Step(duration_s=5.0)) for i in range(201))
    one = task(PlanNode("all", "and", waits))
    message = "all: 201 leaves are open; look-ahead plans for at most 200"
    assert plan(one) == NoPlan("not_supported", message)
    assert found(one, "greedy").steps == 1


def test_rollout_follows_a_choice_of_the_selector_that_it_does_not_try() -> None:
    gripper = Need("gripper")
    both = leaf("all/both", Step((gripper, gripper), to=(4 / 3, 0.0, 0.0)))  # potential 1.5
    one_each = [leaf(f"all/{i}", Step((gripper,), duration_s=1.0)) for i in range(2)]
    free = [leaf(f"all/free{i}", Step(duration_s=1.0)) for i in range(6)]  # 64 sets with "both"
    root = PlanNode("all", "and", (both, *one_each, *free))
    answer = found(Problem(root, robot(), HERE, 0.5), "rollout", selector="exact")
    assert {"all/0", "all/1"} <= set(answer.rounds[0])
    assert answer.steps == 2


def test_the_long_job_starts_first() -> None:
    one = Step((Need("arm"),), duration_s=1.0)
    chain = PlanNode("all/1", "then", (leaf("all/1/a", one), leaf("all/1/b", Step(duration_s=9))))
    root = PlanNode("all", "and", (leaf("all/0", one), chain))
    assert found(task(root, "arm"), "greedy").time_s == 11.0
    assert found(task(root, "arm")).time_s == 10.0


def test_what_runs_is_waited_for() -> None:
    busy = Resource("arm", "arm", frozenset({"all/0"}), frozenset({"all/0"}))
    one = Step((Need("arm"),), duration_s=4.0)
    root = PlanNode("all", "and", (leaf("all/0", one), leaf("all/1", one)))
    answer = found(
        msgspec.structs.replace(task(root), resources={"arm": busy}, running={"all/0": 1.5})
    )
    assert answer.rounds == (("all/1",),)
    assert answer.starts_s == (1.5,)
    assert answer.after == (("all/0",),)
    assert answer.time_s == 5.5


def test_a_branch_that_is_committed_is_followed() -> None:
    root = PlanNode("or", "or", (leaf("or/0", Step()), leaf("or/1", Step(duration_s=9))))
    assert found(task(root)).rounds == (("or/0",),)
    chosen = msgspec.structs.replace(root, committed=1)
    assert found(task(chosen)).rounds == (("or/1",),)


# -- OR-Tools ------------------------------------------------------------------------------------


def test_planning_loads_no_or_tools_unless_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cotree.reallocation.schedule.cp_sat", raising=False)
    real = builtins.__import__

    def without_ortools(name: str, *rest: object, **more: object) -> object:
        if name.startswith("ortools"):
            raise ImportError(name)
        return real(name, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", without_ortools)
    one = problem(LAYOUTS[2])
    assert found(one, "auto").steps == 12
    assert found(one, "cp_sat").solver != "cp_sat"
