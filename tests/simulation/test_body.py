from __future__ import annotations

import pytest

from cotree.core.actions import (
    Action,
    Begin,
    Drive,
    Ended,
    Event,
    FactSeen,
    Grasp,
    Halt,
    ObjectSeen,
    Pause,
    Perform,
    Release,
    RobotSeen,
)
from cotree.core.mission import Chance, ResourceModel, RobotModel
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.simulation.body import KinematicBody

HERE = (0.0, 0.0, 0.0)
THERE = (5.0, 0.0, 0.0)
PR2 = RobotModel(
    "pr2",
    (
        ResourceModel("base", "base"),
        ResourceModel("left", "gripper"),
        ResourceModel("right", "gripper"),
    ),
)


def a_body(chance: Chance | None = None) -> KinematicBody:
    body = KinematicBody({"pr2": (PR2, HERE)}, {"cup": HERE, "tea": HERE}, chance)
    body.advance(0.0)
    return body


def begin(body: KinematicBody, action: Action, now_s: float = 0.0, id_: str = "1") -> None:
    body.command(Begin(id_, "pr2", action), now_s)


def halt(body: KinematicBody, how: Stop, now_s: float, id_: str = "1") -> None:
    body.command(Halt(id_, "pr2", how), now_s)


def code(events: list[Event]) -> str | None:
    ended = events[-1]
    assert isinstance(ended, Ended)
    assert isinstance(ended.reason, Reason)
    return ended.reason.code


def test_a_new_body_tells_where_everything_is() -> None:
    body = KinematicBody({"pr2": (PR2, HERE)}, {"cup": THERE})
    assert body.next_event_s() == 0.0
    assert body.advance(0.0) == [RobotSeen("pr2", HERE), ObjectSeen("cup", THERE)]
    assert body.next_event_s() is None


def test_a_drive_is_seen_to_begin_and_to_end() -> None:
    body = a_body()
    begin(body, Drive(THERE))
    assert body.advance(0.0) == [RobotSeen("pr2", HERE, moving=True)]
    assert body.next_event_s() == 13.0
    assert body.advance(12.9) == []
    assert body.where("pr2", 8.0) == pytest.approx((2.5, 0.0, 0.0))
    assert body.advance(13.0) == [RobotSeen("pr2", THERE), Ended("1")]


def test_two_hands_work_at_the_same_time_and_objects_come_along() -> None:
    body = a_body()
    begin(body, Grasp("cup", "left"), id_="1")
    begin(body, Grasp("tea", "right"), id_="2")
    assert body.advance(20.0) == [
        ObjectSeen("cup", HERE, ("pr2", "left")),
        Ended("1"),
        ObjectSeen("tea", HERE, ("pr2", "right")),
        Ended("2"),
    ]
    begin(body, Drive(THERE), 20.0, "3")
    assert body.advance(33.0)[1:] == [
        RobotSeen("pr2", THERE),
        ObjectSeen("cup", THERE, ("pr2", "left")),
        ObjectSeen("tea", THERE, ("pr2", "right")),
        Ended("3"),
    ]
    begin(body, Release("cup", "left", THERE), 33.0, "4")
    assert body.advance(53.0) == [ObjectSeen("cup", THERE), Ended("4")]
    assert body.physics_errors == []


def test_pauses_and_performances_end_after_their_own_time() -> None:
    body = a_body()
    begin(body, Pause(2.0), id_="1")
    begin(body, Perform("wave", 1.0), id_="2")
    assert body.advance(9.0) == [Ended("2"), Ended("1")]


def test_what_is_impossible_ends_at_once_and_is_noted_as_a_physics_error() -> None:
    body = a_body()
    begin(body, Release("cup", "left", HERE), 4.0)
    assert body.next_event_s() == 4.0
    assert code(body.advance(4.0)) == "not_held"
    assert body.physics_errors == ["4 s: 1: left does not hold cup; it holds nothing"]


def test_an_id_names_one_execution_only() -> None:
    body = a_body()
    begin(body, Pause(1.0))
    begin(body, Pause(1.0))
    assert code(body.advance(0.0)) == "begun_twice"


def test_an_unknown_robot_is_an_error_that_names_the_known_ones() -> None:
    body = a_body()
    body.command(Begin("1", "baxter", Pause(1.0)), 0.0)
    assert code(body.advance(0.0)) == "no_robot"
    assert "there is: pr2" in body.physics_errors[0]


