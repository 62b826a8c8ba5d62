"""What is seen is told now and then, each thing as it was seen last."""

from __future__ import annotations

from cotree.core.actions import Event, FactSeen, GraspSeen, GripperSeen, HandSeen, ObjectSeen
from cotree.core.actions import RobotSeen as Robot
from cotree.runtime.telling.glimpses import AGAIN_S, EVERY_S, MOST, SOME, Glimpses

HERE, THERE = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)


def test_only_the_newest_of_each_thing_is_told() -> None:
    glimpses = Glimpses("pr2")
    glimpses.see((Robot("pr2", HERE), ObjectSeen("cup", HERE)))
    glimpses.see((Robot("pr2", THERE), FactSeen("door", "open")))
    assert glimpses.due(EVERY_S - 0.01) == ()
    assert glimpses.due(EVERY_S) == (
        Robot("pr2", THERE), ObjectSeen("cup", HERE), FactSeen("door", "open")
    )  # fmt: skip
    assert glimpses.due(2 * EVERY_S) == ()


def test_where_others_are_they_tell_themselves() -> None:
    glimpses = Glimpses("pr2")
    other: tuple[Event, ...] = (
        Robot("baxter", HERE), GripperSeen("baxter", "left", HERE), GraspSeen("pr2", "cup", 50.0)
    )  # fmt: skip
    glimpses.see(other)
    assert glimpses.due(EVERY_S) == ()


def test_what_is_seen_again_is_no_news_but_told_again_after_a_while() -> None:
    glimpses = Glimpses("pr2")
    for t in range(5):
        glimpses.see((ObjectSeen("cup", HERE), HandSeen("ann", HERE, float(t))))
        assert len(glimpses.due(EVERY_S * (t + 1))) == (2 if t == 0 else 0)
    assert glimpses.due(AGAIN_S) == (ObjectSeen("cup", HERE), HandSeen("ann", HERE, 0.0))


def test_it_is_bounded() -> None:
    glimpses = Glimpses("pr2")
    glimpses.see(tuple(ObjectSeen(str(n), HERE) for n in range(MOST + 50)))
    counts = []
    for turn in range(1, 15):
        counts.append(len(glimpses.due(turn * EVERY_S)))
    assert counts == [SOME] * (MOST // SOME) + [0] * (14 - MOST // SOME)
