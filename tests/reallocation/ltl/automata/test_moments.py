from __future__ import annotations

import pytest
from hypothesis import given

from cotree.reallocation.ltl.automata.letters import Alphabet
from cotree.reallocation.ltl.automata.moments import at_end, is_step, permitted, satisfied
from cotree.reallocation.ltl.language.evaluate import holds
from cotree.reallocation.ltl.language.formula import Formula
from cotree.reallocation.ltl.language.parse import parse
from tests.reallocation.ltl.language.formulas import FREE, formulas, step_formulas

ALPHABET = Alphabet(FREE)


@given(step_formulas("ab"))
def test_a_step_is_permitted_exactly_if_the_formula_holds_before_it(formula: Formula) -> None:
    flags = permitted(formula, ALPHABET)
    for row, source in enumerate(FREE):
        for column, target in enumerate(FREE):
            found = (
                flags[min(row, flags.shape[0] - 1), min(column, flags.shape[1] - 1)]
                if (flags.ndim)
                else flags
            )
            assert bool(found) is holds(formula, [source, target])


@given(step_formulas("ab"))
def test_a_letter_satisfies_it_exactly_as_the_last_of_a_word(formula: Formula) -> None:
    flags = satisfied(formula, ALPHABET)
    for number, letter in enumerate(FREE):
        assert bool(flags[number] if flags.ndim else flags) is holds(formula, [letter])


@given(formulas("ab"))
def test_the_end_is_judged_like_the_empty_word(formula: Formula) -> None:
    assert at_end(formula) is holds(formula, [])


@given(step_formulas())
def test_step_formulas_are_known_as_such(formula: Formula) -> None:
    assert is_step(formula)


@pytest.mark.parametrize("text", ["<>a", "X X a", "a U b", "X (a && <>b)", "a && []b", "wX X a"])
def test_what_looks_further_is_no_step_formula(text: str) -> None:
    assert not is_step(parse(text))
