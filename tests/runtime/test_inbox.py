from __future__ import annotations

from cotree.core.actions import Ended, Event, FactSeen, ObjectSeen, RobotSeen
from cotree.runtime.inbox import Inbox, key_of


def at(x: float) -> tuple[float, float, float]:
    return (x, 0.0, 0.0)


def test_events_come_out_once_and_in_order() -> None:
    inbox = Inbox()
    inbox.put([FactSeen("a", 1)])
    inbox.put([FactSeen("b", 2), FactSeen("a", 3)])
    assert len(inbox) == 3
    assert inbox.drain() == (FactSeen("a", 1), FactSeen("b", 2), FactSeen("a", 3))
    assert inbox.drain() == ()


def test_an_overflow_keeps_the_newest_of_each_key_in_order_and_counts_the_others() -> None:
    inbox = Inbox(limit=4)
    inbox.put([RobotSeen("r", at(1)), Ended("1"), ObjectSeen("cup", at(0)), RobotSeen("r", at(2))])
    assert inbox.dropped == 0
    inbox.put([RobotSeen("r", at(3))])
    assert inbox.dropped == 2
    assert inbox.drain() == (Ended("1"), ObjectSeen("cup", at(0)), RobotSeen("r", at(3)))


def test_outcomes_are_never_dropped() -> None:
    inbox = Inbox(limit=2)
    outcomes = tuple(Ended(str(i)) for i in range(10))
    inbox.put(outcomes)
    assert inbox.drain() == outcomes
    assert inbox.dropped == 0


def test_different_kinds_with_one_name_are_different_keys() -> None:
    events: list[Event] = [
        RobotSeen("x", at(0)),
        ObjectSeen("x", at(0)),
        FactSeen("x", 0),
        Ended("x"),
    ]
    assert len({key_of(event) for event in events}) == 4
