"""Which part acts: asked again when one fails or loses sight; and who may bid for any subtree."""

from __future__ import annotations

from typing import Any

import pytest

from cotree.core.mission import Mission
from tests.kit import capable
from tests.kit.losing import Run, run

Change = tuple[float, str, bool | float]


def tower(*changes: Change, team: tuple[str, ...] = ("L1", "M1", "M2")) -> Run:
    """Job 3(b), in which facts change at certain times."""
    events = [{"at": f"{at} s", "fact": name, "equals": value} for at, name, value in changes]
    more: dict[str, Any] = {"simulation": {"events": events}} if events else {}
    return run(capable.mission("job3b", *team, **more))


def test_in_an_assembly_the_upper_robot_looks_and_takes_and_the_lower_one_drives() -> None:
    got = tower()
    assert got.acting("detect box1") == ["M1/P1"]
    assert got.acting("grasp box1") == got.acting("release box1") == ["M1/M1"]
    assert got.acting("approach place") == ["L1/L1"]


def test_another_camera_looks_when_the_nearest_one_is_covered() -> None:
    got = tower((2.0, "M1/P1/sees", False))
    assert got.end.result == "success"
    assert got.acting("detect box1") == ["L1/P1"]


def test_a_camera_that_is_covered_while_it_looks_is_relieved() -> None:
    got = tower((6.2, "M1/P1/sees", False))
    assert got.end.result == "success"
    assert got.acting("detect box1") == ["M1/P1", "L1/P1"]


def test_another_gripper_takes_it_when_the_first_one_has_failed() -> None:
    got = tower((2.0, "M1/M1/works", False))
    assert got.end.result == "success"
    assert got.acting("grasp box1") == ["M1/M2"]
    assert got.teams() == [("L1", "M1")]


@pytest.mark.parametrize("at_s", [2.0, 8.0, 14.2])
def test_a_helper_without_any_gripper_left_is_replaced(at_s: float) -> None:
    got = tower((at_s, "M1/M1/works", False), (at_s, "M1/M2/works", False))
    assert got.end.result == "success"
    assert got.acting("grasp box1")[-1] in ("L1/M1", "M2/M1")


def test_a_helper_whose_battery_is_low_is_replaced() -> None:
    got = tower((8.0, "M1/battery", 0.1))
    assert got.end.result == "success"
    assert got.teams() == [("L1", "M1"), ("L1", "M2")]


def test_a_helper_with_too_little_battery_is_not_taken_and_says_why() -> None:
    got = tower((0.0, "M1/battery", 0.3), team=("L1", "M1"))
    assert got.end.result == "failure"
    ((who, said),) = got.words("cannot")
    assert (who, said.text) == ("M1", "30% of M1's battery is left")


def test_when_nobody_has_a_part_left_the_job_is_refused_with_the_reason() -> None:
    grippers = [f"{robot}/{part}/works" for robot in ("L1", "M1") for part in ("M1", "M2")]
    got = tower(*((8.0, gripper, False) for gripper in grippers), team=("L1", "M1", "S11"))
    assert got.end.result == "failure"
    ((_, said),) = got.words("refused")
    assert "M1 cannot do job3b: perception level 1 must reach 8, reaches 3; no manip" in said.text


def test_the_printed_rule_asks_less_and_grants_what_cannot_work() -> None:
    got = run(capable.mission("job3a", "M1", "S11", matching={"match": "paper"}))
    assert got.teams() == [("M1", "S11")]
    assert got.end.result == "success"


# -- any subtree -----------------------------------------------------------------------------------


def chores(*team: str, **more: object) -> Mission:
    """Two things to be waved at, by whoever has a gripper of level 2."""
    task = {
        "and": [
            {"perform": {"what": "wave", "needs": ["gripper"]}, "allocate": more["allocate"]},
            {"perform": {"what": "nod", "needs": ["head"]}},
        ]
    }
    return capable.mission("job2", *team, task=task)


STRONG = {"by": "capability", "needs": [{"domain": "manipulation", "level": 2}]}


def test_only_who_can_do_a_subtree_bids_for_it() -> None:
    got = run(chores("L1", "S21", "S11", allocate=STRONG))
    assert got.end.result == "success"
    assert got.acting("wave") == ["S21/M1"]


def test_a_subtree_that_nobody_can_do_is_refused_with_every_robot_s_reason() -> None:
    got = run(chores("L1", "S11", allocate=STRONG))
    assert got.end.result == "failure"
    (message,) = {reason.message for reason in got.end.reasons}
    assert "L1 cannot do task/perform wave: no manipulation level 2 (highest level 1)" in message
    assert "S11 cannot do task/perform wave: no manipulation level 2 (highest level 1)" in message


def test_who_may_bid_changes_with_the_parts_that_work() -> None:
    events = [{"at": "0 s", "fact": "S21/M1/works", "equals": False}]
    events += [{"at": "1 s", "fact": "S22/M1/works", "equals": True}]
    mission = capable.mission(
        "job2",
        "S21",
        "S22",
        task={"and": [{"perform": {"what": "wave", "needs": ["gripper"]}, "allocate": STRONG}]},
        simulation={"events": events},
    )
    assert run(mission).acting("wave") == ["S22/M1"]
