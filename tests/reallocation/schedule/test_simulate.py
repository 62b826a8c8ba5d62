"""Each rule of execution, shown on the smallest task in which it matters."""

from __future__ import annotations

from typing import Any

import pytest

from cotree.core.places import Point
from cotree.core.resources import Need
from cotree.core.steps import Plan, PlanNode, Problem, Step
from cotree.reallocation.schedule import Solver, plan
from cotree.reallocation.schedule.experiments import (
    LAYOUTS,
    handle,
    move,
    problem,
    robot,
    short,
    trace,
)
from cotree.reallocation.schedule.referee import Referee
from cotree.reallocation.schedule.simulate import Simulator

HERE, NEAR, X, Y = (0.0, 0.0, 0.0), (0.2, 0.0, 0.0), (1.0, 0.0, 0.0), (-3.0, 0.0, 0.0)
GRIPPER = Need("gripper")


def wait(seconds: float) -> Step:
    return Step(duration_s=seconds)


def node(kind: Any, *parts: Step | PlanNode, path: str = "all") -> PlanNode:
    """A node whose children are called 0, 1, 2."""
    children = [
        PlanNode(f"{path}/{i}", "leaf", step=part) if isinstance(part, Step) else at(part, path, i)
        for i, part in enumerate(parts)
    ]
    return PlanNode(path, kind, tuple(children))


def at(tree: PlanNode, above: str, index: int) -> PlanNode:
    """The same tree somewhere else."""
    path = f"{above}/{index}"
    children = tuple(at(child, path, i) for i, child in enumerate(tree.children))
    return PlanNode(path, tree.kind, children, tree.step)


def task(root: PlanNode, here: Point = HERE) -> Problem:
    return Problem(root, robot(), here, 0.5)


def starts(one: Problem, solver: Solver = "greedy") -> dict[str, float]:
    """When each leaf starts; the referee must say the same of greedy."""
    found = plan(one, solver=solver)
    assert isinstance(found, Plan), found
    if solver == "greedy":
        assert tuple(Referee(one).run().rounds) == found.rounds
    times = zip(found.starts_s, found.rounds, strict=True)
    return {short_path(leaf): time_s for time_s, leaves in times for leaf in leaves}


def short_path(path: str) -> str:
    return path.removeprefix("all/")


# -- then, and, or -------------------------------------------------------------------------------


def test_then_goes_one_by_one_and_and_goes_together() -> None:
    tree = node("and", node("then", wait(2), wait(3)), wait(4))
    assert starts(task(tree)) == {"0/0": 0.0, "1": 0.0, "0/1": 2.0}


def test_only_the_branch_that_started_goes_on() -> None:
    tree = node("then", node("or", node("then", wait(1), wait(1)), wait(5)), wait(1))
    assert starts(task(tree)) == {"0/0/0": 0.0, "0/0/1": 1.0, "1": 2.0}
    assert starts(task(tree), "exact") == {"0/0/0": 0.0, "0/0/1": 1.0, "1": 2.0}


# -- passing over --------------------------------------------------------------------------------


def test_a_move_to_where_the_base_stands_is_passed_over() -> None:
    one = task(node("then", move(NEAR), handle(NEAR, GRIPPER)))
    assert starts(one) == {"1": 0.0}
    found = plan(one)
    assert isinstance(found, Plan)
    assert found.skipped == ("all/0",)


def test_the_last_child_is_never_passed_over() -> None:
    assert starts(task(node("then", wait(1), move(NEAR)))) == {"0": 0.0, "1": 1.0}
    assert starts(task(node("and", move(NEAR), wait(1)))) == {"0": 0.0, "1": 0.0}


def test_a_move_that_was_passed_over_in_vain_is_made_later() -> None:
    found = plan(problem(LAYOUTS[3]), solver="greedy")
    assert isinstance(found, Plan)
    steps = trace(found.rounds)
    assert steps.index("P4") < steps.index("M3-1")  # both start at the same depot
    assert "M3-1" not in {short(path) for path in found.skipped}


