"""A body behind ROS in a team: what its robot tells of itself, and what an earlier process told."""

from __future__ import annotations

from pathlib import Path

from cotree.app.ros_body import TeamBody, first_sights
from cotree.core.actions import Event, FactSeen, Perform, RobotSeen, Tell
from cotree.ros.actions.means import effects
from cotree.ros.body import RosBody
from cotree.simulation.shared.keepsake import Keepsake
from cotree.trees.reading import loads
from tests.kit.words import hospital

TEAM = ("a1", "dr", "wassi")
OPENING = FactSeen("wassi/state", "standby")


def body(robot: str, folder: Path | None = None, since: int = 0) -> TeamBody:
    """A body that sees the beginning of a mission and has no ROS to act with."""
    inner = RosBody(None, robot, lambda: 0.0)
    inner.sees(OPENING)
    inner.sees(RobotSeen(robot, (0.0, 0.0, 0.0)))
    return TeamBody(robot, inner, TEAM, Keepsake(folder), since=since)


def facts(events: list[Event]) -> dict[str, object]:
    return {each.name: each.value for each in events if isinstance(each, FactSeen)}


def tells(one: TeamBody, *peers: TeamBody, now_s: float = 0.0) -> None:
    for telegram in one.telegrams(now_s):
        for peer in peers:
            peer.hear("wassi", telegram, now_s)


def test_what_a_robot_tells_comes_to_all_at_once() -> None:
    wassi, dr = body("wassi"), body("dr")
    for each in (wassi, dr):
        assert facts(each.advance(0.0)) == {"wassi/state": "standby"}
    wassi.command(Tell("wassi", "wassi/word", "hello"), 0.0)
    wassi.command(Tell("wassi", "dr/word", "forged"), 0.0)
    tells(wassi, dr)
    assert facts(wassi.advance(0.1)) == facts(dr.advance(0.1)) == {"wassi/word": "hello"}


def test_an_operation_changes_the_state_that_all_know() -> None:
    trained = Perform("start training", 1.0, {"state": "training"})
    assert effects("wassi", trained, lambda name: None) == [FactSeen("wassi/state", "training")]
    assert effects("wassi", Perform("sing", 1.0), lambda name: None) == []


def test_a_new_process_has_what_the_earlier_one_told(tmp_path: Path) -> None:
    wassi, dr = body("wassi", tmp_path), body("dr")
    dr.advance(0.0)
    wassi.advance(0.0)
    for name, value in (("word", "so far"), ("state", "training")):
        wassi.command(Tell("wassi", f"wassi/{name}", value), 0.0)
    tells(wassi)
    again = body("wassi", tmp_path, since=1000)
    assert facts(again.advance(0.0)) == {"wassi/word": "so far", "wassi/state": "training"}
    tells(again, dr, now_s=5.0)
    assert facts(dr.advance(5.0)) == {"wassi/word": "so far", "wassi/state": "training"}
    again.command(Tell("wassi", "wassi/word", "further"), 6.0)
    tells(again, dr, now_s=6.0)
    assert facts(dr.advance(6.0)) == {"wassi/word": "further"}


def test_the_mission_says_in_which_states_all_begin() -> None:
    mission = loads(f"mission: hospital\n{hospital()}", "hospital.yaml")
    seen = facts(list(first_sights(mission, "dr")))
    assert seen == {f"{robot}/state": "standby" for robot in TEAM}
