from __future__ import annotations

import random

import msgspec
import pytest

from cotree.core.requests import Grant, Request, find_largest
from cotree.core.resources import State
from cotree.core.steps import Plan, PlanNode, Step
from cotree.reallocation.schedule.choosing import Select, find_compatible, greedily
from cotree.reallocation.schedule.experiments import (
    EXPECTED,
    LAYOUTS,
    agrees,
    point,
    problem,
    random_layout,
    short,
    trace,
)
from cotree.reallocation.schedule.referee import Referee
from cotree.reallocation.schedule.solve import plan


def worth_most(requests: list[Request], state: State, now_s: float) -> list[Grant]:
    return find_largest(requests, state)


@pytest.mark.parametrize("number", LAYOUTS)
@pytest.mark.parametrize("selector", [greedily, worth_most])
def test_the_core_rules_reproduce_the_papers_experiments(number: int, selector: Select) -> None:
    execution = Referee(problem(LAYOUTS[number]), selector).run()
    assert agrees(trace(execution.rounds), EXPECTED[number].trace)
    assert set(EXPECTED[number].skipped) <= {short(leaf) for leaf in execution.skipped}
    assert execution.broken == []


def test_random_durations_break_nothing_and_never_deadlock() -> None:
    rng = random.Random(7)
    for _ in range(60):
        layout = random_layout(rng.random)
        referee = Referee(problem(layout), duration_s=lambda step, usual: rng.uniform(5, 40))
        execution = referee.run()
        assert execution.finished
        assert execution.broken == []


@pytest.mark.parametrize("number", LAYOUTS)
def test_random_durations_do_not_change_the_papers_orders(number: int) -> None:
    rng = random.Random(number)
    for _ in range(10):
        referee = Referee(
            problem(LAYOUTS[number]), duration_s=lambda step, usual: rng.uniform(5, 40)
        )
        leaves = [leaf for leaves in referee.run().rounds for leaf in sorted(map(short, leaves))]
        steps = [step.split("/") for step in EXPECTED[number].trace]
        expected = [leaf for choices in steps for leaf in choices[0].split("+")]
        moves = [leaf for leaf in leaves if leaf.startswith("M")]
        assert moves[:4] == [leaf for leaf in expected if leaf.startswith("M")][:4]


def test_without_the_reservation_experiment_3_deadlocks(monkeypatch: pytest.MonkeyPatch) -> None:
    module = "cotree.reallocation.schedule.referee"
    monkeypatch.setattr(f"{module}.with_reservation", lambda needs, successor: needs)
    stuck = 0
    rng = random.Random(3)
    for _ in range(60):
        referee = Referee(
            problem(random_layout(rng.random)), duration_s=lambda step, usual: rng.uniform(5, 40)
        )
        stuck += not referee.run().finished
    assert stuck > 0


def test_a_selector_that_grants_too_much_is_found_out() -> None:
    def everything(requests: list[Request], state: State, now_s: float) -> list[Grant]:
        names = {"gripper": "left_gripper"}
        return [
            Grant(r, tuple(names.get(need.type, need.type) for need in r.needs))
            for r in requests
            if r.potential > 0
        ]

    broken = Referee(problem(LAYOUTS[1]), everything).run().broken
    assert any("may not use" in message for message in broken)
    assert any("has owners" in message for message in broken)
    assert any("the base moves and is used at once" in message for message in broken)


def test_a_task_that_waits_for_ever_is_not_finished() -> None:
    alone = PlanNode("pick", "leaf", step=Step(at=(9.0, 9.0, 0.0)))
    execution = Referee(msgspec.structs.replace(problem(LAYOUTS[1]), root=alone)).run()
    assert not execution.finished
    assert execution.rounds == []


def test_it_agrees_with_the_simulator_about_greedy() -> None:
    rng = random.Random(11)
    for _ in range(30):
        one = problem(random_layout(rng.random))
        execution = Referee(one).run()
        found = plan(one, solver="greedy")
        assert isinstance(found, Plan)
        assert tuple(execution.rounds) == found.rounds
        assert execution.time_s == pytest.approx(found.time_s, abs=1e-4)
        assert set(execution.skipped) == set(found.skipped)


def meddling(name: str, **fields: object) -> Select:
    """Greedy, but before the third round somebody changes a resource behind its back."""
    rounds = iter(range(99))

    def select(requests: list[Request], state: State, now_s: float) -> list[Grant]:
        grants = find_compatible(requests, state)
        if next(rounds) == 2:
            assert isinstance(state, dict)
            state[name] = msgspec.structs.replace(state[name], **fields)
        return grants

    return select


@pytest.mark.parametrize(
    ("name", "fields", "message"),
    [
        ("head", {"users": frozenset({"ghost"})}, "head is used by a leaf that does not run"),
        ("head", {"owners": frozenset({"all/object 2/P2"})}, "head belongs to all/object 2/P2"),
    ],
)
def test_a_broken_invariant_is_told(name: str, fields: dict[str, object], message: str) -> None:
    broken = Referee(problem(LAYOUTS[1]), meddling(name, **fields)).run().broken
    assert any(text.startswith(message) for text in broken), broken


def juggling(leaf: str, load: str | None) -> Select:
    """Greedy, but what the gripper holds changes when this leaf starts."""

    def select(requests: list[Request], state: State, now_s: float) -> list[Grant]:
        grants = find_compatible(requests, state)
        for grant in grants:
            for need, name in zip(grant.request.needs, grant.resources, strict=True):
                if need.type == "gripper" and grant.request.leaf.endswith(leaf):
                    assert isinstance(state, dict)
                    state[name] = msgspec.structs.replace(state[name], load=load)
        return grants

    return select


@pytest.mark.parametrize(
    ("leaf", "load", "message"),
    [
        ("/P1", "glue", "all/object 1/P1: right_gripper holds two things"),
        ("/L1", None, "all/object 1/L1: right_gripper does not hold object 1"),
    ],
)
def test_a_gripper_that_juggles_is_told(leaf: str, load: str | None, message: str) -> None:
    assert message in Referee(problem(LAYOUTS[1]), juggling(leaf, load)).run().broken


def test_it_goes_on_from_the_middle() -> None:
    def few(requests: list[Request], state: State, now_s: float) -> list[Grant]:
        return [] if len(first.result.rounds) == 5 else find_compatible(requests, state)

    first = Referee(problem(LAYOUTS[2]), few)
    begun = first.run()
    assert not begun.finished
    rest = Referee(first.problem_now()).run()
    whole = Referee(problem(LAYOUTS[2])).run()
    assert rest.finished
    assert begun.rounds + rest.rounds == whole.rounds


def test_two_users_of_one_exclusive_resource_are_told() -> None:
    def twice(requests: list[Request], state: State, now_s: float) -> list[Grant]:
        moves = [request for request in requests if request.leaf.endswith("-1")]
        return [Grant(move, ("base", "left_gripper")) for move in moves[:2]]

    broken = Referee(problem(LAYOUTS[2]), twice).run().broken
    assert any(text.startswith("left_gripper has users") for text in broken)


def test_points_lie_on_the_floor() -> None:
    assert point((1.0, 2.0)) == (1.0, 2.0, 0.0)
