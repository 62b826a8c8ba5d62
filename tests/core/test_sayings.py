from __future__ import annotations

import pytest

from cotree.core.sayings import Saying, heard, says, told, wanted, wants

GIVES = Saying("give", "pr2", 3)


def test_what_is_said_is_heard() -> None:
    fact = says("ann", "task/food/cup")
    assert heard(fact, told(GIVES)) == ("ann", "task/food/cup", GIVES)


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("ann/word", told(GIVES)),
        ("ann/says/", told(GIVES)),
        ("a/b/says/task", told(GIVES)),
        ("ann/says/task", True),
        ("ann/says/task", None),
        ("ann/says/task", ""),
        ("ann/says/task", '["fly","pr2",3]'),
        ("ann/says/task", "[" * 2000),
    ],
)
def test_what_is_no_saying_is_none(fact: str, value: object) -> None:
    assert heard(fact, value) is None


def test_what_a_robot_wants_names_the_person_and_the_piece() -> None:
    assert wanted(wants("pr2", "ann", "task/cup")) == ("pr2", "ann", "task/cup")


@pytest.mark.parametrize("fact", ["pr2/word", "pr2/wants/ann", "pr2/wants/ann/", "a/b/wants/c/d"])
def test_what_is_no_wish_of_a_robot_is_none(fact: str) -> None:
    assert wanted(fact) is None
