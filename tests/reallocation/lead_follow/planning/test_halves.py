from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from cotree.reallocation.lead_follow.planning.halves import halves

PRICES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=7)


def cost(prices: list[tuple[int, int]], doer: tuple[int, ...]) -> int:
    paid = [0, 0]
    for price, agent in zip(prices, doer, strict=True):
        paid[agent] += price[agent]
    return max(paid)


@given(PRICES, st.sets(st.integers(0, 6)))
def test_no_split_is_cheaper(prices: list[tuple[int, int]], some: set[int]) -> None:
    wanted = {item for item in some if item < len(prices)}
    found = halves(dict(enumerate(prices)), wanted, {})
    assert found is not None
    doer = tuple(found[item] for item in range(len(prices)))
    assert not wanted or any(doer[item] for item in wanted)
    splits = itertools.product((0, 1), repeat=len(prices))
    allowed = [each for each in splits if not wanted or any(each[item] for item in wanted)]
    assert cost(prices, doer) == min(cost(prices, each) for each in allowed)


def test_what_is_wanted_goes_first_among_equals() -> None:
    assert halves({0: (5, 5), 1: (5, 5)}, {1}, {}) == {0: 0, 1: 1}


def test_too_many_splits_are_left_to_a_solver() -> None:
    assert halves({i: (i, i) for i in range(20)}, set(), {}) is None


def test_nothing_to_share_is_shared_at_once() -> None:
    assert halves({}, set(), {}) == {}
