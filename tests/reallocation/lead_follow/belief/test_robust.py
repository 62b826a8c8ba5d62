from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.reallocation.lead_follow.belief.evidence import Evidence
from cotree.reallocation.lead_follow.belief.grid import centres, normal, wandering
from cotree.reallocation.lead_follow.belief.robust import (
    ERR,
    FOLLOW,
    GIVE,
    Nature,
    Trait,
    robust_belief,
    trait,
)

BITS = st.lists(st.booleans(), max_size=40)
NATURES = st.sampled_from([FOLLOW, GIVE, ERR])
DROPPED = 0.3
"""From here on the robot takes the lead back."""


def told(nature: Nature, bits: list[bool]) -> Trait:
    belief = trait(nature)
    for bit in bits:
        belief = belief.after(bit)
    return belief


@given(NATURES, BITS)
def test_nothing_is_ever_certain(nature: Nature, bits: list[bool]) -> None:
    belief = told(nature, bits)
    assert math.fsum(belief.odds) == pytest.approx(1.0, abs=1e-12)
    assert min(belief.odds) > 0.0
    assert 0.0 < belief.mean < 1.0


@given(NATURES, BITS)
def test_more_of_it_is_believed_more(nature: Nature, bits: list[bool]) -> None:
    assert told(nature, [*bits, True]).mean > told(nature, [*bits, False]).mean


@given(NATURES, BITS, st.integers(0, 40))
def test_another_outcome_raises_the_mean_wherever_it_was(
    nature: Nature, bits: list[bool], where: int
) -> None:
    if where < len(bits) and not bits[where]:
        more = [*bits[:where], True, *bits[where + 1 :]]
        assert told(nature, more).mean >= told(nature, bits).mean - 1e-12


@given(BITS)
def test_a_mirrored_person_is_believed_mirrored(bits: list[bool]) -> None:
    even, odd = Nature(0.7, 1.9), Nature(1.9, 0.7)
    one, other = told(even, bits), told(odd, [not bit for bit in bits])
    assert one.mean == pytest.approx(1.0 - other.mean, abs=1e-12)
    assert one.odds == pytest.approx(tuple(reversed(other.odds)), abs=1e-12)


@given(st.integers(2, 30), st.floats(0, 0.3), st.just(0.0) | st.floats(1e-12, 0.5))
def test_kernels_are_row_stochastic(n: int, sigma: float, jump: float) -> None:
    rows = wandering(n, sigma, normal([1.0] * n), jump)
    assert all(math.fsum(row) == pytest.approx(1.0, abs=1e-12) for row in rows)
    assert all(value > 0 for row in rows for value in row) or jump == 0


def test_no_state_holds_the_belief_for_ever() -> None:
    """However long somebody led, a few actions of following are believed."""
    needed = []
    for led in (5, 20, 200):
        belief, n = told(FOLLOW, [False] * led), 0
        while belief.mean < 0.5:
            belief, n = belief.after(True), n + 1
        needed.append(n)
    assert max(needed) <= 4


def test_a_sudden_drop_is_found_within_three_actions_and_recovered_from_within_eight() -> None:
    good = told(ERR, [False] * 10)
    assert good.mean < 0.15
    bad = told(ERR, [False] * 10 + [True] * 3)
    assert bad.mean > DROPPED
    again = [told(ERR, [False] * 10 + [True] * 3 + [False] * n).mean for n in range(1, 9)]
    assert min(again) < 0.15


def test_one_mistake_after_many_right_actions_is_not_reacted_upon() -> None:
    assert told(ERR, [False] * 10 + [True]).mean < DROPPED


def test_giving_and_following_are_traits_of_their_own() -> None:
    belief = robust_belief()
    gave = belief.after(Evidence("a", "gave", could_follow=True, could_choose=True))
    assert gave.follow == belief.follow
    assert gave.give.mean > belief.give.mean
    followed = belief.after(Evidence("a", "followed", could_choose=True, could_give=True))
    assert followed.give.mean < belief.give.mean
    assert followed.follow.mean > belief.follow.mean
    assert followed.error == belief.error


def test_without_an_alternative_there_is_no_news() -> None:
    belief = robust_belief()
    assert belief.after(Evidence("a", "followed", could_follow=True)) == belief
    assert belief.after(Evidence("a", "chose", could_choose=True)).follow == belief.follow
    assert belief.after(Evidence("a", "took_back")) == belief


def test_refusing_is_not_following_and_no_mistake() -> None:
    belief = robust_belief().after(Evidence("a", "refused"))
    assert belief.follow.mean < robust_belief().follow.mean
    assert belief.error == robust_belief().error


def test_a_returned_block_says_whether_the_person_knows_better() -> None:
    belief = robust_belief()
    right = belief.after(Evidence("a", "returned", right=True))
    wrong = belief.after(Evidence("a", "returned", right=False))
    assert right.means.p_error < belief.means.p_error < wrong.means.p_error


def test_the_values_lie_inside() -> None:
    assert centres(4) == (0.125, 0.375, 0.625, 0.875)


def test_a_belief_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="all 0"):
        normal([0.0, 0.0])
