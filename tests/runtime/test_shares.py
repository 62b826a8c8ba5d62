from __future__ import annotations

import pytest

from cotree.core.actions import Begin, Carry, GripperSeen, ObjectSeen, RobotSeen
from cotree.core.changes import ClaimChange, NodeState
from cotree.runtime.messages import Born
from cotree.runtime.shares import Share

S = NodeState


@pytest.fixture
def share() -> Share:
    share = Share("ann")
    share.born(Born(0.0, "ann", 1, 0.0, True))
    return share


def test_work_is_counted_once_however_much_of_it_goes_on(share: Share) -> None:
    share.seen(2.0)
    share.turn("task/a", S.WAITING, S.RUNNING, 2.0)
    share.turn("task/b", S.WAITING, S.RUNNING, 2.0)
    share.seen(5.0)
    share.turn("task/a", S.RUNNING, S.DONE, 5.0)
    share.seen(6.0)
    share.turn("task/b", S.RUNNING, S.STOPPING, 6.0)
    share.seen(7.0)
    share.turn("task/b", S.STOPPING, S.WAITING, 7.0)
    share.seen(10.0)
    assert (share.worked_s, share.waited_s) == (5.0, 5.0)
    assert share.starts == [(2.0, "task/a"), (2.0, "task/b")]


def test_the_dead_neither_work_nor_wait(share: Share) -> None:
    share.turn("task/a", S.WAITING, S.RUNNING, 0.0)
    share.seen(4.0)
    share.born(Born(10.0, "ann", 2, 0.0))
    share.seen(11.0)
    assert (share.worked_s, share.waited_s, share.lives) == (4.0, 1.0, 2)


def test_going_on_is_no_new_start(share: Share) -> None:
    share.turn("task/a", S.WAITING, S.RUNNING, 1.0)
    share.turn("task/a", S.RUNNING, S.STOPPING, 2.0)
    share.turn("task/a", S.STOPPING, S.RUNNING, 3.0)
    assert len(share.starts) == 1


def test_claims_are_counted_and_what_is_finished_is_named(share: Share) -> None:
    for word, why in (("asked", ""), ("denied", "held"), ("asked", ""), ("won", "")):
        share.claim(ClaimChange("task/a", word, why=why))  # type: ignore[arg-type]
    share.claim(ClaimChange("task/a", "released", why="not needed"))
    assert (share.asked, share.denied, share.pieces) == (2, 1, [])
    share.claim(ClaimChange("task/a", "released", why="done"))
    assert share.pieces == ["task/a"]


def test_a_base_goes_where_it_is_seen(share: Share) -> None:
    for at in ((0.0, 0.0, 0.0), (3.0, 4.0, 0.0), (3.0, 4.0, 0.0), (0.0, 4.0, 0.0)):
        share.perceives(RobotSeen("ann", at))
    share.perceives(RobotSeen("bob", (50.0, 0.0, 0.0)))
    assert share.distance_m == 8.0


def test_a_gripper_goes_to_the_object_and_then_where_it_is_put(share: Share) -> None:
    share.perceives(GripperSeen("ann", "left", (0.0, 0.0, 0.0)))
    share.perceives(ObjectSeen("cup", (2.0, 0.0, 0.0)))
    share.orders(Begin("1", "ann", Carry("cup", "left", (2.0, 1.0, 0.0))))
    share.perceives(GripperSeen("ann", "left", (2.0, 1.0, 0.0)))
    assert share.distance_m == 3.0
