"""One arm brings an object: how long it takes, where it is meanwhile, what becomes of a halt."""

from __future__ import annotations

import pytest

from cotree.core.actions import (
    Begin,
    Carry,
    Drive,
    Ended,
    Event,
    GraspSeen,
    GripperSeen,
    Halt,
    ObjectSeen,
    Release,
    RobotSeen,
)
from cotree.core.mission import Chance, ResourceModel, RobotModel
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.simulation.body import KinematicBody
from cotree.simulation.carrying import sweep

HERE, HOME = (0.0, 0.0, 0.0), (0.0, 0.3, 0.0)
CUP, GOAL = (0.4, 0.3, 0.0), (0.4, 0.0, 0.0)
ARM = RobotModel(
    "arm",
    (ResourceModel("right", "gripper"),),
    handling_s=10.0,
    arm_speed_m_s=0.1,
    home={"right": HOME},
)
MOBILE = RobotModel(
    "mobile",
    (ResourceModel("base", "base"), ResourceModel("right", "gripper")),
    handling_s=10.0,
    arm_speed_m_s=0.1,
)
BRING = Carry("cup", "right", GOAL)
"""4 s to the cup, 5 s to grasp it, 3 s to the goal, 5 s to put it down."""


def a_body(model: RobotModel = ARM, chance: Chance | None = None) -> KinematicBody:
    body = KinematicBody(
        {"r": (model, HERE), "s": (model, HERE)},
        {"cup": CUP, "tea": HERE},
        chance,
        grasps={"r": {"cup": 25.0}},
    )
    body.advance(0.0)
    return body


def begin(
    body: KinematicBody, now_s: float = 0.0, action: Carry | Drive | Release = BRING,
    id_: str = "1", robot: str = "r",
) -> None:  # fmt: skip
    body.command(Begin(id_, robot, action), now_s)


def code(events: list[Event]) -> str | None:
    ended = events[-1]
    assert isinstance(ended, Ended)
    assert isinstance(ended.reason, Reason)
    return ended.reason.code


def test_a_body_tells_at_first_where_the_grippers_are_and_how_well_they_grasp() -> None:
    body = KinematicBody({"r": (ARM, HERE)}, {}, grasps={"r": {"cup": 25.0}})
    assert body.advance(0.0) == [
        RobotSeen("r", HERE),
        GripperSeen("r", "right", HOME),
        GraspSeen("r", "cup", 25.0),
    ]


def test_a_carry_takes_the_way_of_the_arm_and_one_handling() -> None:
    body = a_body()
    begin(body)
    assert body.advance(9.0) == [ObjectSeen("cup", CUP, ("r", "right"))]
    assert body.next_event_s() == pytest.approx(17.0)
    assert body.advance(17.1) == [
        GripperSeen("r", "right", GOAL),
        ObjectSeen("cup", GOAL),
        Ended("1"),
    ]
    assert body.world.robots["r"].busy == {}
    assert body.physics_errors == []


def test_the_gripper_starts_from_where_it_was_left() -> None:
    body = a_body()
    begin(body)
    body.advance(20.0)
    begin(body, 20.0, Carry("tea", "right", HOME), "2")
    assert body.advance(29.0) == [ObjectSeen("tea", HERE, ("r", "right"))], (
        "4 s there, 5 s to grasp"
    )
    assert body.advance(37.0)[-1] == Ended("2"), "3 s on, 5 s to put it down"


def test_an_arm_that_nobody_has_seen_starts_from_the_base() -> None:
    body = a_body(MOBILE)
    begin(body)
    assert body.advance(17.9)[0] == ObjectSeen("cup", CUP, ("r", "right"))
    assert body.advance(18.1)[0] == GripperSeen("r", "right", GOAL), "5 + 5 + 3 + 5 s"
    begin(body, 20.0, Drive((1.0, 0.0, 0.0)), "2")
    assert GripperSeen("r", "right", (1.4, 0.0, 0.0)) in body.advance(99.0)


@pytest.mark.parametrize(("how", "after_s"), [(Stop.KILL, 0.0), (Stop.CANCEL, 0.5)])
def test_halted_on_its_way_there_it_leaves_the_object_alone(how: Stop, after_s: float) -> None:
    body = a_body()
    begin(body)
    body.advance(2.0)
    body.command(Halt("1", "r", how), 2.0)
    events = body.advance(9.0)
    assert code(events) == "halted"
    (gripper,) = events[:-1]
    assert isinstance(gripper, GripperSeen)
    assert gripper.at == pytest.approx((0.2 + after_s / 10, 0.3, 0.0))
    assert body.world.object_seen("cup") == ObjectSeen("cup", CUP)


