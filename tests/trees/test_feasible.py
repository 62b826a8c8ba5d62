"""What is refused before the start, because it could never end."""

from __future__ import annotations

import pytest

from cotree.core.errors import InputError
from cotree.trees.catalogue import catalogue
from cotree.trees.feasible import blocked
from cotree.trees.reading import loads

HEAD = """\
mission: m
team: {TEAM}
world: {objects: {a: [0, 0], b: [0, 0], c: [0, 0]}, places: {there: [1, 1]}}
task:
"""
PR2 = "pr2: {robot: pr2}"


def problems(task: str, team: str = PR2) -> list[str]:
    try:
        mission = loads(HEAD.replace("TEAM", team) + f"  {task}\n", "m.yaml")
    except InputError as error:
        return [str(problem) for problem in error.mistakes]
    return [str(problem) for problem in blocked(mission, catalogue())]


@pytest.mark.parametrize(
    "task",
    [
        "then: [{pick: a}, {place: {object: a, at: there}}]",
        "then: [{pick: a}, {pick: b}, {place: {object: b, at: there}},"
        " {place: {object: a, at: there}}]",
        "then: [{and: [{pick: a}, {pick: b}]}, {and: [{place: {object: a, at: there}},"
        " {place: {object: b, at: there}}]}]",
        "and: [{pick: a}, {pick: b}]",
        "then: [{or: [{pick: a}, {pick: b}]}, {wait: 1 s}]",
        "sequence: [{pick: a}, {place: {object: a, at: there}}]",
        "perform: {what: hug, needs: [gripper, gripper, head]}",
    ],
)
def test_what_one_robot_can_do_is_accepted(task: str) -> None:
    assert problems(task) == []


def test_a_place_without_a_pick_before_it_brings_what_is_near() -> None:
    assert problems("then: [{pick: b}, {place: {object: a, at: there}}]") == []


def test_a_pick_in_only_one_alternative_is_enough_for_those_who_take_it() -> None:
    assert problems("then: [{or: [{pick: a}, {wait: 1 s}]}, {place: {object: a, at: there}}]") == []


def test_holding_more_at_one_time_than_the_robot_has_is_refused_where_it_happens() -> None:
    assert problems("and: [{then: [{pick: a}, {pick: b}, {pick: c}]}, {wait: 1 s}]") == [
        "m.yaml:5:10: this 'then' holds 3 of 'gripper' at one time before anything is put down, "
        "so it can never end; pr2 has 2"
    ]


def test_a_leaf_that_needs_more_than_any_robot_has_is_refused() -> None:
    assert problems("perform: {what: hug, needs: [gripper, gripper, gripper]}") == [
        "m.yaml:5:3: no teammate has 3 of 'gripper', which 'perform' needs at one time; pr2 has 2"
    ]


def test_a_leaf_must_fit_one_robot_but_parts_may_be_shared_out() -> None:
    team = "a: {robot: {resources: {arm: arm}}}, b: {robot: {resources: {eye: eye}}}"
    assert (
        problems(
            "and: [{perform: {what: x, needs: [arm]}}, {perform: {what: y, needs: [eye]}}]", team
        )
        == []
    )
    assert len(problems("perform: {what: x, needs: [arm, eye]}", team)) == 1


def test_what_is_picked_by_several_robots_counts_together_outside_of_a_then() -> None:
    task = "and: [{pick: a}, {pick: b}, {pick: c}]"
    assert len(problems(task)) == 1
    assert problems(task, "x: {robot: pr2}, y: {robot: pr2}") == []
