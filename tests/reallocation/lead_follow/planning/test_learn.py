"""How long things take, learnt from how long they took."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.reallocation.lead_follow.planning.learn import (
    Durations,
    Observed,
    Share,
    expected,
    learn,
)
from cotree.reallocation.lead_follow.problem import Problem, Subtask
from cotree.team.dice import Dice
from tests.reallocation.lead_follow.planning.teams import team


def seen(*shares: float, kind: str = "far") -> Durations:
    return learn(Durations(), [Observed("p0", kind, 10.0, 10.0 * share) for share in shares])


def known(durations: Durations, kind: str = "far") -> Share:
    share = durations.of("p0", kind)
    assert share is not None
    return share


def test_who_takes_twice_as_long_is_soon_expected_to() -> None:
    factors = [known(seen(*[2.0] * count)).factor(0.5) for count in (1, 3, 10, 50)]
    assert factors == sorted(factors)
    assert 1.2 < factors[0] < 1.3
    assert factors[-1] == pytest.approx(2.0, rel=0.05)


def test_a_lognormal_is_found_again() -> None:
    dice = Dice(7)
    values = []
    for _ in range(2000):
        normal = math.sqrt(-2 * math.log(1 - dice.random())) * math.cos(math.tau * dice.random())
        values.append(math.exp(0.4 + 0.3 * normal))
    share = known(seen(*values))
    assert share.mean == pytest.approx(0.4, abs=0.02)
    assert share.deviation == pytest.approx(0.3, abs=0.02)
    below = sum(value <= share.factor(0.9) for value in values) / len(values)
    assert below == pytest.approx(0.9, abs=0.02)


def test_scatter_makes_the_mean_larger_and_quantiles_wider() -> None:
    calm, wild = known(seen(*[1.0] * 8)), known(seen(*[0.5, 2.0] * 4))
    assert wild.factor() > calm.factor()
    assert wild.factor(0.9) > calm.factor(0.9) > calm.factor(0.5) > calm.factor(0.1)


@given(st.lists(st.floats(0.1, 10.0), max_size=8))
def test_the_order_of_observations_does_not_matter(shares: list[float]) -> None:
    one, other = seen(*shares).of("p0", "far"), seen(*reversed(shares)).of("p0", "far")
    if one is None or other is None:
        assert shares == []
        return
    assert one.mean == pytest.approx(other.mean)
    assert one.scale == pytest.approx(other.scale)


def test_another_kind_is_expected_like_the_agent_and_another_agent_as_written() -> None:
    durations = seen(2.0, 2.0, 2.0)
    near = Subtask("n", {"p0": 10.0, "r0": 10.0}, kind="near")
    problem = Problem((near,), team(1, 1))
    found = expected(problem, durations).subtasks[0].durations
    assert found["r0"] == 10.0
    assert found["p0"] == pytest.approx(10.0 * known(durations).factor())


def test_what_was_expected_to_take_no_time_teaches_nothing() -> None:
    assert learn(Durations(), [Observed("p0", "", 0.0, 5.0)]) == Durations()
    assert learn(Durations(), [Observed("p0", "", 5.0, math.inf)]) == Durations()


def test_learning_leaves_what_was_known_as_it_was() -> None:
    before = seen(2.0)
    after = learn(before, [Observed("p0", "far", 10.0, 20.0)])
    assert before == seen(2.0)
    assert known(after).weight == known(before).weight + 1