def test_a_kill_stops_a_drive_where_it_is() -> None:
    body = a_body()
    begin(body, Drive(THERE))
    body.advance(8.0)
    halt(body, Stop.KILL, 8.0)
    events = body.advance(8.0)
    assert events[0] == RobotSeen("pr2", (2.5, 0.0, 0.0))
    assert code(events) == "halted"
    assert body.next_event_s() is None


@pytest.mark.parametrize("how", [Stop.INTERRUPT, Stop.CANCEL])
def test_a_soft_stop_rolls_out(how: Stop) -> None:
    body = a_body()
    begin(body, Drive(THERE))
    body.advance(8.0)
    halt(body, how, 8.0)
    assert body.next_event_s() == 8.5
    events = body.advance(8.5)
    assert events[0] == RobotSeen("pr2", (2.75, 0.0, 0.0))
    assert code(events) == "halted"


def test_a_kill_overtakes_a_cancel_and_not_the_other_way_round() -> None:
    body = a_body()
    begin(body, Pause(10.0))
    halt(body, Stop.CANCEL, 1.0)
    halt(body, Stop.KILL, 1.1)
    halt(body, Stop.CANCEL, 1.1)
    assert [type(each) for each in body.advance(9.0)] == [Ended]
    assert body.next_event_s() is None


def test_a_halted_grasp_holds_nothing() -> None:
    body = a_body()
    begin(body, Grasp("cup", "left"))
    halt(body, Stop.CANCEL, 19.9)
    assert body.next_event_s() == 20.0
    assert code(body.advance(20.4)) == "halted"
    assert body.world.carriers == {}
    begin(body, Grasp("cup", "left"), 21.0, "2")
    assert body.advance(41.0)[-1] == Ended("2")


def test_every_halt_is_answered_once() -> None:
    body = a_body()
    halt(body, Stop.KILL, 1.0, "never")
    assert code(body.advance(1.0)) == "unknown"
    begin(body, Pause(1.0), 1.0)
    assert body.advance(2.0) == [Ended("1")]
    halt(body, Stop.KILL, 2.0)
    assert body.advance(9.0) == []


def test_a_failure_comes_before_the_end_and_changes_nothing() -> None:
    body = a_body(Chance(failures={"grasp": 1.0}))
    begin(body, Grasp("cup", "left"))
    due_s = body.next_event_s()
    assert due_s is not None
    assert due_s < 20.0
    assert code(body.advance(20.0)) == "slipped"
    assert body.world.carriers == {}
    assert body.physics_errors == []


def test_a_drive_that_fails_stands_where_it_failed() -> None:
    body = a_body(Chance(seed=1, failures={"drive": 1.0}))
    begin(body, Drive(THERE))
    events = body.advance(13.0)
    assert code(events) == "not_reached"
    assert events[1] == RobotSeen("pr2", body.world.robots["pr2"].at)
    assert body.world.robots["pr2"].at != THERE


def test_an_object_that_is_taken_away_meanwhile_is_gone() -> None:
    body = a_body()
    body.happen(5.0, ObjectSeen("cup", THERE))
    body.happen(6.0, FactSeen("door", "open"))
    begin(body, Grasp("cup", "left"))
    assert body.advance(6.0) == [ObjectSeen("cup", THERE), FactSeen("door", "open")]
    assert code(body.advance(20.0)) == "gone"
    assert body.physics_errors == []


def test_the_same_commands_give_the_same_events_in_any_order_of_robots() -> None:
    robots = {"a": (PR2, HERE), "b": (PR2, THERE)}
    chance = Chance(seed=7, noise=0.5)
    first, second = (KinematicBody(robots, {}, chance) for _ in range(2))
    orders = [Begin("a.1", "a", Drive(THERE)), Begin("b.1", "b", Drive(HERE))]
    for order in orders:
        first.command(order, 0.0)
    for order in reversed(orders):
        second.command(order, 0.0)
    ends = [
        sorted((each for each in body.advance(99.0) if isinstance(each, Ended)), key=str)
        for body in (first, second)
    ]
    assert ends[0] == ends[1]
    assert first.next_event_s() is None
