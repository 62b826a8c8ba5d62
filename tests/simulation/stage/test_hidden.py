from __future__ import annotations

import pytest

from cotree.core.actions import Event, HandSeen, ObjectSeen, RobotSeen
from cotree.core.mission import ResourceModel, RobotModel
from cotree.core.places import Point
from cotree.core.senses import HandSense, ObjectSense, Senses
from cotree.simulation.stage.hidden import Hidden
from cotree.simulation.world import KinematicWorld, Robot

HERE: Point = (0.1, 0.2, 0.0)
THERE: Point = (0.5, 0.5, 0.0)
GRIPPER = ("pr2", "gripper")
HAND = ("ann", "hand")
LIES = ObjectSeen("cup", HERE)


@pytest.fixture
def world() -> KinematicWorld:
    world = KinematicWorld({"cup": HERE}, reach_m=0.3)
    model = RobotModel("pr2", (ResourceModel("gripper", "gripper"),))
    world.robots["pr2"] = Robot(model, HERE, gripper_at={"gripper": THERE})
    return world


def told(world: KinematicWorld, senses: Senses, event: Event, before: Event | None) -> Event | None:
    return Hidden(senses, world).told(event, before)


def test_without_senses_everything_is_told(world: KinematicWorld) -> None:
    for event in (HandSeen("ann", HERE, 1.0), LIES, RobotSeen("pr2", HERE)):
        assert told(world, Senses(), event, LIES) == event


def test_hands_that_are_seen_are_not_told(world: KinematicWorld) -> None:
    senses = Senses(hands=HandSense(("ceiling",)))
    assert told(world, senses, HandSeen("ann", HERE, 1.0), None) is None
    assert told(world, senses, ObjectSeen("cup", THERE), LIES) == ObjectSeen("cup", THERE)


def test_objects_that_are_seen_are_told_only_by_the_mission_and_by_grippers(
    world: KinematicWorld,
) -> None:
    senses = Senses(objects=ObjectSense(("ceiling",)))
    held = ObjectSeen("cup", HERE, GRIPPER)
    assert told(world, senses, LIES, None) == LIES, "as the mission says"
    assert told(world, senses, ObjectSeen("cup", THERE), LIES) is None
    assert told(world, senses, ObjectSeen("cup", THERE, HAND), LIES) is None
    assert told(world, senses, held, LIES) == held
    hand = HandSeen("ann", HERE, 1.0)
    assert told(world, senses, hand, None) == hand


def test_who_let_go_knows_where_its_gripper_was_and_no_more(world: KinematicWorld) -> None:
    senses = Senses(objects=ObjectSense(("ceiling",)))
    held = ObjectSeen("cup", HERE, GRIPPER)
    rolled = ObjectSeen("cup", (0.9, 0.9, 0.0))
    assert told(world, senses, rolled, held) == ObjectSeen("cup", THERE)
    taken = ObjectSeen("cup", HERE, HAND)
    assert told(world, senses, taken, held) == ObjectSeen("cup", THERE)
