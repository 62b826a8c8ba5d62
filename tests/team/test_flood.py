from __future__ import annotations

from cotree.team.flood import BURST, RATE_HZ, Flood
from tests.kit.claims import ONE, Team


def test_a_burst_is_read_and_then_only_so_much_per_second() -> None:
    flood = Flood()
    assert sum(flood.admits("a", 5.0) for _ in range(1000)) == BURST
    assert sum(flood.admits("a", 6.0) for _ in range(1000)) == RATE_HZ
    assert sum(flood.admits("a", 100.0) for _ in range(1000)) == BURST


def test_one_peer_costs_another_nothing() -> None:
    flood = Flood()
    for _ in range(1000):
        flood.admits("a", 5.0)
    assert flood.admits("b", 5.0)


def test_a_clock_that_stands_still_or_goes_back_admits_no_more() -> None:
    flood = Flood()
    for _ in range(1000):
        flood.admits("a", 5.0)
    assert not flood.admits("a", 4.0)
    assert not flood.admits("a", 4.5)


def test_letters_of_a_peer_that_runs_wild_are_dropped_and_counted() -> None:
    team = Team(ONE)
    team["b"].tick(5.0)
    (letter,) = team.collect("b")
    for _ in range(1000):
        team["a"].receive(letter, 5.0)
    assert team["a"].refused_letters == {"flood": 1000 - BURST}
    team["c"].claim(0, 5.0)
    team.deliver(team.collect("c"), 5.0)
    assert team["c"].holds() == [0]
    assert team["a"].refused_letters == {"flood": 1000 - BURST}, "c has done nothing"


def test_letters_for_others_count_nothing() -> None:
    team = Team(ONE)
    team["b"].claim(0, 5.0)
    letter = next(each for each in team.collect("b") if each.claims)
    for _ in range(1000):
        team["a"].receive(letter, 5.0) if "a" not in letter.to else None
    assert team["a"].refused_letters == {}
