from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.reallocation.ltl.language.evaluate import Word, holds, truth
from cotree.reallocation.ltl.language.formula import (
    Finally,
    Formula,
    Globally,
    Next,
    Not,
    Release,
    Until,
    WeakNext,
    WeakUntil,
)
from cotree.reallocation.ltl.language.parse import parse
from tests.reallocation.ltl.language.formulas import FREE, formulas

WORDS = st.lists(st.sampled_from(FREE), max_size=6)


def word(text: str) -> list[frozenset[str]]:
    """``"a ab -"``: three letters; ``-`` says nothing."""
    return [frozenset(letter.replace("-", "")) for letter in text.split()]


@pytest.mark.parametrize(
    ("formula", "letters", "verdict"),
    [
        ("a", "a -", True),
        ("a", "- a", False),
        ("X a", "- a", True),
        ("X a", "a", False),
        ("X true", "a", False),
        ("wX a", "-", True),
        ("wX false", "- -", False),
        ("!X a", "a", True),
        ("<>a", "- - a", True),
        ("<>a", "- -", False),
        ("[]a", "a a", True),
        ("[]a", "a -", False),
        ("a U b", "a a b -", True),
        ("a U b", "a - b", False),
        ("a U b", "a a", False),
        ("a W b", "a a", True),
        ("a W b", "a -", False),
        ("a R b", "b ab -", True),
        ("a R b", "b a", False),
        ("a R b", "b b", True),
        ("a M b", "b b", False),
        ("a M b", "b ab", True),
        ("[]<>a", "- a", True),
        ("[]<>a", "a -", False),
        ("<>[]a", "- a", True),
        ("[](a -> X b)", "a b a", False),
        ("[](a -> wX b)", "a b a", True),
        ("[](!a && X a -> b)", "b a a - b ab", True),
        ("[](!a && X a -> b)", "- a", False),
        ("[](!a && X a -> b)", "a -", True),
        ("<>(a && <>b)", "b a", False),
        ("<>(a && <>b)", "ab", True),
        ("a <-> b", "ab", True),
        ("a <-> X b", "a -", False),
    ],
)
def test_words_are_judged_as_the_textbook_says(formula: str, letters: str, verdict: bool) -> None:
    assert holds(parse(formula), word(letters)) is verdict


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [
        ("true", True),
        ("false", False),
        ("a", False),
        ("!a", True),
        ("X true", False),
        ("wX false", True),
        ("<>true", False),
        ("[]false", True),
        ("true U true", False),
        ("false R false", True),
        ("false W false", True),
        ("!<>true && [](a -> false)", True),
    ],
)
def test_the_empty_word_satisfies_what_asks_for_no_letter(formula: str, verdict: bool) -> None:
    assert holds(parse(formula), []) is verdict


def rest(formula: Formula, judged: Word) -> list[bool]:
    return [holds(formula, judged[start:]) for start in range(len(judged))]


QUANTIFIED: dict[type[Formula], Callable[[list[bool], list[bool]], bool]] = {
    Finally: lambda a, b: any(a),
    Globally: lambda a, b: all(a),
    Next: lambda a, b: len(a) > 1 and a[1],
    WeakNext: lambda a, b: len(a) < 2 or a[1],
    Not: lambda a, b: not a[0],
    Until: lambda a, b: any(b[k] and all(a[:k]) for k in range(len(a))),
    WeakUntil: lambda a, b: all(a) or any(b[k] and all(a[:k]) for k in range(len(a))),
    Release: lambda a, b: all(b[k] or any(a[:k]) for k in range(len(a))),
}


@settings(max_examples=40)
@pytest.mark.parametrize("kind", QUANTIFIED, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_each_operator_is_its_definition_by_quantifiers(
    kind: type[Formula], data: st.DataObject
) -> None:
    judged = data.draw(st.lists(st.sampled_from(FREE), min_size=1, max_size=6))
    below = [data.draw(formulas("ab", 4)) for _ in range(2)]
    count = 2 if kind in (Until, WeakUntil, Release) else 1
    formula = kind(*below[:count])
    a, b = (rest(one, judged) for one in below)
    assert holds(formula, judged) is QUANTIFIED[kind](a, b)


@given(formulas("ab"), WORDS)
def test_a_negation_holds_exactly_where_the_formula_does_not(formula: Formula, one: Word) -> None:
    assert holds(Not(formula), one) is not holds(formula, one)


@given(formulas("ab"), WORDS)
def test_the_truth_along_a_word_is_that_of_its_rests(formula: Formula, one: Word) -> None:
    rests = [holds(formula, one[start:]) for start in range(len(one) + 1)]
    assert list(truth(formula, one)) == rests


def test_long_words_are_no_trouble() -> None:
    assert holds(parse("[](a -> <>b) && <>[]!a"), word("a - b -") * 5000 + word("-"))
