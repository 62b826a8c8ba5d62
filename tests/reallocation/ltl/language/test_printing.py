from __future__ import annotations

import pytest
from hypothesis import given

from cotree.reallocation.ltl.language.formula import Formula
from cotree.reallocation.ltl.language.parse import parse
from cotree.reallocation.ltl.language.printing import text_of
from tests.reallocation.ltl.language.formulas import formulas


@pytest.mark.parametrize(
    "text",
    [
        "<>(p6 && standby) && [](!p6 && X p6 -> loaded)",
        "a && b || c -> d <-> e",
        "(a -> b) -> c",
        "a -> b -> c",
        "(a U b) U c",
        "a U b U c",
        "(a && b) && c",
        "!(a && b) U wX !c",
        "[]<>a R (b || c)",
        "true W false",
    ],
)
def test_what_is_written_without_needless_parentheses_is_printed_as_written(text: str) -> None:
    assert text_of(parse(text)) == text


def test_unicode_is_printed_on_demand() -> None:
    text = text_of(parse("<>(a && !b || X c) -> [](a <-> b)"), unicode=True)
    assert text == "◇(a ∧ ¬b ∨ ○c) → □(a ↔ b)"  # noqa: RUF001


def pairs(text: str) -> list[tuple[int, int]]:
    opened: list[int] = []
    found = []
    for place, char in enumerate(text):
        if char == "(":
            opened.append(place)
        elif char == ")":
            found.append((opened.pop(), place))
    return found


@given(formulas())
def test_no_pair_of_parentheses_can_be_left_out(formula: Formula) -> None:
    text = text_of(formula)
    for first, last in pairs(text):
        without = f"{text[:first]} {text[first + 1 : last]} {text[last + 1 :]}"
        assert parse(without) != formula
