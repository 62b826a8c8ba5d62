"""Robots that climb onto each other in the kinematic world."""

from __future__ import annotations

import pytest

from cotree.core.actions import (
    Action,
    Begin,
    Drive,
    Ended,
    Event,
    Grasp,
    Halt,
    ObjectSeen,
    Perform,
    Release,
    RobotSeen,
)
from cotree.core.jobs import Model
from cotree.core.mission import ResourceModel, RobotModel
from cotree.core.places import Point
from cotree.core.stopping import Stop
from cotree.simulation.body import KinematicBody

TABLE, FAR = (4.0, 0.0, 0.0), (0.0, 8.0, 0.0)
WHEELS, HAND = ResourceModel("wheels", "base"), ResourceModel("hand", "gripper")


def kind(name: str, ports: int, *resources: ResourceModel) -> RobotModel:
    return RobotModel(name, resources, 1.0, 0.0, 1.0, capability=Model(name, 1.0, ports))


@pytest.fixture
def body() -> KinematicBody:
    """A carrier, one that climbs, an arm without wheels, and one that cannot be assembled."""
    robots: dict[str, tuple[RobotModel, Point]] = {
        "low": (kind("low", 2, WHEELS), (0.0, 0.0, 0.0)),
        "mid": (kind("mid", 2, WHEELS, HAND), (0.0, 3.0, 0.0)),
        "arm": (kind("arm", 1, HAND), (2.0, 0.0, 0.0)),
        "alone": (kind("alone", 0, WHEELS), FAR),
    }
    found = KinematicBody(robots, {"box": TABLE}, reach_m=0.3)
    found.advance(0.0)
    return found


class Watch:
    """Lets actions go on to their end, one after the other."""

    def __init__(self, body: KinematicBody) -> None:
        self.body = body
        self.now_s = 0.0
        self.number = 0

    def begin(self, robot: str, action: Action) -> str:
        self.number += 1
        id_ = f"{robot}.{self.number}"
        self.body.command(Begin(id_, robot, action), self.now_s)
        return id_

    def does(self, robot: str, action: Action) -> str:
        """How it ends: ``done``, or the code of the reason."""
        self.begin(robot, action)
        return self.ends()

    def ends(self) -> str:
        self.now_s += 30.0
        events = self.body.advance(self.now_s)
        ended = [event for event in events if isinstance(event, Ended)]
        assert len(ended) == 1
        return "done" if ended[0].reason is None else ended[0].reason.code


@pytest.fixture
def watch(body: KinematicBody) -> Watch:
    return Watch(body)


def dock(robot: str, on: str) -> Perform:
    return Perform("dock", 2.0, {"robot": robot, "on": on})


def undock(robot: str) -> Perform:
    return Perform("undock", 2.0, {"robot": robot})


def where(body: KinematicBody, robot: str) -> Point:
    return body.world.robots[robot].at


def test_who_has_wheels_drives_to_the_one_that_it_climbs(watch: Watch) -> None:
    watch.begin("mid", dock("mid", "low"))
    assert not any(isinstance(each, Ended) for each in watch.body.advance(4.9))  # 3 m, 2 s more
    assert isinstance(watch.body.advance(5.0)[-1], Ended)
    assert where(watch.body, "mid") == where(watch.body, "low") == (0.0, 0.0, 0.0)


def test_who_has_no_wheels_is_fetched(watch: Watch) -> None:
    assert watch.does("low", dock("arm", "low")) == "done"
    assert where(watch.body, "arm") == where(watch.body, "low") == (2.0, 0.0, 0.0)


def test_a_tower_drives_grasps_and_releases_as_one(watch: Watch) -> None:
    body = watch.body
    assert watch.does("mid", dock("mid", "low")) == "done"
    assert watch.does("low", dock("arm", "mid")) == "done"
    assert watch.does("low", Drive(TABLE)) == "done"
    assert {where(body, each) for each in ("low", "mid", "arm")} == {TABLE}
    assert watch.does("arm", Grasp("box", "hand")) == "done"
    watch.begin("low", Drive((4.0, 4.0, 0.0)))
    seen = body.advance(watch.now_s + 30)
    assert ObjectSeen("box", (4.0, 4.0, 0.0), ("arm", "hand")) in seen
    watch.now_s += 30
    assert watch.does("arm", Release("box", "hand", (4.0, 4.0, 0.0))) == "done"
    assert watch.does("low", undock("arm")) == "done"
    assert watch.does("low", Drive((0.0, 0.0, 0.0))) == "done"
    assert where(body, "arm") == (4.0, 4.0, 0.0)
    assert where(body, "mid") == (0.0, 0.0, 0.0)
    assert body.physics_errors == []


def test_everybody_on_a_tower_is_seen_to_move_and_is_where_it_is(watch: Watch) -> None:
    assert watch.does("mid", dock("mid", "low")) == "done"
    watch.begin("low", Drive(TABLE))
    seen: list[Event] = watch.body.advance(watch.now_s + 1.0)
    moving = {event.robot for event in seen if isinstance(event, RobotSeen) and event.moving}
    assert moving == {"low", "mid"}
    here = watch.body.where("low", watch.now_s + 1.0)
    assert watch.body.where("mid", watch.now_s + 1.0) == here == (1.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("who", "action", "code"),
    [
        ("mid", dock("mid", "nobody"), "no_robot"),
        ("alone", dock("alone", "low"), "no_port"),
        ("mid", dock("mid", "arm"), "no_port"),
        ("arm", dock("arm", "low"), "no_base"),
        ("alone", dock("arm", "low"), "not_mine"),
        ("low", dock("low", "low"), "circle"),
    ],
)
def test_what_cannot_be_docked_is_refused_with_the_reason(
    watch: Watch, who: str, action: Perform, code: str
) -> None:
    assert watch.does(who, action) == code
    assert len(watch.body.physics_errors) == 1


def test_who_stands_on_somebody_does_not_drive_and_who_carries_does_not_climb(watch: Watch) -> None:
    assert watch.does("mid", dock("mid", "low")) == "done"
    assert watch.does("mid", Drive(FAR)) == "docked"
    assert watch.does("low", dock("low", "mid")) == "carries"
    assert watch.does("low", undock("low")) == "carries"


def test_a_hand_above_works_only_while_the_lowest_stands(watch: Watch) -> None:
    assert watch.does("mid", dock("mid", "low")) == "done"
    assert watch.does("low", Drive(TABLE)) == "done"
    watch.begin("mid", Grasp("box", "hand"))
    assert watch.body.world.why_not("low", Drive(FAR)) is not None
    assert watch.ends() == "done"
    watch.begin("low", Drive(FAR))
    why = watch.body.world.why_not("mid", Release("box", "hand", FAR))
    assert why is not None
    assert why.code == "base_moving"


def test_who_is_stopped_on_the_way_has_not_climbed(watch: Watch) -> None:
    id_ = watch.begin("mid", dock("mid", "low"))
    watch.body.advance(1.0)
    watch.body.command(Halt(id_, "mid", Stop.KILL), 1.0)
    watch.body.advance(1.0)
    assert where(watch.body, "mid") == (0.0, 2.0, 0.0)
    assert watch.body.world.robots["mid"].on == ""


def test_whoever_stands_there_already_is_put_down(watch: Watch) -> None:
    assert watch.does("mid", dock("mid", "low")) == "done"
    assert watch.does("low", dock("arm", "low")) == "done"
    assert watch.body.world.robots["mid"].on == ""
    assert watch.body.world.tower("low") == ["low", "arm"]
