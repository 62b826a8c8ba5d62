"""When a process whose task is over may go."""

from __future__ import annotations

from cotree.runtime.process.leaving import HOLDS, MOST_HOLDS, Leaving
from cotree.team.messages import Letter


def letter(sender: str, *digests: int) -> Letter:
    return Letter(1, "tea", "abc", sender, 1, 1, 1, digests=digests)


def test_who_has_heard_nobody_goes_at_once() -> None:
    assert Leaving("pr2", 2.0).over(1.0, over=True)


def test_it_stays_for_two_leases_and_goes_when_all_know_the_same() -> None:
    leaving = Leaving("pr2", 2.0)
    leaving.said([letter("pr2", 5)])
    leaving.heard([letter("baxter", 5)], 1.0)
    assert not leaving.over(1.0, over=True)
    assert not leaving.over(1.0 + 2 * HOLDS - 0.1, over=True)
    leaving.heard([letter("baxter", 5)], 4.9)
    assert leaving.over(1.0 + 2 * HOLDS, over=True)


def test_it_stays_longer_for_a_peer_that_does_not_know_yet_but_not_for_ever() -> None:
    leaving = Leaving("pr2", 2.0)
    leaving.said([letter("pr2", 5)])
    now_s = 0.0
    while now_s < 2 * MOST_HOLDS:
        leaving.heard([letter("baxter", 4)], now_s)
        assert not leaving.over(now_s, over=True)
        now_s += 0.5
    assert leaving.over(now_s, over=True)


def test_a_peer_that_has_gone_or_is_silent_is_not_waited_for() -> None:
    leaving = Leaving("pr2", 2.0)
    leaving.said([letter("pr2", 5)])
    leaving.heard([letter("baxter", 4), letter("tablet", 4)], 0.0)
    leaving.over(0.0, over=True)
    leaving.gone("tablet")
    assert not leaving.over(4.0, over=True)
    assert leaving.over(4.1, over=True)


def test_what_is_taken_back_begins_the_wait_anew() -> None:
    leaving = Leaving("pr2", 2.0)
    leaving.heard([letter("baxter")], 0.0)
    leaving.over(0.0, over=True)
    leaving.over(3.0, over=False)
    assert not leaving.over(4.5, over=True)


def test_who_shall_stay_stays() -> None:
    assert not Leaving("pr2", 2.0, stay=True).over(100.0, over=True)
