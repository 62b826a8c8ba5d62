from __future__ import annotations

from cotree.runtime.crew.takeovers import Takeovers


def test_the_time_counts_from_the_crash() -> None:
    over = Takeovers()
    over.crashed("a", ["cup"], 10.0)
    over.begins("b", "cup", 12.0)
    assert over.found_s == [2.0]


def test_it_counts_from_when_the_other_had_time() -> None:
    over = Takeovers()
    over.crashed("a", ["cup"], 10.0)
    over.free("b", 30.0)
    over.begins("b", "cup", 31.0)
    assert over.found_s == [1.0]


def test_who_goes_on_with_its_own_takes_nothing_over() -> None:
    over = Takeovers()
    over.crashed("a", ["cup"], 10.0)
    over.begins("a", "cup", 11.0)
    over.begins("b", "cup", 12.0)
    assert over.found_s == []
