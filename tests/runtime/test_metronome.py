from __future__ import annotations

import pytest

from cotree.runtime.metronome import Metronome


def beats(metronome: Metronome, *ticks: tuple[float, float]) -> None:
    for begin_s, end_s in ticks:
        metronome.begin(begin_s)
        metronome.end(end_s)


def test_ticks_in_time_keep_the_beat() -> None:
    metronome = Metronome(0.1)
    beats(metronome, (0.0, 0.02), (0.1, 0.19), (0.2, 0.21))
    assert metronome.due_s == pytest.approx(0.3)
    assert (metronome.ticks, metronome.overruns, metronome.missed) == (3, 0, 0)


def test_a_slow_tick_loses_the_beats_it_missed_and_nothing_bursts() -> None:
    metronome = Metronome(0.1)
    beats(metronome, (0.0, 0.35))
    assert metronome.due_s == pytest.approx(0.4)
    assert (metronome.overruns, metronome.missed) == (1, 3)


def test_a_tick_that_ends_on_the_beat_has_missed_that_beat() -> None:
    metronome = Metronome(0.1)
    beats(metronome, (0.0, 0.1))
    assert metronome.due_s == pytest.approx(0.2)
    assert metronome.missed == 1


def test_more_than_three_overruns_in_a_row_are_degraded_until_a_tick_is_in_time() -> None:
    metronome = Metronome(0.1)
    for i in range(3):
        beats(metronome, (0.2 * i, 0.2 * i + 0.15))
    assert not metronome.degraded
    beats(metronome, (0.6, 0.75))
    assert metronome.degraded
    beats(metronome, (0.8, 0.81))
    assert not metronome.degraded
    assert metronome.overruns == 4


def test_the_slowest_leaf_of_all_ticks_is_remembered() -> None:
    metronome = Metronome(0.1)
    for leaf in (None, ("task/a", 0.01), ("task/b", 0.03), ("task/a", 0.02), None):
        metronome.noted(leaf)
    assert metronome.slowest == ("task/b", 0.03)


def test_who_takes_more_than_its_budget_is_counted() -> None:
    metronome = Metronome(0.1)
    for leaf in (None, ("task/a", 0.004), ("task/b", 0.006), ("task/b", 0.03)):
        metronome.noted(leaf)
    assert metronome.over_budget == {"task/b": 2}
    beats(metronome, (0.0, 0.019), (0.1, 0.121))
    assert metronome.long_ticks == 1


def test_lateness_is_what_99_of_100_ticks_stayed_below() -> None:
    metronome = Metronome(1.0)
    assert metronome.late_p99_s == 0.0
    for i in range(200):
        late_s = 0.5 if i in (50, 51, 52) else 0.001
        beats(metronome, (i + late_s, i + 0.6))
    assert metronome.late_p99_s == 0.5
    for i in range(200, 500):
        beats(metronome, (i + 0.001, i + 0.6))
    assert metronome.late_p99_s == pytest.approx(0.001)
