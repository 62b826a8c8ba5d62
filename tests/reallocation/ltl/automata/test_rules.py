from __future__ import annotations

import pytest

from cotree.reallocation.ltl.automata.obligations import NEVER, NOTHING
from cotree.reallocation.ltl.automata.rules import Rules
from cotree.reallocation.ltl.language.parse import parse

NEITHER, A = frozenset[str](), frozenset("a")


@pytest.mark.parametrize(
    ("text", "letter", "remainder"),
    [
        ("a", A, NOTHING),
        ("a", NEITHER, NEVER),
        ("!a", A, NEVER),
        ("<>a", A, NOTHING),
        ("[]a", NEITHER, NEVER),
        ("a R b", A, NEVER),
        ("a && b || !a", NEITHER, NOTHING),
    ],
)
def test_what_is_decided_by_a_letter_leaves_no_debt(
    text: str, letter: frozenset[str], remainder: tuple[int, ...]
) -> None:
    assert Rules(parse(text), 9).after(letter)[-1] == remainder


@pytest.mark.parametrize(
    ("text", "weak"),
    [
        ("<>a", False),
        ("![]b", False),
        ("X a", False),
        ("b U a", False),
        ("[]b", True),
        ("!<>a", True),
        ("wX a", True),
        ("!X a", True),
        ("b W a", True),
        ("a R b", True),
    ],
)
def test_a_debt_is_weak_if_the_end_of_the_word_settles_it(text: str, weak: bool) -> None:
    rules = Rules(parse(text), 9)
    (term,) = rules.after(frozenset("b") if text != "!X a" else NEITHER)[-1]
    assert term > 0
    assert (term & ~rules.weak == 0) is weak


def test_an_eventuality_brings_those_that_it_implies() -> None:
    rules = Rules(parse("<>(a && <>(b && <>c))"), 9)
    (term,) = rules.after(NEITHER)[-1]
    assert term.bit_count() == 3
    (term,) = rules.after(A)[-1]
    assert term.bit_count() == 2, "what is done of the chain is owed no more"


def test_a_choice_between_eventualities_implies_neither() -> None:
    rules = Rules(parse("<>(<>a || <>b)"), 9)
    assert all(cover.bit_count() == 1 for cover in rules.covers)
