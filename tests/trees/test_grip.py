"""Grippers that hold what no leaf of this process took."""

from __future__ import annotations

from cotree.app.assembly import Assembly
from cotree.core.actions import GripperSeen, ObjectSeen, RobotSeen
from cotree.core.belief import fold
from cotree.core.changes import NodeState
from cotree.trees.engine import Engine
from cotree.trees.reading import loads
from tests.teams import FETCH

HERE = (0.0, 0.0, 0.0)


def engine() -> Engine:
    """Robot a's tree, which is one of a team's."""
    mission = loads(FETCH, "fetch.yaml")
    made = Assembly(mission, lambda message: None).executor("a", 1, None, 0.0, first=True)
    return made.engine  # type: ignore[return-value]


def tick(tree: Engine, *events: ObjectSeen | RobotSeen | GripperSeen) -> None:
    tree.desk.belief, changed = fold(tree.desk.belief, events, 0.0)
    tree.tick(changed)


def test_a_robot_that_wakes_with_its_hand_full_goes_on_with_that_piece() -> None:
    tree = engine()
    tick(tree, RobotSeen("a", HERE), ObjectSeen("cup", HERE, ("a", "left_gripper")))
    gripper = tree.registry.state()["left_gripper"]
    assert gripper.load == "cup"
    assert gripper.owners == {"task/cup"}


def test_what_lies_somewhere_else_by_now_is_not_in_hand_any_more() -> None:
    tree = engine()
    tick(tree, RobotSeen("a", HERE), ObjectSeen("cup", HERE, ("a", "left_gripper")))
    tick(tree, ObjectSeen("cup", (1.0, 0.0, 0.0)))
    assert tree.registry.state()["left_gripper"].load is None
    assert [right.name for right in (tree.rights.asks if tree.rights else [])] == ["task/cup"]


def test_what_another_robot_has_in_hand_is_not_asked_for() -> None:
    tree = engine()
    tick(
        tree,
        RobotSeen("a", HERE),
        ObjectSeen("cup", HERE, ("b", "left_gripper")),
        ObjectSeen("bowl", (9.0, 0.0, 0.0)),
    )
    tick(tree)
    why = {asker.path: asker.why for asker in tree.pool.waiting()}
    asked = [right.name for right in (tree.rights.asks if tree.rights else [])]
    assert asked == ["task/bowl"], "although the cup is here and the bowl is far away"
    assert str(why["task/cup/pick cup"]) == "b holds cup [held]"


def test_an_object_that_no_piece_takes_changes_nothing() -> None:
    tree = engine()
    tick(tree, RobotSeen("a", HERE), ObjectSeen("vase", HERE, ("a", "left_gripper")))
    assert tree.registry.state()["left_gripper"].load is None


TABLE = """\
mission: both hands
team: {a: {robot: pr2}, b: {robot: carrier, at: [9, 9]}}
world: {places: {table: [2, 0]}, objects: {cup: [0, 0], plate: [0, 0]}}
task:
  then:
    - move: cup
    - and: [{pick: cup}, {pick: plate}]
    - move: table
    - and: [{place: {object: cup, at: table}}, {place: {object: plate, at: table}}]
"""


def waking(*seen: ObjectSeen) -> dict[str, str]:
    """What a robot that wakes at the cup asks for, or why not."""
    made = Assembly(loads(TABLE), lambda message: None).executor("a", 1, None, 0.0, first=True)
    tree: Engine = made.engine  # type: ignore[assignment]
    tick(tree, RobotSeen("a", HERE), *seen)
    tick(tree)
    claiming = [part.path for part in tree.parts.values() if part.state is NodeState.CLAIMING]
    return {path.rpartition("/")[2]: path for path in claiming}


def test_who_wakes_with_both_hands_full_carries_both_to_the_table() -> None:
    cup, plate = (
        ObjectSeen("cup", HERE, ("a", "left_gripper")),
        ObjectSeen("plate", HERE, ("a", "right_gripper")),
    )
    assert set(waking(cup, plate)) == {"move to table"}


def test_who_wakes_with_one_of_two_things_in_hand_takes_the_other_one() -> None:
    cup, plate = ObjectSeen("cup", HERE, ("a", "left_gripper")), ObjectSeen("plate", HERE)
    assert set(waking(cup, plate)) == {"pick plate"}
