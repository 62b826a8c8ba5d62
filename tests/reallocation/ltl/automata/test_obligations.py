from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.reallocation.ltl.automata.obligations import (
    NEVER,
    NOTHING,
    Remainder,
    TooLarge,
    all_of,
    any_of,
    both,
    either,
)

DEBTS = 4


def debt(number: int) -> Remainder:
    return (1 << number,)


RECIPE = st.recursive(
    st.sampled_from([NOTHING, NEVER, *(debt(bit) for bit in range(DEBTS))]),
    lambda below: st.builds(either, below, below) | st.builds(both, below, below, st.just(99)),
    max_leaves=12,
)


def meaning(remainder: Remainder) -> tuple[bool, ...]:
    """Its whole truth table."""
    settled = [
        sum(on << bit for bit, on in enumerate(row)) for row in product((0, 1), repeat=DEBTS)
    ]
    return tuple(any(term & have == term for term in remainder) for have in settled)


@given(RECIPE, RECIPE)
def test_equal_functions_are_equal_values(one: Remainder, two: Remainder) -> None:
    assert (one == two) is (meaning(one) == meaning(two))


@given(RECIPE, RECIPE)
def test_joining_means_and_and_or(one: Remainder, two: Remainder) -> None:
    pairs = list(zip(meaning(one), meaning(two), strict=True))
    assert meaning(both(one, two, 99)) == tuple(a and b for a, b in pairs)
    assert meaning(either(one, two)) == tuple(a or b for a, b in pairs)


def test_joining_none_is_the_unit() -> None:
    assert all_of([], 9) == NOTHING
    assert any_of([]) == NEVER


@pytest.mark.parametrize("most", [1, 8, 64])
def test_too_many_terms_are_refused_before_they_fill_the_memory(most: int) -> None:
    pairs = [either(debt(2 * number), debt(2 * number + 1)) for number in range(40)]
    with pytest.raises(TooLarge, match=f"more than {most} ways"):
        all_of(pairs, most)


def test_more_terms_than_allowed_are_not_kept() -> None:
    pairs = [either(debt(2 * number), debt(2 * number + 1)) for number in range(3)]
    assert len(all_of(pairs, 8)) == 8
    with pytest.raises(TooLarge):
        all_of(pairs, 7)


def test_large_remainders_are_not_even_multiplied() -> None:
    many = any_of(debt(number) for number in range(30))
    more = either(many, debt(30))
    assert both(many, more, 200) == many
    with pytest.raises(TooLarge):
        both(many, more, 100)
