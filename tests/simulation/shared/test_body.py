"""A robot's body in a world of several processes: what is told, what is kept, and its guard."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotree.core.actions import Begin, Ended, Grasp, ObjectSeen, Permit
from cotree.core.mission import Mission
from cotree.runtime.process.telegrams import Seen
from cotree.simulation.shared.body import RobotBody
from cotree.simulation.shared.keepsake import Keepsake
from cotree.trees.reading import loads

TEXT = """
mission: two at a table
team:
  pr2:    {robot: {resources: {base: base, left: gripper}, handling: 2 s}, at: [0, 0]}
  baxter: {robot: {resources: {base: base, left: gripper}, handling: 2 s}, at: [0, 0]}
world: {places: {table: [0, 0]}, objects: {cup: [0, 0]}}
task: {and: [{place: {object: cup, at: table}}]}
"""


@pytest.fixture
def mission() -> Mission:
    return loads(TEXT, "two.yaml")


def grasp(robot: str) -> Begin:
    return Begin("1", robot, Grasp("cup", "left"), ("left",), "task/cup")


def permit(robot: str, until_s: float, number: int = 1) -> Permit:
    return Permit(robot, "task/cup", (number, robot), until_s)


def start(body: RobotBody, robot: str, until_s: float) -> None:
    body.wake(0.0)
    body.advance(0.0)
    body.command(permit(robot, until_s), 0.0)
    body.command(grasp(robot), 0.0)


def tell(one: RobotBody, other: RobotBody, now_s: float) -> None:
    for telegram in one.telegrams(now_s):
        other.hear("somebody", telegram, now_s)


def holder(body: RobotBody) -> tuple[str, str] | None:
    seen = [each for each in body.stage.state("pr2") if isinstance(each, ObjectSeen)]
    return seen[-1].held_by


def test_what_one_robot_grasps_the_other_one_sees_in_its_hand(mission: Mission) -> None:
    pr2, baxter = (RobotBody(mission, name, Keepsake(None)) for name in ("pr2", "baxter"))
    start(pr2, "pr2", 10.0)
    pr2.wake(2.5)
    assert pr2.advance(2.5)[-1] == Ended("1")
    tell(pr2, baxter, 2.5)
    assert holder(baxter) == ("pr2", "left")
    start(baxter, "baxter", 10.0)
    ended = [each for each in baxter.advance(0.1) if isinstance(each, Ended)]
    assert ended[0].reason is not None
    assert ended[0].reason.message == "cup is held by pr2 left", "a dead robot keeps it"


def test_a_restarted_robot_stands_where_it_stood_and_holds_what_it_held(
    mission: Mission, tmp_path: Path
) -> None:
    pr2 = RobotBody(mission, "pr2", Keepsake(tmp_path))
    start(pr2, "pr2", 10.0)
    pr2.wake(2.5)
    pr2.telegrams(2.5)
    again = RobotBody(mission, "pr2", Keepsake(tmp_path))
    assert holder(again) == ("pr2", "left")
    assert again.stage.body.world.robots["pr2"].holds == {"left": "cup"}


def test_a_keepsake_that_is_damaged_is_no_keepsake(mission: Mission, tmp_path: Path) -> None:
    (tmp_path / "world.json").write_text("{nonsense")
    assert holder(RobotBody(mission, "pr2", Keepsake(tmp_path))) is None


def test_a_body_that_slept_past_its_permit_has_not_moved_on_meanwhile(mission: Mission) -> None:
    pr2 = RobotBody(mission, "pr2", Keepsake(None))
    start(pr2, "pr2", 3.0)
    pr2.wake(1.0)
    pr2.advance(1.0)
    pr2.wake(6.0)  # the grasp would have ended at 2 s, the permit at 3 s
    (ended,) = (each for each in pr2.advance(6.0) if isinstance(each, Ended))
    assert ended.reason is not None
    assert ended.reason.message == "the permit for task/cup has run out"
    assert holder(pr2) is None
    pr2.command(permit("pr2", 9.0, 1), 6.0)
    pr2.command(Begin("2", "pr2", Grasp("cup", "left"), ("left",), "task/cup"), 6.0)
    ended = next(each for each in pr2.advance(6.0) if isinstance(each, Ended))
    assert ended.reason is not None, "the same claim moves nothing any more"


def test_a_body_that_is_only_late_goes_on(mission: Mission) -> None:
    pr2 = RobotBody(mission, "pr2", Keepsake(None))
    start(pr2, "pr2", 3.0)
    pr2.wake(2.9)
    assert Ended("1") in pr2.advance(2.9)
    assert holder(pr2) == ("pr2", "left")


def test_what_others_know_better_is_not_told_again(mission: Mission) -> None:
    pr2, baxter = (RobotBody(mission, name, Keepsake(None)) for name in ("pr2", "baxter"))
    start(pr2, "pr2", 10.0)
    pr2.wake(2.5)
    tell(pr2, baxter, 2.5)
    (seen,) = (each for each in baxter.telegrams(9.0) if isinstance(each, Seen))
    assert {each.by for each in seen.noted} == {"pr2"}, "told on, as of pr2"
