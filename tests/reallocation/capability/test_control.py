"""Which part acts: the two mended defects, and what changes when a part fails."""

from __future__ import annotations

import pytest

from cotree.reallocation.capability.control import Choice, Control, NoPart
from cotree.reallocation.capability.models import Job, Need, Robot
from tests.reallocation.capability.paper import job, robots


def test_control_never_uses_an_unavailable_part() -> None:
    control = Control(robots("L", "M"), job("job3b"), unavailable=["L/L1"])
    assert control.for_action("move", "M/P1") == NoPart(
        "impossible", "'move': L/L1 is unavailable; M/L1 is unavailable"
    )
    printed = Control(robots("L", "M"), job("job3b"), unavailable=["L/L1"], costs="paper")
    assert isinstance(printed.for_action("move", "M/P1"), Choice), "as printed, it does"


def test_another_camera_takes_over_when_one_is_covered() -> None:
    # VII-G: after grasping, M sees nothing any more.
    task = Job("low", (Need("perception"), Need("manipulation"), Need("locomotion")))
    team = robots("L", "M")
    before = Control(team, task).for_action("observe", "M/M1")
    after = Control(team, task, unavailable=["M/P1"]).for_action("observe", "M/M1")
    assert before == Choice("M/P1", 2.0)
    assert after == Choice("L/P1", 3.0)


def test_data_of_a_part_that_failed_since_still_lead_to_an_action() -> None:
    control = Control(robots("L", "M"), job("job3b"), unavailable=["M/P1"])
    assert control.for_action("grasp", "M/P1") == Choice("M/M1", 1.0, ("M/M2",))


def test_a_part_that_fails_in_the_robot_itself_is_unavailable_too() -> None:
    (low, high) = robots("L", "M")
    broken = Robot("M", high.model, failed=("M1",))
    control = Control([low, broken], job("job3b"))
    assert control.standing["M/M1"] == "unavailable"
    assert control.for_action("grasp", "M/P1") == Choice("M/M2", 2.0)


@pytest.mark.parametrize(
    ("action", "seen_by", "message"),
    [
        ("sing", "M/P1", "no member has a part for 'sing'"),
        ("move", "X/P1", "the team has no 'X/P1' (it has: L/L1, L/M1, L/M2, L/P1, M/L1, "),
    ],
)
def test_a_question_about_nothing_says_what_there_is(
    action: str, seen_by: str, message: str
) -> None:
    found = Control(robots("L", "M"), job("job3b")).for_action(action, seen_by)
    assert isinstance(found, NoPart)
    assert found.message.startswith(message)


def test_parts_without_use_in_this_tower_are_redundant() -> None:
    control = Control(robots("L", "M"), job("job3b"))
    assert control.standing == {
        "L/P1": "redundant",
        "L/M1": "redundant",
        "L/M2": "redundant",
        "L/L1": "free",
        "M/P1": "free",
        "M/M1": "free",
        "M/M2": "free",
        "M/L1": "unavailable",
    }
