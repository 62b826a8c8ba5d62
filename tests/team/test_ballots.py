from __future__ import annotations

from cotree.team.ballots import JUMP, Lamport


def test_a_ballot_is_above_everything_seen() -> None:
    clock = Lamport()
    clock.saw(41)
    assert clock.ballot("a") == (42, "a")
    assert clock.ballot("a") > (42, "z")


def test_a_counter_never_falls_back() -> None:
    clock = Lamport(7)
    clock.saw(3)
    assert clock.counter == 7


def test_a_counter_far_ahead_is_not_believed() -> None:
    assert Lamport(5).sane(5 + JUMP)
    assert not Lamport(5).sane(6 + JUMP)
    assert not Lamport(5).sane(-1)
