from __future__ import annotations

from cotree.runtime.gauge import RECENT, Gauge


def test_it_counts_ticks_that_take_longer_than_there_is_time() -> None:
    gauge = Gauge(0.05)
    for took_s in (0.01, 0.06, 0.05):
        gauge.take(took_s)
    assert (gauge.ticks, gauge.overruns, gauge.longest_s) == (3, 1, 0.06)


def test_the_longest_is_one_of_the_last_ones() -> None:
    gauge = Gauge(0.05)
    gauge.take(0.9)
    for _ in range(RECENT):
        gauge.take(0.01)
    assert gauge.longest_s == 0.01


def test_nothing_was_long_before_the_first_tick() -> None:
    assert Gauge(0.05).longest_s == 0.0
