from __future__ import annotations

import math

import pytest

from cotree.runtime.clock import Clock, Pacer, read_s
from tests.runtime.fakes import FakeTime


def a_clock(speed: float = 1.0) -> tuple[Clock, FakeTime]:
    time = FakeTime()
    return Clock(speed, time.read, time.sleep), time


def test_mission_time_starts_at_zero_and_never_goes_back() -> None:
    assert read_s() <= read_s()
    clock, time = a_clock()
    assert clock.now_s() == 0.0
    time.now_s += 3.0
    assert clock.now_s() == 3.0


def test_a_fast_clock_sleeps_less() -> None:
    clock, time = a_clock(speed=10.0)
    clock.wait_until(5.0)
    assert time.slept == [0.5]
    assert clock.now_s() == pytest.approx(5.0)
    clock.wait_until(4.0)
    assert len(time.slept) == 1


def test_a_clock_can_start_again_and_skip_ahead() -> None:
    clock, time = a_clock()
    time.now_s += 3.0
    clock.restart()
    assert clock.now_s() == 0.0
    clock.skip(7.0)
    assert clock.now_s() == 7.0
    clock.skip(5.0)
    assert clock.now_s() == 7.0


def test_a_pacer_shows_the_time_in_small_steps() -> None:
    clock, time = a_clock(speed=10.0)
    shown: list[float] = []

    def show(now_s: float) -> bool:
        shown.append(now_s)
        return False

    assert Pacer(clock, show)(2.0) == 2.0
    assert shown == pytest.approx([0.0, 0.5, 1.0, 1.5])
    assert sum(time.slept) == pytest.approx(0.2)


def test_a_pacer_cuts_a_long_silence_short() -> None:
    clock, time = a_clock(speed=10.0)
    Pacer(clock, lambda now_s: False)(1000.0)
    assert sum(time.slept) == pytest.approx(Pacer.SILENCE_S)


def test_a_pacer_can_keep_every_silence() -> None:
    clock, time = a_clock(speed=10.0)
    Pacer(clock, lambda now_s: False, math.inf)(1000.0)
    assert sum(time.slept) == pytest.approx(100.0)


def test_a_pacer_shows_no_more_than_people_can_see() -> None:
    clock, _ = a_clock(speed=10.0)
    shown: list[float] = []

    def show(now_s: float) -> bool:
        shown.append(now_s)
        return False

    pace = Pacer(clock, show)
    for n in range(1, 101):
        pace(n / 100)
    assert shown == pytest.approx([0.0, 0.5])


def test_a_pacer_that_is_interrupted_says_what_time_it_is() -> None:
    clock, _ = a_clock(speed=10.0)
    assert Pacer(clock, lambda now_s: now_s > 0.9)(2.0) == pytest.approx(1.0)
