"""How long steps really take: learnt from what happened, whoever did it."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cotree.reallocation.lead_follow.planning.learn import Observed
from cotree.reallocation.lead_follow.problem import Agent, Problem, Subtask
from cotree.runtime.steps.lasting import AT_LEAST_S, Lasting
from cotree.runtime.steps.news import At

NEAR = Subtask("W1.1", {"ann": 6.0, "pr2": 36.0}, kind="near")
FAR = Subtask("W1.2", {"ann": 14.0, "pr2": 39.0}, kind="far")
PROBLEM = Problem((NEAR, FAR), (Agent("ann", "person"), Agent("pr2", "robot")))
SHARES = st.lists(st.floats(0.2, 5.0), min_size=1, max_size=12)


def seen(*shares: float, agent: str = "ann", kind: str = "near", written_s: float = 6.0) -> Lasting:
    lasting = Lasting(PROBLEM)
    for share in shares:
        lasting.learn([Observed(agent, kind, written_s, written_s * share)])
    return lasting


def test_nothing_seen_is_as_written() -> None:
    lasting = Lasting(PROBLEM)
    assert lasting.expected(PROBLEM) == PROBLEM
    assert lasting.factor("ann", "W1.1") == 1.0
    assert lasting.expects("ann", "W1.1", 6.0) == lasting.says("ann", "near") == ""


def test_who_takes_twice_as_long_is_expected_to_and_that_is_said() -> None:
    lasting = seen(*[2.0] * 12)
    times = lasting.expected(PROBLEM).subtasks[0].durations
    assert times["ann"] == pytest.approx(12.0, rel=0.1)
    assert times["pr2"] == 36.0
    assert lasting.says("ann", "near").startswith("takes 1.87 times as long as written for near")
    assert lasting.says("ann", "near").endswith("12 seen)")
    assert lasting.expects("ann", "W1.1", 6.0).endswith("6.0 s written")


@given(SHARES)
def test_what_is_expected_lies_between_what_was_written_and_what_was_seen(
    shares: list[float],
) -> None:
    lasting = seen(*shares)
    share = lasting.durations.of("ann", "near")
    assert share is not None
    assert min(1.0, *shares) * 0.999 <= share.factor(0.5) <= max(1.0, *shares) * 1.001


@given(SHARES, st.permutations(range(12)))
def test_in_which_order_things_were_done_does_not_matter(
    shares: list[float], order: list[int]
) -> None:
    shuffled = [shares[i] for i in order if i < len(shares)]
    known = [seen(*each).factor("ann", "W1.1") for each in (shares, shuffled)]
    assert known[0] == pytest.approx(known[1], rel=1e-6)


@given(SHARES, st.floats(0.1, 0.9))
def test_whoever_is_slower_is_expected_to_be(shares: list[float], less: float) -> None:
    slow, quick = seen(*shares), seen(*(share * less for share in shares))
    slowest, quickest = (each.durations.of("ann", "near") for each in (slow, quick))
    assert slowest is not None
    assert quickest is not None
    assert slowest.factor(0.5) > quickest.factor(0.5)


@given(SHARES)
def test_one_agent_and_kind_says_nothing_of_another_agent(shares: list[float]) -> None:
    lasting = seen(*shares)
    assert lasting.factor("pr2", "W1.1") == lasting.factor("pr2", "W1.2") == 1.0


@given(SHARES, st.floats(0.0, 500.0), st.floats(0.0, 500.0))
@example([1.0, 1.0, 1.0, 1.0, 4.0, 4.5], 291.0, 31.0)  # far out in the tail
def test_the_longer_it_takes_the_later_it_is_expected_to_end(
    shares: list[float], one_s: float, more_s: float
) -> None:
    lasting, at = seen(*shares), At(0.0, 6.0, "W1.1")
    ends = [now_s + lasting.left_s("ann", at, now_s) for now_s in (one_s, one_s + more_s)]
    assert ends[0] <= ends[1] + 1e-6
    assert lasting.left_s("ann", at, one_s) >= AT_LEAST_S


def test_what_is_late_takes_some_time_still_and_words_as_long_as_they_take() -> None:
    lasting = seen(*[1.0, 1.5, 0.7, 1.2])
    assert lasting.left_s("ann", At(0.0, 6.0, "W1.1"), 9.0) > 2 * AT_LEAST_S
    assert lasting.left_s("ann", At(0.0, 2.0), 0.5) == 1.5


def test_who_was_away_for_an_hour_is_not_believed_to_be_that_slow() -> None:
    assert seen(600.0).factor("ann", "W1.1") < 4.0


def test_somebody_very_slow_is_learnt_all_the_same() -> None:
    share = seen(*[20.0] * 60).durations.of("ann", "near")
    assert share is not None
    assert share.factor(0.5) == pytest.approx(20.0, rel=0.25)


@given(SHARES)
def test_who_comes_back_goes_on_from_what_was_told(shares: list[float]) -> None:
    before, after = seen(*shares), Lasting(PROBLEM)
    after.hear(before.told())
    assert after.durations == before.durations
    after.hear(seen(9.0).told())
    assert after.durations == before.durations


@pytest.mark.parametrize("value", ["", "{", "[]", None, 3.0, '{"shares": {"ann": 1}}'])
def test_what_cannot_be_understood_is_not_learnt(value: object) -> None:
    lasting = Lasting(PROBLEM)
    lasting.hear(value)
    assert lasting.durations.shares == {}


@pytest.mark.parametrize(
    ("field", "value"),
    [("mean", 50.0), ("weight", -3.0), ("shape", 1e9), ("scale", 0.0), ("scale", -1.0)],
)
def test_what_nobody_can_have_seen_is_not_learnt(field: str, value: float) -> None:
    lasting, told = Lasting(PROBLEM), json.loads(seen(2.0).told())
    told["shares"]["ann"]["near"][field] = value
    lasting.hear(json.dumps(told))
    assert lasting.durations.shares == {}


def test_how_long_anybody_waits_grows_with_how_slow_somebody_is() -> None:
    at = At(0.0, 60.0, "W1.1")
    assert Lasting(PROBLEM).waits_s("ann", at) == 210.0
    assert seen(*[3.0] * 9).waits_s("ann", at) > 400.0
    assert math.isfinite(seen(*[1e9] * 9).waits_s("ann", at))