def test_nothing_is_passed_over_while_the_base_moves() -> None:
    tree = node("and", move(X), node("then", wait(1), move(HERE), wait(1)))
    assert starts(task(tree)) == {"0": 0.0, "1/0": 0.0, "1/1": 5.0, "1/2": 10.0}


def test_a_leaf_does_not_start_at_a_place_that_the_base_is_leaving() -> None:
    look = Step((GRIPPER,), at=HERE, duration_s=2.0)
    one = task(node("and", move(X), node("then", wait(1), look)))
    # Nothing but the base could forbid that it leaves while the look goes on.
    assert starts(one, "exact") == {"1/0": 0.0, "1/1": 1.0, "0": 1.0}


# -- what is kept, passed on, freed --------------------------------------------------------------


def test_a_move_keeps_the_base_for_the_next_child_only() -> None:
    tree = node("and", node("then", move(X), wait(5), wait(50)), node("then", move(Y)))
    assert starts(task(tree)) == {"0/0": 0.0, "0/1": 5.0, "0/2": 10.0, "1/0": 10.0}


def test_an_inner_then_passes_the_base_on_to_the_next_child() -> None:
    inner = node("then", wait(0), move(X))
    tree = node("and", node("then", inner, wait(5), wait(50)), node("then", wait(1), move(Y)))
    times = starts(task(tree))
    assert (times["0/1"], times["0/2"], times["1/1"]) == (5.0, 10.0, 10.0)


def test_the_last_inner_then_frees_the_base() -> None:
    inner = node("then", wait(0), move(X))
    tree = node("and", node("then", wait(0), inner), node("then", wait(1), move(Y)))
    assert starts(task(tree))["1/1"] == 5.0


def test_what_one_branch_picked_another_may_place_once_it_is_over() -> None:
    pick = node("then", move(X), handle(X, Need("gripper", takes="cup")))
    place = node("then", move(Y), handle(Y, Need("gripper", holding="cup", drops=True)))
    assert starts(task(node("then", pick, place)))["1/1"] == 36.0


def test_a_move_reserves_the_gripper_of_what_follows() -> None:
    grab = Step((GRIPPER, GRIPPER), duration_s=7.0)
    tree = node("and", node("then", move(X), handle(X, GRIPPER)), node("then", wait(1), grab))
    assert starts(task(tree))["1/1"] == 25.0


@pytest.mark.parametrize("kind", ["then", "and"])
def test_a_move_reserves_for_what_begins_an_inner_node(kind: str) -> None:
    grab = Step((GRIPPER, GRIPPER), duration_s=7.0)
    inner = node(kind, Step((GRIPPER,), duration_s=2.0), wait(1))
    tree = node("and", node("then", move(X), inner), node("then", wait(1), grab))
    assert starts(task(tree))["1/1"] >= 7.0


def test_of_an_or_nothing_is_reserved_because_nobody_knows_who_begins() -> None:
    grab = Step((GRIPPER, GRIPPER), duration_s=7.0)
    inner = node("or", Step((GRIPPER,), duration_s=2.0), wait(1))
    tree = node("and", node("then", move(X), inner), node("then", wait(1), grab))
    assert starts(task(tree))["1/1"] == 1.0


# -- recognising states --------------------------------------------------------------------------


def test_which_gripper_holds_what_does_not_make_states_different() -> None:
    simulator = Simulator(problem(LAYOUTS[1]))
    assert simulator.ledger.groups == [(1, 2)]


def test_a_gripper_that_is_called_by_name_is_not_like_the_other() -> None:
    left = Step((Need("left_gripper"),))
    assert Simulator(task(node("and", left, wait(1)))).ledger.groups == []


def test_a_state_is_a_value() -> None:
    one, two = (Simulator(problem(LAYOUTS[1])).initial() for _ in range(2))
    assert one == two
    assert hash(one) == hash(two)
