"""Picks and places: where, with what, and when the goal holds already."""

from __future__ import annotations

import pytest

from cotree.behaviours.desk import Desk
from cotree.behaviours.pick import Pick, PickParams
from cotree.behaviours.place import Place, PlaceParams
from cotree.core.actions import Grasp, ObjectSeen, Release, RobotSeen
from cotree.core.belief import Belief, View
from cotree.core.mission import RobotModel
from cotree.core.places import Location
from cotree.core.resources import Channel, Mode, Need

CUP, TRAY, AWAY = (1.0, 0.0, 0.0), (3.0, 0.0, 0.0), (9.0, 0.0, 0.0)
TRAY_AT = Location(name="tray")


def belief(cup: ObjectSeen | None, here: tuple[float, float, float] = CUP) -> Belief:
    return Belief(
        robots={"r": RobotSeen("r", here)},
        objects={} if cup is None else {"cup": cup},
        places={"tray": TRAY},
    )


def view(cup: ObjectSeen | None, here: tuple[float, float, float] = CUP) -> View:
    return View(belief(cup, here), "r")


LYING = ObjectSeen("cup", CUP)
MINE = ObjectSeen("cup", CUP, ("r", "left"))
THEIRS = ObjectSeen("cup", CUP, ("other", "left"))


def pick(at: Location | None = None) -> Pick:
    return Pick("p", PickParams("cup", at))


def place() -> Place:
    return Place("l", PlaceParams("cup", TRAY_AT))


def code(reason: object) -> str:
    return str(getattr(reason, "code", "ready"))


def test_a_pick_needs_the_base_held_where_the_object_is_an_empty_hand_and_the_head() -> None:
    assert pick().needs(view(LYING)) == (
        Need("base", Mode.SHARED, Channel("hold", CUP)),
        Need("gripper", takes="cup"),
        Need("head", Mode.SHARED, Channel("manip")),
    )
    assert pick(TRAY_AT).needs(view(LYING))[0].channel == Channel("hold", TRAY)


@pytest.mark.parametrize(
    ("cup", "here", "expected"),
    [
        (LYING, CUP, "ready"),
        (LYING, AWAY, "too_far"),
        (THEIRS, CUP, "held"),
        (None, CUP, "unknown_object"),
    ],
)
def test_a_pick_is_ready_at_a_known_object_that_nobody_holds(
    cup: ObjectSeen | None, here: tuple[float, float, float], expected: str
) -> None:
    assert code(pick().ready(view(cup, here))) == expected


def test_holding_the_object_oneself_is_the_goal_of_a_pick() -> None:
    assert pick().goal(view(MINE))
    assert not pick().goal(view(THEIRS))
    assert not pick().goal(view(LYING))
    assert not pick().goal(view(None))


def test_a_place_needs_the_hand_that_holds_the_object() -> None:
    assert place().needs(view(MINE)) == (
        Need("base", Mode.SHARED, Channel("hold", TRAY)),
        Need("gripper", holding="cup", drops=True),
        Need("head", Mode.SHARED, Channel("manip")),
    )


def test_a_place_is_ready_at_a_known_goal() -> None:
    assert code(place().ready(view(MINE, TRAY))) == "ready"
    assert code(place().ready(view(MINE, AWAY))) == "too_far"
    lost = Place("l", PlaceParams("cup", Location(name="moon")))
    assert code(lost.ready(view(MINE))) == "unknown_place"
    assert lost.step(view(MINE)) is None
    with pytest.raises(LookupError, match="nobody knows where moon is"):
        lost.action()


def test_an_object_that_lies_at_its_goal_is_placed_whoever_brought_it() -> None:
    assert place().goal(view(ObjectSeen("cup", (3.04, 0.0, 0.0))))
    assert not place().goal(view(ObjectSeen("cup", (3.06, 0.0, 0.0))))
    assert not place().goal(view(ObjectSeen("cup", TRAY, ("r", "left"))))
    assert not place().goal(view(None))
    assert Place.goal_lasts
    assert not Pick.goal_lasts


def test_picking_and_placing_come_before_any_move() -> None:
    assert pick().potential(view(LYING)) == place().potential(view(MINE)) > 2 / 0.01


def test_they_act_with_the_granted_hand() -> None:
    p, leaf = pick(), place()
    for node in (p, leaf):
        node.desk = Desk("r", RobotModel("r", (), handling_s=5.0))
        node.desk.belief = belief(LYING)
    p.granted = tuple(zip(p.needs(view(LYING)), ("base", "right", "head"), strict=True))
    assert p.action() == Grasp("cup", "right")
    leaf.granted = tuple(zip(leaf.needs(view(MINE)), ("base", "right", "head"), strict=True))
    assert leaf.action() == Release("cup", "right", TRAY)
    step, other = p.step(view(LYING)), leaf.step(view(MINE))
    assert step is not None
    assert other is not None
    assert (step.at, step.duration_s, other.at, other.duration_s) == (CUP, 5.0, TRAY, 5.0)
    assert pick().step(view(None)) is None
