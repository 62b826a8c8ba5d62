"""Grippers that hold what no leaf of this process took."""

from __future__ import annotations

from cotree.app.team import Assembly
from cotree.core.actions import GripperSeen, ObjectSeen, RobotSeen
from cotree.core.belief import fold
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
