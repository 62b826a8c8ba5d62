"""Method 1 vector by vector: the worked example of IV-B, and 75 cases of a second program."""

from __future__ import annotations

from typing import Any

import pytest

from cotree.reallocation.capability.models import DOMAINS, Position
from cotree.reallocation.capability.strength import (
    Row,
    Strength,
    levels_of,
    missing,
    of_job,
    of_parts,
    score,
)
from tests.reallocation.capability.paper import facts, golden, golden_job, golden_robot

LEVELS = (1, 2, 3)


def matrix(rows: list[list[int]]) -> Strength:
    return Strength(tuple(Row("d", s, q, (float(x), float(y), float(z))) for s, q, x, y, z in rows))


def lists(positions: tuple[Position, ...]) -> list[list[float]]:
    return [list(position) for position in positions]


def test_e01_the_worked_example_is_obtained_in_every_intermediate_vector() -> None:
    example = facts()["worked_example"]
    found = missing(matrix(example["C_job"]), matrix(example["C_self"]))
    assert list(found.number) == example["dq"]
    assert lists(found.reach) == example["P_req"]
    assert list(found.distance) == example["m_p"]
    assert list(found.only_number) == example["b"]
    assert list(found.requested) == example["q_req"]
    assert found.required.matrix() == example["C_req"]
    assert not found.nothing


@pytest.mark.parametrize("case", golden()["verify"])
def test_every_worked_case_is_obtained(case: dict[str, Any]) -> None:
    job = of_job(golden_job(case["job"]), LEVELS)
    own = of_parts(golden_robot(case["robot"]).parts, LEVELS, DOMAINS)
    assert job.matrix() == case["C_job"]
    assert own.matrix() == case["C_self"]
    found = missing(job, own)
    assert list(found.number) == case["dq"]
    assert lists(found.reach) == case["P_req"]
    assert list(found.distance) == case["m_p"]
    assert list(found.only_number) == case["b"]
    assert list(found.requested) == case["q_req"]
    assert found.required.matrix() == case["C_req"]
    assert (job.k(), own.k()) == (case["k_job"], case["k_self"])
    assert score(own, job) == pytest.approx(case["theta"])
    assert found.nothing == case["capable"]


def test_levels_go_to_the_highest_that_anybody_has_or_asks_for() -> None:
    one = golden()["verify"][0]
    assert levels_of(golden_job(one["job"]), golden_robot(one["robot"]).parts) == LEVELS


def test_the_farthest_part_is_one_part_and_not_two_mixed_axis_by_axis() -> None:
    robot = golden_robot(
        ["r", 5, 1, 1.0, 0, [["a", "P", 1, 1, 4, 1, 1], ["b", "P", 1, 1, 1, 3, 1]]]
    )
    assert of_parts(robot.parts, (1,), DOMAINS).matrix()[0] == [1, 2, 4, 1, 1]


def test_a_row_without_position_weighs_nothing_as_printed_and_something_as_mended() -> None:
    only_number = matrix([[2, 3, 0, 0, 0]])
    assert only_number.k() == [0]
    assert only_number.k(least=1.0) == [6]
