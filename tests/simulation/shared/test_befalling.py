"""Robots in processes of their own: what they tell, what befalls them, and who is back."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotree.core.actions import Begin, Drive, Ended, Event, FactSeen, Perform, Permit, Tell
from cotree.core.mission import Mission
from cotree.simulation.shared.body import RobotBody
from cotree.simulation.shared.keepsake import Keepsake
from cotree.trees.reading import loads

TEXT = """
mission: two that fall
team:
  one: {robot: {resources: {base: base}}, at: [0, 0]}
  two: {robot: {resources: {base: base}}, at: [0, 0]}
world: {places: {here: [0, 0], there: [3, 0]}, facts: {door: shut}}
task: {and: [{move: there}, {move: here}]}
simulation:
  disturbances:
    - {at: 1 s, robot: one, falls: true}
    - {at: 2 s, robot: two, breaks: true}
    - {at: 3 s, blocks: [here, there]}
"""


@pytest.fixture
def mission() -> Mission:
    return loads(TEXT, "falling.yaml")


def body(mission: Mission, name: str, folder: Path | None = None, since: int = 0) -> RobotBody:
    made = RobotBody(mission, name, Keepsake(folder), since)
    made.wake(0.0)
    return made


def lives(one: RobotBody, to_s: float, *peers: RobotBody) -> list[Event]:
    """Time passes for one, and the others hear of it; what it sees."""
    one.wake(to_s)
    seen = one.advance(to_s)
    for telegram in one.telegrams(to_s):
        for peer in peers:
            peer.hear("one", telegram, to_s)
    return seen


def drives(one: RobotBody, now_s: float) -> str:
    """Why it does not get off; empty if it does."""
    one.command(Permit("one", "task/drive", (1, "one"), 1e9), now_s)
    one.command(Begin(f"{now_s}", "one", Drive((3.0, 0.0, 0.0)), ("base",), "task/drive"), now_s)
    ended = [each for each in one.advance(now_s + 0.01) if isinstance(each, Ended)]
    return ended[0].reason.code if ended and ended[0].reason is not None else ""


def recovers(one: RobotBody, now_s: float, to_s: float) -> None:
    one.command(Permit("one", "task/stand", (1, "one"), 1e9), now_s)
    one.command(Begin("up", "one", Perform("recover", 1.0), ("base",), "task/stand"), now_s)
    lives(one, to_s)


def facts(events: list[Event]) -> dict[str, object]:
    return {each.name: each.value for each in events if isinstance(each, FactSeen)}


def test_what_a_robot_tells_reaches_itself_and_its_peers_in_the_same_turn(mission: Mission) -> None:
    one, two = body(mission, "one"), body(mission, "two")
    one.advance(0.0)
    two.advance(0.0)
    one.command(Tell("one", "one/word", "hello"), 0.0)
    assert facts(lives(one, 0.0, two)) == {"one/word": "hello"}
    assert facts(two.advance(0.0)) == {"one/word": "hello"}


def test_a_robot_cannot_tell_what_is_anothers(mission: Mission) -> None:
    one, two = body(mission, "one"), body(mission, "two")
    two.advance(0.0)
    one.command(Tell("one", "two/word", "forged"), 0.0)
    assert "two/word" not in facts(lives(one, 0.0, two))
    assert facts(two.advance(0.0)) == {}


def test_each_process_lets_befall_its_own_robot_only_and_ways_for_all(mission: Mission) -> None:
    one = body(mission, "one")
    seen = facts(lives(one, 5.0))
    assert seen["one/upright"] is False
    assert seen["blocked/here-there"] is True
    assert "two/healthy" not in seen


def test_peers_hear_who_has_fallen_from_itself(mission: Mission) -> None:
    one, two = body(mission, "one"), body(mission, "two")
    two.advance(0.0)
    lives(one, 1.5, two)
    assert facts(two.advance(0.1)) == {"one/upright": False}


def test_who_was_down_when_it_was_killed_is_still_down(mission: Mission, tmp_path: Path) -> None:
    lives(body(mission, "one", tmp_path), 1.5)
    again = body(mission, "one", tmp_path, since=1)
    assert facts(again.advance(0.0))["one/upright"] is False
    assert drives(again, 0.1) == "fallen"


def test_who_stood_up_before_it_was_killed_does_not_fall_again(
    mission: Mission, tmp_path: Path
) -> None:
    one = body(mission, "one", tmp_path)
    lives(one, 1.1)
    recovers(one, 1.2, 2.5)
    again = body(mission, "one", tmp_path, since=1)
    assert facts(again.advance(0.0))["one/upright"] is True
    assert drives(again, 0.1) == ""
    assert facts(lives(again, 0.4)) == {}, "what happened by itself until then is over"
    assert facts(lives(again, 1.0)) == {"blocked/here-there": True}, "and what was to come comes"


def test_a_word_outlives_its_process(mission: Mission, tmp_path: Path) -> None:
    one = body(mission, "one", tmp_path)
    one.command(Tell("one", "one/word", "so far"), 0.0)
    lives(one, 0.0)
    assert facts(body(mission, "one", tmp_path, since=1).advance(0.0))["one/word"] == "so far"


def test_a_word_outlives_its_disk(mission: Mission) -> None:
    one, two = body(mission, "one"), body(mission, "two")
    one.command(Tell("one", "one/word", "so far"), 0.0)
    lives(one, 0.0, two)
    again = body(mission, "one", since=1)
    again.advance(0.0)
    for telegram in two.telegrams(2.0):
        again.hear("two", telegram, 0.1)
    assert facts(again.advance(0.1)) == {"one/word": "so far"}
