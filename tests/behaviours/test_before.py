"""Whether a ``place`` follows a ``pick`` of its object is seen in the tree."""

from __future__ import annotations

import pytest

from cotree.behaviours.before import taken_before
from cotree.behaviours.leaf import Leaf
from cotree.core.belief import Belief, View
from cotree.trees.build import grow
from cotree.trees.catalogue import catalogue
from cotree.trees.reading import loads

HEAD = """\
mission: m
team: {pr2: {robot: pr2}}
world: {objects: {a: [0, 0], b: [0, 0]}, places: {x: [0.5, 0], y: [0.4, 0.1]}}
task:
"""
A_AT_X = "{place: {object: a, at: x}}"
A_AT_Y = "{place: {object: a, at: y}}"
B_AT_X = "{place: {object: b, at: x}}"
RETRY = f"{{retry: {{times: 2, do: {A_AT_X}}}}}"


def last_place(task: str) -> Leaf:
    root = grow(loads(f"{HEAD}  {task}\n", checks=()).task, catalogue())
    places = [node for node in root.iterate() if node.path.split("/")[-1].startswith("place")]  # type: ignore[attr-defined]
    found = places[-1]
    assert isinstance(found, Leaf)
    return found


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        (f"then: [{{pick: a}}, {A_AT_X}]", True),
        (f"then: [{{pick: b}}, {A_AT_X}]", False),
        (f"then: [{A_AT_X}, {{pick: a}}]", False),
        (f"and: [{{pick: a}}, {A_AT_X}]", False),
        (f"or: [{{pick: a}}, {A_AT_X}]", False),
        (f"then: [{{pick: a}}, {{move: x}}, {{and: [{A_AT_X}, {{wait: 1}}]}}]", True),
        (f"then: [{{and: [{{pick: a}}, {{pick: b}}]}}, {RETRY}]", True),
        (f"then: [{{pick: a}}, {A_AT_X}, {A_AT_Y}]", False),
        (f"then: [{A_AT_X}, {A_AT_Y}]", False),
        (f"then: [{{pick: a}}, {B_AT_X}, {A_AT_Y}]", True),
        (f"sequence: [{{pick: a}}, {A_AT_X}]", True),
        (f"then: [{{or: [{{pick: a}}, {{wait: 1}}]}}, {A_AT_X}]", True),
    ],
)  # fmt: skip
def test_only_what_is_picked_before_and_not_put_down_yet_counts(task: str, expected: bool) -> None:
    assert taken_before(last_place(task), "a", View(Belief(), "pr2")) is expected


def test_a_leaf_that_stands_alone_has_nothing_before_it() -> None:
    assert not taken_before(Leaf("alone"), "a", View(Belief(), "pr2"))