def test_halted_with_the_object_in_its_gripper_it_keeps_it_and_can_go_on() -> None:
    body = a_body()
    begin(body)
    body.advance(10.0)
    body.command(Halt("1", "r", Stop.KILL), 10.0)
    events = body.advance(10.0)
    assert code(events) == "halted"
    on_the_way = body.world.gripper_at("r", "right")
    assert on_the_way == pytest.approx((0.4, 0.2, 0.0))
    assert events[:-1] == [
        GripperSeen("r", "right", on_the_way),
        ObjectSeen("cup", on_the_way, ("r", "right")),
    ]
    begin(body, 20.0, id_="2", robot="s")
    assert code(body.advance(20.0)) == "held"
    begin(body, 20.0, Carry("tea", "right", GOAL), "3")
    assert code(body.advance(20.0)) == "gripper_full"
    begin(body, 20.0, id_="4")
    assert body.next_event_s() == pytest.approx(27.0), "2 s on, 5 s to put it down"
    assert body.advance(28.0)[1:] == [ObjectSeen("cup", GOAL), Ended("4")]


def test_what_is_held_after_a_halt_can_also_be_released() -> None:
    body = a_body()
    begin(body)
    body.advance(10.0)
    body.command(Halt("1", "r", Stop.KILL), 10.0)
    body.advance(10.0)
    begin(body, 10.0, Release("cup", "right", HERE), "2")
    assert body.advance(20.0) == [
        GripperSeen("r", "right", HERE),
        ObjectSeen("cup", HERE),
        Ended("2"),
    ]


def test_what_slips_falls_where_the_gripper_is() -> None:
    seen = set()
    for seed in range(12):
        body = a_body(chance=Chance(seed=seed, failures={"carry": 1.0}))
        begin(body)
        events = body.advance(99.0)
        assert code(events) == "slipped"
        cup = body.world.object_seen("cup")
        assert cup.held_by is None
        gripper = body.world.gripper_at("r", "right")
        assert cup.at == gripper or cup.at == CUP
        seen.add(cup.at == CUP)
    assert seen == {True, False}, "before and after it was grasped"


@pytest.mark.parametrize(("at_s", "ends_s"), [(5.0, 9.0), (10.0, 17.0)])
def test_what_somebody_takes_away_meanwhile_is_gone(at_s: float, ends_s: float) -> None:
    body = a_body()
    body.happen(at_s, ObjectSeen("cup", HERE))
    begin(body)
    events = body.advance(99.0)
    assert code(events) == "gone"
    assert body.world.object_seen("cup") == ObjectSeen("cup", HERE)
    assert body.world.robots["r"].holds == {}
    begin(body, 100.0, id_="2")
    assert body.advance(200.0)[-1] == Ended("2")


def test_what_a_person_holds_is_gone_too() -> None:
    body = a_body()
    begin(body)
    body.advance(5.0)
    body.world.carriers["cup"] = ("ann", "hand")
    events = body.advance(9.0)
    assert code(events) == "gone"
    assert body.world.carriers["cup"] == ("ann", "hand")


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (Carry("cup", "third", GOAL), "no_gripper"),
        (Carry("mug", "right", GOAL), "no_object"),
        (Carry("cup", "right", (1.2, 0.0, 0.0)), "out_of_reach"),
    ],
)
def test_what_an_arm_cannot_do_is_refused(action: Carry, expected: str) -> None:
    body = a_body()
    begin(body, action=action)
    assert code(body.advance(0.0)) == expected
    body.world.objects["cup"] = (0.0, 1.2, 0.0)
    begin(body, id_="2")
    assert code(body.advance(0.0)) == "out_of_reach"


def test_two_arms_do_not_bring_one_object() -> None:
    body = a_body()
    begin(body)
    begin(body, id_="2", robot="s")
    assert code(body.advance(0.0)) == "held"


def test_the_base_stands_while_an_arm_works() -> None:
    body = a_body(MOBILE)
    begin(body)
    begin(body, action=Drive(GOAL), id_="2")
    assert code(body.advance(0.0)) == "base_busy"


def test_noise_stretches_the_whole_way() -> None:
    way = sweep(HOME, CUP, GOAL, 100.0, ARM, 2.0)
    assert (way.reaches_s, way.grasps_s, way.arrives_s, way.ends_s) == pytest.approx(
        (108.0, 118.0, 124.0, 134.0)
    )
    assert way.at(100.0) == HOME
    assert way.at(104.0) == pytest.approx((0.2, 0.3, 0.0))
    assert way.at(110.0) == CUP
    assert way.at(121.0) == pytest.approx((0.4, 0.15, 0.0))
    assert way.at(130.0) == GOAL
