from __future__ import annotations

import pytest

from cotree.core.actions import Action, Drive, Grasp, ObjectSeen, Pause, Release, RobotSeen
from cotree.core.mission import ResourceModel, RobotModel
from cotree.simulation.world import KinematicWorld, Robot

HERE = (0.0, 0.0, 0.0)
NEAR = (0.3, 0.0, 0.0)
FAR = (2.0, 0.0, 0.0)
PR2 = RobotModel(
    "pr2",
    (
        ResourceModel("base", "base"),
        ResourceModel("left", "gripper"),
        ResourceModel("right", "gripper"),
    ),
)


@pytest.fixture
def world() -> KinematicWorld:
    world = KinematicWorld({"cup": NEAR, "tea": HERE, "far": FAR}, reach_m=0.3)
    world.robots["pr2"] = Robot(PR2, HERE)
    return world


def why(world: KinematicWorld, action: Action) -> str | None:
    reason = world.why_not("pr2", action)
    return None if reason is None else reason.code


def test_what_is_near_can_be_grasped_and_put_down_near(world: KinematicWorld) -> None:
    assert why(world, Grasp("cup", "left")) is None
    world.grasped("pr2", "left", "cup")
    assert world.object_seen("cup") == ObjectSeen("cup", HERE, ("pr2", "left"))
    assert why(world, Release("cup", "left", NEAR)) is None
    world.released("pr2", "left", NEAR)
    assert world.object_seen("cup") == ObjectSeen("cup", NEAR)
    assert world.robots["pr2"].holds == {}


def test_what_is_far_can_not_be_reached(world: KinematicWorld) -> None:
    assert why(world, Grasp("far", "left")) == "out_of_reach"
    world.grasped("pr2", "left", "cup")
    assert why(world, Release("cup", "left", FAR)) == "out_of_reach"


def test_an_arm_without_a_base_reaches_everything_and_does_not_drive(world: KinematicWorld) -> None:
    world.robots["pr2"] = Robot(RobotModel("arm", (ResourceModel("left", "gripper"),)), HERE)
    assert why(world, Grasp("far", "left")) is None
    assert why(world, Drive(FAR)) == "no_base"


def test_a_gripper_holds_one_object(world: KinematicWorld) -> None:
    world.grasped("pr2", "left", "cup")
    assert why(world, Grasp("tea", "left")) == "gripper_full"
    assert why(world, Grasp("cup", "right")) == "held"
    assert why(world, Grasp("tea", "right")) is None


def test_two_grippers_do_not_work_on_one_object(world: KinematicWorld) -> None:
    world.robots["pr2"].busy["left"] = "cup"
    assert why(world, Grasp("cup", "right")) == "held"
    assert why(world, Grasp("tea", "left")) == "gripper_busy"


def test_nothing_is_grasped_or_released_while_the_base_drives(world: KinematicWorld) -> None:
    world.robots["pr2"].driving = "pr2.1"
    assert why(world, Grasp("cup", "left")) == "base_moving"
    assert why(world, Drive(FAR)) == "base_busy"
    assert world.robot_seen("pr2") == RobotSeen("pr2", HERE, moving=True)


def test_the_base_stands_while_a_gripper_works(world: KinematicWorld) -> None:
    world.robots["pr2"].busy["left"] = "cup"
    assert why(world, Drive(FAR)) == "base_busy"


def test_only_what_is_held_can_be_released(world: KinematicWorld) -> None:
    reason = world.why_not("pr2", Release("cup", "left", NEAR))
    assert reason is not None
    assert reason.message == "left does not hold cup; it holds nothing"


def test_unknown_names_are_answered_with_the_known_ones(world: KinematicWorld) -> None:
    reason = world.why_not("pr2", Grasp("cup", "third"))
    assert reason is not None
    assert reason.message == "no gripper 'third'; there is: left, right"
    assert why(world, Grasp("mug", "left")) == "no_object"


def test_a_pause_is_always_possible(world: KinematicWorld) -> None:
    assert why(world, Pause(1.0)) is None


def test_carried_objects_go_where_the_base_goes(world: KinematicWorld) -> None:
    world.grasped("pr2", "left", "cup")
    assert world.moved("pr2", FAR) == ["cup"]
    assert world.object_seen("cup").at == FAR


def test_what_somebody_takes_away_is_held_no_more(world: KinematicWorld) -> None:
    world.grasped("pr2", "left", "cup")
    world.put(ObjectSeen("cup", FAR))
    assert world.object_seen("cup") == ObjectSeen("cup", FAR)
    assert world.robots["pr2"].holds == {}
