from __future__ import annotations

import pytest

from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark


def mistake(file: str, line: int, column: int, message: str) -> Mistake:
    return Mistake(Mark(file, line, column), message)


def test_a_problem_is_one_line_that_editors_understand() -> None:
    assert str(mistake("tea.yaml", 12, 9, "no behaviour 'plase'")) == (
        "tea.yaml:12:9: no behaviour 'plase'"
    )


def test_problems_are_told_in_the_order_of_their_places() -> None:
    error = InputError(
        [
            mistake("b", 1, 1, "five"),
            mistake("a", 10, 1, "four"),
            mistake("a", 9, 2, "three"),
            mistake("a", 9, 1, "one"),
            mistake("a", 9, 1, "two"),
        ]
    )
    assert str(error).splitlines() == [
        "a:9:1: one",
        "a:9:1: two",
        "a:9:2: three",
        "a:10:1: four",
        "b:1:1: five",
    ]


def test_an_error_keeps_its_problems_as_values() -> None:
    first = mistake("a", 1, 1, "one")
    with pytest.raises(InputError) as caught:
        raise InputError(iter([first]))
    assert caught.value.mistakes == (first,)


def test_problems_are_values() -> None:
    assert mistake("a", 1, 1, "one") == mistake("a", 1, 1, "one")
    assert len({mistake("a", 1, 1, "one"), mistake("a", 1, 1, "one")}) == 1
