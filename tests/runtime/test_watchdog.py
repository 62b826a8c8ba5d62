from __future__ import annotations

import threading

import pytest

from cotree.runtime.watchdog import SlowTick, Watchdog
from tests.runtime.fakes import FakeTime


class Leaf:
    path = "task/think hard"

    def tick(self, wait: threading.Event) -> bool:
        return deep(wait)


def deep(wait: threading.Event) -> bool:
    return wait.wait()


def test_a_tick_in_time_is_not_reported() -> None:
    time, reports = FakeTime(), list[SlowTick]()
    dog = Watchdog(0.05, reports.append, time.read)
    assert dog.check() is None
    dog.begin()
    time.now_s += 0.09
    assert dog.check() is None
    dog.end()
    time.now_s += 9.0
    assert dog.check() is None
    assert reports == []


def test_a_slow_tick_is_reported_once() -> None:
    time, reports = FakeTime(), list[SlowTick]()
    dog = Watchdog(0.05, reports.append, time.read)
    dog.begin()
    time.now_s += 0.11
    slow = dog.check()
    assert slow is not None
    assert slow.for_s == pytest.approx(0.11)
    assert "test_a_slow_tick_is_reported_once" in slow.stack
    assert dog.check() is None
    dog.begin()
    time.now_s += 0.2
    dog.check()
    assert (dog.bites, len(reports)) == (2, 2)


def test_without_a_behaviour_on_the_stack_it_is_the_engine() -> None:
    assert str(SlowTick("", 0.5, "")) == "the engine holds up the tick for 0.500 s already"
    assert str(SlowTick("task/a", 0.5, "")).startswith("task/a holds up")


@pytest.mark.real
def test_the_thread_names_the_leaf_that_a_tick_hangs_in() -> None:
    caught = threading.Event()
    reports: list[SlowTick] = []

    def report(slow: SlowTick) -> None:
        reports.append(slow)
        caught.set()

    with Watchdog(0.001, report) as dog:
        dog.begin()
        assert Leaf().tick(caught)
        dog.end()
    assert reports[0].path == "task/think hard"
    assert "in deep" in reports[0].stack
    assert reports[0].stack.splitlines()[0].endswith("in tick")
