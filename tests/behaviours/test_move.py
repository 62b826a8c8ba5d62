"""Moves: what they need, how suitable they are, when they are there."""

from __future__ import annotations

import pytest

from cotree.behaviours.desk import Desk
from cotree.behaviours.move import Move, MoveParams
from cotree.core.actions import Drive, ObjectSeen, RobotSeen
from cotree.core.belief import Belief, View
from cotree.core.mission import RobotModel
from cotree.core.places import Location
from cotree.core.resources import Channel, Mode, Need, Resource

HOME, TABLE, CUP = (0.0, 0.0, 0.0), (3.0, 4.0, 0.0), (1.0, 0.0, 0.0)
HANDS = {name: Resource(name, "gripper") for name in ("left", "right")}


def view(
    here: tuple[float, float, float] = HOME, *, moving: bool = False, **resources: Resource
) -> View:
    belief = Belief(
        robots={"r": RobotSeen("r", here, moving)},
        objects={"cup": ObjectSeen("cup", CUP)},
        places={"table": TABLE},
    )
    return View(belief, "r", resources or HANDS, ("mine",))


def move(to: str | tuple[float, float, float]) -> Move:
    where = Location(name=to) if isinstance(to, str) else Location(point=to)
    return Move("m", MoveParams(where))


def test_it_needs_the_base_alone_and_leaves_it_holding_the_destination() -> None:
    assert move("table").needs(view()) == (
        Need("base", Mode.EXCLUSIVE, Channel("move"), keep=True, becomes=Channel("hold", TABLE)),
    )


def test_potential_is_hands_over_distance() -> None:
    assert move("table").potential(view()) == pytest.approx(2 / 5)
    taken = Resource("left", "gripper", owners=frozenset({"other"}))
    own = Resource("right", "gripper", owners=frozenset({"mine"}), load="x")
    assert move("table").potential(view(left=taken, right=own)) == pytest.approx(1 / 5)


def test_without_a_hand_within_reach_it_is_not_considered() -> None:
    taken = Resource("left", "gripper", owners=frozenset({"other"}))
    assert move("table").potential(view(left=taken)) == 0.0
    reason = move("table").ready(view(left=taken))
    assert reason is not None
    assert reason.code == "no_gripper"


def test_a_robot_without_hands_counts_distance_alone() -> None:
    assert move("table").potential(view(base=Resource("base", "base"))) == pytest.approx(1 / 5)


def test_standing_on_the_destination_is_no_disadvantage() -> None:
    assert move("table").potential(view(TABLE)) == pytest.approx(2 / 0.01)


def test_an_object_is_a_destination_too_and_follows_the_object() -> None:
    m = move("cup")
    v = view()
    assert m.potential(v) == pytest.approx(2 / 1)
    assert ("object", "cup") in v.read


def test_it_is_there_when_it_stands_within_the_tolerance() -> None:
    near = (3.0, 3.75, 0.0)
    assert move("table").goal(view(near))
    assert not move("table").goal(view(near, moving=True))
    assert not move("table").goal(view((3.0, 3.6, 0.0)))


def test_an_unknown_destination_is_a_reason_to_wait() -> None:
    m = move("moon")
    reason = m.ready(view())
    assert reason is not None
    assert (reason.code, reason.message) == ("unknown_place", "nobody knows where moon is")
    assert m.potential(view()) == 0.0
    assert m.step(view()) is None
    with pytest.raises(LookupError, match="nobody knows where moon is"):
        m.action()
    assert move("table").ready(view()) is None


def test_it_drives_to_the_destination_and_look_ahead_knows_the_overhead() -> None:
    m = move((1.0, 2.0, 0.0))
    m.desk = Desk("r", RobotModel("r", (), drive_overhead_s=7.0))
    assert m.action() == Drive((1.0, 2.0, 0.0))
    step = m.step(view())
    assert step is not None
    assert (step.to, step.duration_s) == ((1.0, 2.0, 0.0), 7.0)


def test_what_it_drives_through_is_its_own_on_the_way() -> None:
    way = Move("m", MoveParams(Location(name="table"), through=("corridor", "lift")))
    base, *things = way.needs(view())
    assert (base,) == move("table").needs(view())
    assert things == [Need("corridor"), Need("lift")]
