"""What lies too far from where it belongs is refused before the start, unless it is picked up."""

from __future__ import annotations

import pytest

from cotree.core.errors import InputError
from cotree.trees.reading import loads

HEAD = """\
mission: m
team: {TEAM}
world: {objects: {cup: [0.5, 0]}, places: {near: [0.9, 0.4], far: [2.6, 0]}}
"""
MOBILE = "r: {robot: {resources: {base: base, hand: gripper, eye: head}, reach: 1 m}}"
FIXED = "r: {robot: {resources: {hand: gripper}, reach: 1 m}}"
TO_FAR = "{place: {object: cup, at: far}}"


def problems(task: str, team: str = MOBILE) -> list[str]:
    try:
        loads(HEAD.replace("TEAM", team) + f"task: {task}\n", "m.yaml")
    except InputError as error:
        return [str(each) for each in error.mistakes]
    return []


def test_what_no_arm_reaches_from_one_spot_must_be_picked_up() -> None:
    assert problems(f"and: [{TO_FAR}, {{wait: 1}}]".join("{}")) == [
        "m.yaml:4:15: nobody brings cup to far standing in one spot: they are 2.10 m apart, "
        "r reaches 1 m; pick cup before it in the same 'then'"
    ]


@pytest.mark.parametrize(
    ("task", "team"),
    [
        ("{place: {object: cup, at: near}}", FIXED),
        (f"{{then: [{{move: cup}}, {{pick: cup}}, {{move: far}}, {TO_FAR}]}}", MOBILE),
        (f"{{and: [{TO_FAR}, {{pick: cup}}]}}", MOBILE),
        (TO_FAR, f"{FIXED}, ann: {{person: {{}}}}"),
        ("{place: {object: cup, at: [2.4, 0]}}", MOBILE),
    ],
)
def test_what_may_be_possible_is_accepted(task: str, team: str) -> None:
    assert problems(task, team) == []


def test_a_robot_that_does_not_drive_must_reach_both_from_where_it_stands() -> None:
    away = FIXED.replace("}}", "}, at: [0.5, -0.9]}")
    assert problems("{place: {object: cup, at: near}}", FIXED) == []
    (said,) = problems("{place: {object: cup, at: near}}", away)
    assert "nobody brings cup to near standing in one spot" in said
