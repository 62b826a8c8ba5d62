from __future__ import annotations

import pytest

from cotree.runtime.clock import Clock
from cotree.runtime.timeline import RealTime, VirtualTime
from tests.runtime.fakes import FakeTime


def test_virtual_time_jumps_on_its_grid() -> None:
    time = VirtualTime(20.0)
    assert time.next(0.0) == 0.0
    assert time.next(0.0) == 0.05
    assert time.next(7.004) == 7.05
    assert time.next(7.10) == 7.1
    assert time.next(None) is None


def test_virtual_time_does_not_lose_a_tick_to_rounding() -> None:
    time = VirtualTime(20.0)
    assert time.next(0.1 + 0.2) == 0.3


def test_virtual_time_is_paced_and_can_be_interrupted() -> None:
    paced: list[float] = []

    def pace(time_s: float) -> float:
        paced.append(time_s)
        return min(time_s, 3.01)

    time = VirtualTime(20.0, pace)
    assert time.next(1.0) == 1.0
    assert time.next(9.0) == 3.05
    assert paced == [1.0, 9.0]


class Guard:
    def __init__(self) -> None:
        self.heard: list[str] = []

    def begin(self) -> None:
        self.heard.append("begin")

    def end(self) -> None:
        self.heard.append("end")


def test_real_time_starts_when_the_first_tick_is_over() -> None:
    fake, guard = FakeTime(), Guard()
    time = RealTime(10.0, Clock(1.0, fake.read, fake.sleep), guard=guard)
    assert time.next(0.0) == 0.0
    fake.now_s += 2.0  # a first plan takes its time
    time.over()
    assert time.next(None) == pytest.approx(0.1)
    time.over()
    assert guard.heard == ["begin", "end"]
    assert time.metronome.overruns == 0


def test_real_time_skips_what_a_slow_tick_missed() -> None:
    fake = FakeTime()
    time = RealTime(10.0, Clock(1.0, fake.read, fake.sleep))
    time.next(0.0)
    time.over()
    time.next(0.0)
    fake.now_s += 0.25
    time.over()
    assert time.next(0.0) == pytest.approx(0.4)
    assert time.metronome.overruns == 1


def test_the_time_before_a_beat_is_offered_to_whoever_needs_it() -> None:
    fake = FakeTime()
    idle: list[float] = []
    time = RealTime(10.0, Clock(2.0, fake.read, fake.sleep), idle.append)
    time.next(0.0)
    time.over()
    time.next(0.0)
    assert idle == pytest.approx([0.05])
