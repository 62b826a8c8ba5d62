from __future__ import annotations

from cotree.core.actions import Event, FactSeen, HandSeen, ObjectSeen, RobotSeen
from cotree.core.places import Point
from cotree.runtime.senses.handover import HAND_S, THING_S, Handover

HERE: Point = (0.1, 0.2, 0.0)


def hand(t_s: float) -> Event:
    return HandSeen("ann", HERE, t_s)


CUP = ObjectSeen("cup", HERE)


def test_one_camera_follows_a_hand_until_it_loses_it() -> None:
    handover = Handover()
    assert handover.pick("far", 0.0, [hand(0.0)]) == [hand(0.0)]
    assert handover.pick("near", 0.1, [hand(0.1)]) == []
    assert handover.pick("far", 0.2, [hand(0.2)]) == [hand(0.2)]
    late_s = 0.2 + HAND_S + 0.01
    assert handover.pick("near", late_s, [hand(late_s)]) == [hand(late_s)]
    assert handover.pick("far", late_s + 0.1, [hand(late_s + 0.1)]) == []


def test_what_one_camera_sees_no_other_says_is_lost() -> None:
    handover = Handover()
    lost = FactSeen("cup/lost", True)
    handover.pick("far", 0.0, [CUP])
    assert handover.pick("near", 0.5, [lost]) == []
    assert handover.pick("far", 0.5, [lost]) == [lost]
    assert handover.pick("near", 0.1 + THING_S, [lost, CUP]) == [lost, CUP]


def test_what_is_about_nothing_that_can_be_seen_is_not_kept_back() -> None:
    handover = Handover()
    for event in (RobotSeen("pr2", HERE), FactSeen("open", True)):
        assert handover.pick("far", 0.0, [event]) == [event]
        assert handover.pick("near", 0.0, [event]) == [event]
