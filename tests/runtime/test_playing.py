from __future__ import annotations

import pytest

from cotree.core.changes import NodeChange, NodeState
from cotree.core.reasons import Reason
from cotree.runtime.messages import Node
from cotree.runtime.playing import Playing, place_of
from cotree.runtime.shares import Share

S = NodeState
SLIPPED = Reason("slipped", "the cup slipped", path="task/a")


def playing(*robots: str) -> Playing:
    made = Playing({robot: Share(robot) for robot in robots})
    made.cast.begin((Node("task", "and", "task", -1), Node("task/a", "pick", "a", 0)), 0.0)
    return made


def test_one_robot_is_believed_at_once() -> None:
    alone = playing()
    assert not alone.turn("", NodeChange("task/a", S.RUNNING), 1.0)
    assert (alone.roles["task/a"].state, alone.starts) == (S.RUNNING, [(1.0, ["task/a"])])


def test_of_a_team_nothing_stands_before_it_is_settled() -> None:
    team = playing("ann", "bob")
    assert team.turn("ann", NodeChange("task/a", S.RUNNING), 1.0)
    assert team.roles["task/a"].state is S.INACTIVE
    team.settle(["task/a"], 1.0)
    assert (team.roles["task/a"].state, team.roles["task/a"].robot) == (S.RUNNING, "ann")
    assert [change.path for change in team.news] == ["task/a"]


def test_a_node_that_nobody_knows_has_nothing_to_settle() -> None:
    assert not playing("ann", "bob").turn("ann", NodeChange("task/z", S.RUNNING), 1.0)


@pytest.mark.parametrize("robots", [(), ("ann", "bob")])
def test_a_failure_that_is_passed_on_upwards_is_no_new_one(robots: tuple[str, ...]) -> None:
    stands = playing(*robots)
    first, passed_on = (NodeChange(path, S.FAILED, reason=SLIPPED) for path in ("task/a", "task"))
    assert stands.fails("ann", first)
    stands.turn("ann", first, 1.0)
    assert not stands.fails("ann", first)
    assert not stands.fails("ann", passed_on)


def test_a_reason_knows_where_a_failure_comes_from() -> None:
    assert place_of(NodeChange("task", S.FAILED, reason=SLIPPED)) == "task/a"
    assert place_of(NodeChange("task", S.FAILED)) == "task"
