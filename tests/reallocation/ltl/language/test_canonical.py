from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.reallocation.ltl.language.canonical import (
    conjunction,
    conjuncts_of,
    disjunction,
    negation,
)
from cotree.reallocation.ltl.language.evaluate import Word, holds
from cotree.reallocation.ltl.language.formula import And, Formula, Not
from cotree.reallocation.ltl.language.parse import parse
from cotree.reallocation.ltl.language.printing import text_of
from tests.reallocation.ltl.language.formulas import FREE, formulas

WORDS = st.lists(st.sampled_from(FREE), max_size=5)
SEVERAL = st.lists(formulas("ab", 3), max_size=4)


@pytest.mark.parametrize(
    ("parts", "joined"),
    [
        ("b; a", "a && b"),
        ("b && a; a; true", "a && b"),
        ("a || b; a", "a"),
        ("a; !a; b", "false"),
        ("a; false", "false"),
        ("<>a", "<>a"),
        ("", "true"),
    ],
)
def test_a_conjunction_has_one_form(parts: str, joined: str) -> None:
    given_parts = [parse(part) for part in parts.split("; ") if part]
    assert text_of(conjunction(given_parts)) == joined


@pytest.mark.parametrize(
    ("parts", "joined"),
    [("b; a; false", "a || b"), ("a && b; a", "a"), ("a; !a", "true"), ("a; true", "true")],
)
def test_a_disjunction_has_one_form(parts: str, joined: str) -> None:
    assert text_of(disjunction([parse(part) for part in parts.split("; ")])) == joined


@given(SEVERAL, WORDS)
def test_joining_keeps_the_meaning(parts: list[Formula], word: Word) -> None:
    assert holds(conjunction(parts), word) is all(holds(part, word) for part in parts)
    assert holds(disjunction(parts), word) is any(holds(part, word) for part in parts)


@given(st.data(), SEVERAL)
def test_order_and_repetition_do_not_matter(data: st.DataObject, parts: list[Formula]) -> None:
    mixed = data.draw(st.permutations(parts + parts[:2]))
    assert conjunction(mixed) == conjunction(parts)
    assert disjunction(mixed) == disjunction(parts)


@given(formulas("ab"), WORDS)
def test_a_negation_says_the_opposite(formula: Formula, word: Word) -> None:
    assert holds(negation(formula), word) is not holds(formula, word)
    assert negation(Not(formula)) == formula


@pytest.mark.parametrize(
    ("formula", "parts"),
    [
        ("<>a && ([]b && <>c) && <>a", "<>a; []b; <>c"),
        ("[](a && X b)", "[]a; []X b"),
        ("[][](a && b)", "[]a; []b"),
        ("!(a || <>b)", "!a; []!b"),
        ("!(a -> b)", "a; !b"),
        ("!!(a && b)", "a; b"),
        ("!<>(a || b)", "[]!a; []!b"),
        ("<>(a && b)", "<>(a && b)"),
        ("true && a", "a"),
        ("true", ""),
        ("!false", ""),
        ("[](a -> b)", "[](a -> b)"),
    ],
)
def test_a_formula_is_split_as_far_as_possible(formula: str, parts: str) -> None:
    assert "; ".join(text_of(part) for part in conjuncts_of(parse(formula))) == parts


@given(formulas("ab"), WORDS)
def test_the_parts_together_say_the_same(formula: Formula, word: Word) -> None:
    verdicts = [holds(part, word) for part in conjuncts_of(formula)]
    assert all(verdicts) is holds(formula, word)


@given(formulas("ab"))
def test_no_part_can_be_split_again(formula: Formula) -> None:
    for part in conjuncts_of(formula):
        assert not isinstance(part, And)
        assert conjuncts_of(part) == (part,)
