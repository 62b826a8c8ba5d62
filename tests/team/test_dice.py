from __future__ import annotations

from cotree.team.dice import Dice


def test_the_same_seed_shows_the_same() -> None:
    first, second = Dice(3), Dice(3)
    assert [first.bits() for _ in range(5)] == [second.bits() for _ in range(5)]


def test_neighbouring_seeds_show_something_else() -> None:
    assert Dice(3).bits() != Dice(4).bits()


def test_numbers_stay_in_their_range_and_fill_it() -> None:
    dice = Dice(1)
    some = [dice.between(2.0, 3.0) for _ in range(1000)]
    assert 2.0 <= min(some) < 2.05
    assert 2.95 < max(some) < 3.0
    assert {dice.below(3) for _ in range(100)} == {0, 1, 2}


def test_a_shuffle_loses_nothing() -> None:
    assert sorted(Dice(9).shuffled(range(10))) == list(range(10))
