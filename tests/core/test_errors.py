from __future__ import annotations

import pytest

from cotree.core.errors import InputError, Problem
from cotree.core.mission import Mark


def problem(file: str, line: int, column: int, message: str) -> Problem:
    return Problem(Mark(file, line, column), message)


def test_a_problem_is_one_line_that_editors_understand() -> None:
    assert str(problem("tea.yaml", 12, 9, "no behaviour 'plase'")) == (
        "tea.yaml:12:9: no behaviour 'plase'"
    )


def test_problems_are_told_in_the_order_of_their_places() -> None:
    error = InputError(
        [
            problem("b", 1, 1, "five"),
            problem("a", 10, 1, "four"),
            problem("a", 9, 2, "three"),
            problem("a", 9, 1, "one"),
            problem("a", 9, 1, "two"),
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
    first = problem("a", 1, 1, "one")
    with pytest.raises(InputError) as caught:
        raise InputError(iter([first]))
    assert caught.value.problems == (first,)


def test_problems_are_values() -> None:
    assert problem("a", 1, 1, "one") == problem("a", 1, 1, "one")
    assert len({problem("a", 1, 1, "one"), problem("a", 1, 1, "one")}) == 1
