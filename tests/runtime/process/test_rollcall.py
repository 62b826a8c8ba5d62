"""How a team begins: nobody counts as new who may have promised something."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.runtime.process.rollcall import RollCall
from cotree.runtime.process.telegrams import Here

TEAM = ("pr2", "baxter", "tablet")


def new(name: str, nonce: int) -> RollCall:
    return RollCall(name, TEAM, nonce, fresh=True, remembers=False)


def exchange(calls: dict[str, RollCall], now_s: float) -> None:
    """Everybody says once what there is to say, and everybody hears it."""
    for name, call in calls.items():
        here = call.calls(now_s)
        if here is not None:
            for other in calls.values():
                other.hear(name, here)


def test_when_all_are_new_and_hear_each_other_they_begin_at_once() -> None:
    calls = {name: new(name, number) for number, name in enumerate(TEAM)}
    exchange(calls, 0.0)
    exchange(calls, 0.1)
    assert [call.verdict for call in calls.values()] == ["first"] * 3


def test_who_is_alone_waits_and_knows_for_whom() -> None:
    call = new("pr2", 1)
    call.hear("tablet", Here(7, True))
    assert call.verdict is None
    assert call.missing == ["baxter"]


def test_a_team_of_one_begins() -> None:
    assert RollCall("pr2", ("pr2",), 1, fresh=True, remembers=False).verdict == "first"


def test_who_remembers_waits_for_nobody() -> None:
    assert RollCall("pr2", TEAM, 1, fresh=False, remembers=True).verdict == "remembers"


def test_who_lost_its_memory_never_counts_as_new() -> None:
    calls = {name: new(name, number) for number, name in enumerate(TEAM)}
    calls["pr2"] = RollCall("pr2", TEAM, 0, fresh=False, remembers=False)
    for tenth in range(30):
        exchange(calls, tenth / 10)
    assert [call.verdict for call in calls.values()] == ["joins"] * 3


def test_a_new_process_of_a_team_that_has_begun_joins() -> None:
    calls = {name: new(name, number) for number, name in enumerate(TEAM)}
    exchange(calls, 0.0)
    exchange(calls, 0.1)
    calls["pr2"] = new("pr2", 99)
    for tenth in range(2, 10):
        exchange(calls, tenth / 10)
    assert calls["pr2"].verdict == "joins"


def test_strangers_are_not_heard() -> None:
    call = new("pr2", 1)
    call.hear("ann", Here(1, False, True))
    assert call.verdict is None


def first(name: str, nonce: int) -> RollCall:
    return RollCall(name, TEAM, nonce, fresh=True, remembers=False, first=True)


def listen(calls: dict[str, RollCall], from_s: float) -> None:
    for tenth in range(11):
        exchange(calls, from_s + tenth / 10)


def test_first_begins_alone_after_listening_but_not_when_the_disk_is_damaged() -> None:
    fresh = first("pr2", 1)
    lost = RollCall("pr2", TEAM, 1, fresh=False, remembers=False, first=True)
    exchange({"pr2": fresh}, 0.0)
    assert (fresh.verdict, lost.verdict) == (None, "joins")
    listen({"pr2": fresh}, 0.0)
    assert fresh.verdict == "first"


def test_two_may_be_told_first_one_after_the_other() -> None:
    calls = {"pr2": first("pr2", 1)}
    listen(calls, 0.0)
    calls["tablet"] = first("tablet", 2)
    listen(calls, 5.0)
    assert [call.verdict for call in calls.values()] == ["first", "first"]


@pytest.mark.parametrize("alone", [False, True])
def test_who_is_told_first_once_more_joins_whoever_has_met_it(alone: bool) -> None:
    """Its file says so at each start, and its disk does not outlive it."""
    calls = {"pr2": first("pr2", 1), "tablet": first("tablet", 2)}
    listen({"pr2": calls["pr2"]} if alone else calls, 0.0)
    listen(calls, 2.0)
    calls["tablet"] = first("tablet", 3)
    listen(calls, 5.0)
    assert [call.verdict for call in calls.values()] == ["first", "joins"]


def test_who_is_told_first_joins_whoever_remembers() -> None:
    calls = {"pr2": first("pr2", 1)}
    calls["baxter"] = RollCall("baxter", TEAM, 2, fresh=False, remembers=True)
    listen(calls, 0.0)
    assert calls["pr2"].verdict == "joins"


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_nobody_begins_as_new_beside_one_who_has_begun_with_an_earlier_life_of_it(
    data: st.DataObject,
) -> None:
    """Whatever is lost, and whoever comes back with an empty disk."""
    calls = {name: new(name, number) for number, name in enumerate(TEAM)}
    nonces = {name: number for number, name in enumerate(TEAM)}
    begun: set[tuple[str, int]] = set()
    for step in range(data.draw(st.integers(1, 25))):
        name = data.draw(st.sampled_from(TEAM))
        if data.draw(st.integers(0, 7)) == 7:
            nonces[name] = 100 + step
            calls[name] = new(name, nonces[name])
            continue
        here = calls[name].calls(float(step))
        for other in TEAM:
            if here is not None and data.draw(st.booleans()):
                calls[other].hear(name, here)
        for each, call in calls.items():
            if call.verdict != "first" or (each, nonces[each]) in begun:
                continue
            begun.add((each, nonces[each]))
            for peer, theirs in calls.items():
                if peer != each and theirs.verdict == "first":
                    assert theirs.counted[each] == nonces[each]
