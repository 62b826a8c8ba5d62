"""Fields of messages of other programs, as deep as they go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jsonschema
import pytest

from cotree.core.mission import Mission
from cotree.trees.catalogue import catalogue
from cotree.trees.schema import schema

Read = Callable[[str], Mission]
Wrong = Callable[[str], list[str]]
CALL = "task: {action: {type: a/action/A, name: x, goal: %s}}"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("{}", {}),
        ("{a: 1, b: 1.5, c: true, d: no}", {"a": 1, "b": 1.5, "c": True, "d": "no"}),
        ("{a: {b: {c: [1, {d: x}]}}, e: []}", {"a": {"b": {"c": [1, {"d": "x"}]}}, "e": []}),
    ],
)
def test_fields_are_what_is_written(read: Read, written: str, value: dict[str, Any]) -> None:
    assert read(CALL % written).task.params.goal == value


def test_none_need_be_written(read: Read) -> None:
    assert read("task: {action: {type: a/action/A, name: x}}").task.params.goal is None


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("3", "1:50: 'goal': expected a mapping from fields to values, found the number 3"),
        ("[1]", "1:50: 'goal': expected a mapping from fields to values, found a list"),
        ("{a: {b: }}", "1:58: 'goal': expected a value, found nothing"),
    ],
)
def test_what_is_no_field_is_located(wrong: Wrong, written: str, said: str) -> None:
    assert wrong(CALL % written) == [said]


def test_a_parameter_of_a_subtree_may_stand_in_a_field(read: Read) -> None:
    call = "{service: {type: a/srv/S, name: x, request: {data: $on, deep: [{too: $on}]}}}"
    task = f"subtrees: {{set: {{parameters: [on], do: {call}}}}}\ntask: {{set: true}}"
    mission = read(task)
    [leaf] = [node for node in mission.task.walk() if node.word == "service"]
    assert leaf.params.request == {"data": True, "deep": [{"too": True}]}


def test_the_schema_takes_any_mapping() -> None:
    found = schema(catalogue())
    checker = jsonschema.Draft202012Validator(found)
    mission = {
        "mission": "m",
        "team": {"r": {"robot": "pr2"}},
        "task": {"action": {"type": "a/action/A", "name": "x", "goal": {"a": {"b": [1]}}}},
    }
    assert checker.is_valid(mission)
    mission["task"]["action"]["goal"] = 3  # type: ignore[index]
    assert not checker.is_valid(mission)
