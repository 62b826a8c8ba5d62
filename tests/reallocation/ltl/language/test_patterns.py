from __future__ import annotations

import pytest

from cotree.reallocation.ltl.language.evaluate import holds
from cotree.reallocation.ltl.language.formula import Atom, Formula, Next
from cotree.reallocation.ltl.language.parse import parse
from cotree.reallocation.ltl.language.patterns import (
    avoid,
    deliver,
    enter_only,
    never_until,
    not_before,
    respond,
    sequence,
    visit,
)
from cotree.reallocation.ltl.language.printing import text_of


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (visit("p3"), "<>p3"),
        (visit("p3", "standby"), "<>(p3 && standby)"),
        (visit("p3 || p4", "standby"), "<>((p3 || p4) && standby)"),
        (
            deliver("p3", "loaded", "standby"),
            "<>(p3 && standby) && [](!p3 && X p3 -> loaded)",
        ),
        (deliver("p3", "loaded"), "<>p3 && [](!p3 && X p3 -> loaded)"),
        (enter_only("p4", "training"), "[](!p4 && X p4 -> training)"),
        (
            sequence("c7 && training", "c6 && training", "c7 && training", "p4 && standby"),
            "<>(c7 && training && <>(c6 && training && <>(c7 && training && <>(p4 && standby))))",
        ),
        (sequence("a"), "<>a"),
        (sequence("a", "b", "c"), "<>(a && <>(b && <>c))"),
        (avoid("a"), "[]!a"),
        (avoid("a", "b && c"), "[]!(a || b && c)"),
        (never_until("a", "b"), "!a U b"),
        (not_before("a || c", "b"), "!(a || c) W b"),
        (respond("a", "b"), "[](a -> <>b)"),
        (visit(Next(Atom("a"))), "<>X a"),
    ],
)
def test_a_pattern_prints_the_formula_it_stands_for(formula: Formula, text: str) -> None:
    assert text_of(formula) == text
    assert parse(text) == formula


@pytest.mark.parametrize(
    ("formula", "good", "bad"),
    [
        (sequence("a", "b"), "a c b", "b c a"),
        (never_until("a", "b"), "c b a", "c a b"),
        (not_before("a", "b"), "c c", "c a"),
        (respond("a", "b"), "a c b a b", "a b a"),
        (avoid("a", "b"), "c c", "c b"),
        (enter_only("a", "b"), "b a a", "c a"),
    ],
)
def test_a_pattern_means_what_its_name_says(formula: Formula, good: str, bad: str) -> None:
    assert holds(formula, [frozenset(letter) for letter in good.split()])
    assert not holds(formula, [frozenset(letter) for letter in bad.split()])
