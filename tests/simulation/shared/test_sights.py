"""What several processes know of one world: the same, whatever is lost, doubled or late."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.actions import FactSeen, HandSeen, ObjectSeen
from cotree.runtime.process.names import Unfit
from cotree.runtime.process.telegrams import REPEAT_S, Noted, Seen
from cotree.simulation.shared.sights import MOST_KEPT, Sights, on_clock


def started(name: str) -> Sights:
    sights = Sights(name)
    for each in ("cup", "jug"):
        sights.mine(ObjectSeen(each, (0.0, 0.0, 0.0)))
    sights.opening = False
    return sights


def test_only_what_has_changed_is_told_and_everything_again_after_a_while() -> None:
    sights = started("pr2")
    sights.telling(0.0)
    assert sights.telling(0.1) == []
    cup = ObjectSeen("cup", (1.0, 0.0, 0.0))
    assert sights.mine(cup)
    told = [Seen((Noted(cup, 1, "pr2"),), 0.2)]
    assert sights.telling(0.2) == told
    assert sights.telling(0.3) == []
    assert sights.telling(REPEAT_S)[0].noted == told[0].noted


def test_what_a_dead_process_has_told_is_told_on() -> None:
    one, other = started("pr2"), started("baxter")
    one.mine(ObjectSeen("cup", (1.0, 0.0, 0.0), ("pr2", "left")))
    other.hear(one.telling(0.0)[0].noted)
    late = started("late")
    assert late.hear(other.telling(5.0)[0].noted) == [
        ObjectSeen("cup", (1.0, 0.0, 0.0), ("pr2", "left"))
    ]


moves_ = st.lists(st.tuples(st.integers(0, 2), st.sampled_from(["cup", "jug"])), max_size=12)


@given(moves_, st.randoms())
def test_in_whatever_order_it_is_heard_all_know_the_same(
    moves: list[tuple[int, str]], dice: random.Random
) -> None:
    robots = [started(name) for name in ("a", "b", "c")]
    said: list[Noted] = []
    for number, (who, what) in enumerate(moves):
        robots[who].mine(ObjectSeen(what, (float(number), 0.0, 0.0)))
        for seen in robots[who].telling(0.0, all_=True):
            said += seen.noted
        if said and dice.random() < 0.5:
            robots[dice.randrange(3)].hear([dice.choice(said)])
    for robot in robots:
        some = said + said
        dice.shuffle(some)
        robot.hear(some)
    found = [sorted(map(repr, robot.all())) for robot in robots]
    assert found[0] == found[1] == found[2]


def test_facts_that_change_by_themselves_change_once_for_all() -> None:
    one, late = Sights("one"), Sights("late")
    for sights in (one, late):
        sights.mine(FactSeen("door", "shut"))
        sights.opening = False
    one.mine(FactSeen("door", "open"))
    one.mine(FactSeen("door", "shut"))
    late.hear(one.telling(0.0)[0].noted)
    assert not late.mine(FactSeen("door", "open")), "this is long over"
    assert not late.mine(FactSeen("door", "shut"))
    assert late.mine(FactSeen("door", "ajar"))


def test_hands_are_told_by_their_own_process_only_and_timed_by_who_hears() -> None:
    ann, pr2 = started("ann"), started("pr2")
    ann.mine(HandSeen("ann", (0.0, 0.0, 0.0), 9.9))
    (seen,) = ann.telling(10.0)
    (noted,) = on_clock(seen.noted, seen.sent_s, 50.0)
    assert isinstance(noted.sight, HandSeen)
    assert abs(noted.sight.t_s - 49.9) < 1e-9
    pr2.hear([noted])
    assert pr2.all() == []


def test_who_tells_ever_more_fills_nobodys_memory() -> None:
    sights = Sights("pr2", ("pr2", "baxter", "ann"))
    sights.opening = False
    for number in range(4000):
        sights.hear([Noted(FactSeen(f"n{number:04}", "x" * 1000), 1, "baxter")], "baxter")
    some = sights.all()
    assert 1000 < len(some) <= MOST_KEPT / 1000
    with pytest.raises(Unfit, match="tells more facts than"):
        sights.check("baxter")
    sights.check("baxter")
    assert sights.hear([Noted(FactSeen("n0000", "y"), 2, "baxter")], "baxter")
    assert sights.hear([Noted(FactSeen("other", "y"), 2, "baxter")], "baxter")
    assert sights.hear([Noted(FactSeen("ann says", "y" * 1000), 2, "ann")], "ann")
    sights.check("ann")
