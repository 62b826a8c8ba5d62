"""Alarms ring once, at the last time that was said."""

from __future__ import annotations

from cotree.core.alarms import Alarms


def test_they_ring_in_order_and_once() -> None:
    alarms: Alarms[str] = Alarms()
    for name, time_s in (("c", 3.0), ("a", 1.0), ("b", 2.0)):
        alarms.set(name, time_s)
    assert alarms.next_s() == 1.0
    assert alarms.due(2.0) == ["a", "b"]
    assert alarms.due(2.0) == []
    assert alarms.next_s() == 3.0


def test_equal_times_ring_in_the_order_they_were_set() -> None:
    alarms: Alarms[str] = Alarms()
    for name in "bca":
        alarms.set(name, 1.0)
    assert alarms.due(1.0) == ["b", "c", "a"]


def test_a_new_time_replaces_the_old_one_and_a_cleared_one_does_not_ring() -> None:
    alarms: Alarms[str] = Alarms()
    alarms.set("a", 1.0)
    alarms.set("b", 2.0)
    alarms.set("a", 9.0)
    alarms.clear("b")
    alarms.clear("nobody")
    assert alarms.next_s() == 9.0
    assert alarms.due(5.0) == []
    assert len(alarms) == 1


def test_nobody_sleeping_means_no_time() -> None:
    assert Alarms().next_s() is None


def test_old_alarms_do_not_pile_up() -> None:
    alarms: Alarms[str] = Alarms()
    for i in range(1000):
        alarms.set("a", float(i))
    assert len(alarms._heap) <= 20
    assert alarms.due(999.0) == ["a"]
