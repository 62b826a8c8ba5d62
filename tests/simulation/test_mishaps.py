"""What befalls robots and ways in the kinematic world."""

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
)
from cotree.core.disturbances import Misfortune
from cotree.core.mission import ResourceModel, RobotModel
from cotree.core.stopping import Stop
from cotree.simulation.body import KinematicBody

HOME, SHELF, DESK = (0.0, 0.0, 0.0), (6.0, 0.0, 0.0), (6.0, 6.0, 0.0)
PLACES = {"home": HOME, "shelf": SHELF, "desk": DESK}
MODEL = RobotModel("r", (ResourceModel("base", "base"), ResourceModel("hand", "gripper")))


def world(*befalls: Misfortune) -> KinematicBody:
    robots = {"a": (MODEL, HOME), "b": (MODEL, SHELF)}
    body = KinematicBody(robots, {"cup": HOME}, reach_m=0.3, places=PLACES)
    for each in befalls:
        body.befall(each)
    body.advance(0.0)
    return body


def begin(body: KinematicBody, action: Action, now_s: float = 0.0, robot: str = "a") -> None:
    body.command(Begin(f"{robot}.{action}", robot, action), now_s)


def ends(events: list[Event]) -> list[str]:
    """How actions ended: ``done``, or the code."""
    return [
        "done" if event.reason is None else event.reason.code
        for event in events
        if isinstance(event, Ended)
    ]


def facts(events: list[Event]) -> dict[str, object]:
    return {event.name: event.value for event in events if isinstance(event, FactSeen)}


@pytest.mark.parametrize(
    ("what", "code", "fact"), [("falls", "fallen", "a/upright"), ("breaks", "broken", "a/healthy")]
)
def test_a_robot_that_falls_or_breaks_ends_what_it_does_where_it_is(
    what: str, code: str, fact: str
) -> None:
    body = world(Misfortune(9.0, what, "a"))  # type: ignore[arg-type]
    begin(body, Drive(SHELF))
    begin(body, Perform("sing", 60.0))
    begin(body, Drive(DESK), robot="b")
    events = body.advance(9.0)
    assert ends(events) == [code, code]
    assert facts(events) == {fact: False}
    assert body.where("a", 9.0) == pytest.approx((3.0, 0.0, 0.0))
    assert ends(body.advance(100.0)) == ["done"], "the other robot is disturbed"


def test_a_fallen_robot_can_only_recover_and_then_stands() -> None:
    body = world(Misfortune(1.0, "falls", "a"))
    body.advance(1.0)
    begin(body, Drive(SHELF), 1.0)
    assert ends(body.advance(1.0)) == ["fallen"]
    begin(body, Perform("recover", 5.0), 2.0)
    events = body.advance(7.0)
    assert facts(events) == {"a/upright": True}
    assert ends(events) == ["done"]
    assert isinstance(events[-1], Ended), "it is seen upright before the action is over"
    begin(body, Grasp("cup", "hand"), 8.0)
    assert ends(body.advance(60.0)) == ["done"]


def test_a_recovery_that_is_halted_leaves_it_down() -> None:
    body = world(Misfortune(1.0, "falls", "a"))
    body.advance(1.0)
    body.command(Begin("x", "a", Perform("recover", 5.0)), 1.0)
    body.command(Halt("x", "a", Stop.KILL), 2.0)
    assert ends(body.advance(3.0)) == ["halted"]
    begin(body, Drive(SHELF), 4.0)
    assert ends(body.advance(4.0)) == ["fallen"]


def test_a_broken_robot_begins_nothing_but_to_wait_until_it_is_mended() -> None:
    body = world(Misfortune(1.0, "breaks", "a"), Misfortune(9.0, "mends", "a"))
    body.advance(1.0)
    begin(body, Perform("recover", 1.0), 1.0)
    begin(body, Pause(2.0), 1.0)
    assert ends(body.advance(5.0)) == ["broken", "done"]
    assert facts(body.advance(9.0)) == {"a/healthy": True}
    begin(body, Drive(SHELF), 9.0)
    assert ends(body.advance(60.0)) == ["done"]


def test_what_is_refused_for_a_disturbance_is_nobodys_mistake() -> None:
    body = world(Misfortune(1.0, "breaks", "a"))
    body.advance(1.0)
    begin(body, Drive(SHELF), 1.0)
    body.advance(2.0)
    assert body.physics_errors == []


def test_what_is_lost_lies_where_the_robot_is() -> None:
    body = world(Misfortune(29.0, "loses", "a", "cup"), Misfortune(29.0, "loses", "b", "cup"))
    begin(body, Grasp("cup", "hand"))
    body.advance(20.0)
    begin(body, Drive(SHELF), 20.0)
    events = body.advance(29.0)
    (lost,) = (event for event in events if isinstance(event, ObjectSeen))
    assert lost == ObjectSeen("cup", (3.0, 0.0, 0.0))
    body.advance(40.0)
    assert body.world.objects["cup"] == (3.0, 0.0, 0.0), "it is carried on"


def test_nobody_loses_what_nobody_holds() -> None:
    body = world(Misfortune(1.0, "loses", "a", "cup"))
    assert body.advance(2.0) == []


# -- ways ----------------------------------------------------------------------------------------


def test_a_drive_along_a_blocked_way_ends_where_it_is() -> None:
    body = world(Misfortune(9.0, "blocks", way=("home", "shelf")))
    begin(body, Drive(SHELF))
    events = body.advance(9.0)
    assert ends(events) == ["blocked"]
    assert facts(events) == {"blocked/home-shelf": True}
    (ended,) = (event for event in events if isinstance(event, Ended))
    assert ended.reason is not None
    assert ended.reason.data == {"way": "home-shelf"}
    assert body.world.robots["a"].at == pytest.approx((3.0, 0.0, 0.0))


def test_who_stands_on_it_can_turn_back_and_cannot_go_on() -> None:
    body = world(Misfortune(9.0, "blocks", way=("home", "shelf")))
    begin(body, Drive(SHELF))
    body.advance(9.0)
    body.command(Begin("on", "a", Drive(SHELF)), 9.0)
    assert ends(body.advance(9.0)) == ["blocked"]
    body.command(Begin("back", "a", Drive(HOME)), 9.0)
    assert ends(body.advance(60.0)) == ["done"]


@pytest.mark.parametrize(("robot", "to", "code"), [("a", SHELF, "blocked"), ("b", DESK, "done")])
def test_only_drives_along_it_are_stopped(
    robot: str, to: tuple[float, float, float], code: str
) -> None:
    body = world(Misfortune(0.0, "blocks", way=("home", "shelf")))
    begin(body, Drive(to), robot=robot)
    assert ends(body.advance(60.0)) == [code]


def test_a_way_may_be_blocked_for_one_robot_only() -> None:
    body = world(Misfortune(0.0, "blocks", "b", way=("shelf", "desk")))
    begin(body, Drive(SHELF))
    begin(body, Drive(DESK), robot="b")
    assert ends(body.advance(0.0)) == ["blocked"]
    body.advance(60.0)
    begin(body, Drive(DESK), 60.0)
    assert ends(body.advance(100.0)) == ["done"]


def test_what_is_cleared_can_be_driven_again() -> None:
    way = ("home", "shelf")
    body = world(Misfortune(0.0, "blocks", way=way), Misfortune(5.0, "clears", way=way))
    assert facts(body.advance(5.0)) == {"blocked/home-shelf": False}
    begin(body, Drive(SHELF), 5.0)
    assert ends(body.advance(60.0)) == ["done"]
