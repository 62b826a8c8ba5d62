"""Facts from the YAML to the robot: what a mission says of its world is believed and can change."""

from __future__ import annotations

from pathlib import Path

from cotree import app
from cotree.runtime.messages import Message, Told
from tests.missions import write

GUARDED = """
mission: guarded
team: {pr2: {robot: pr2}}
world: {facts: {door_open: true}}
task:
  selector:
    - guard: {fact: door_open, do: {wait: 30 s}}
    - wait: 1 s
"""
SLAM = "simulation: {events: [{at: 10 s, fact: door_open, equals: false}]}\n"


def run(folder: Path, text: str) -> tuple[str, float, str]:
    """How it ended and when, with everything that was told as text."""
    messages: list[Message] = []
    end = app.run_virtual(app.read_mission(write(folder, text)), messages.append)
    return end.result, end.t, str([m for m in messages if isinstance(m, Told)])


def test_a_guard_lets_pass_what_the_world_says(tmp_path: Path) -> None:
    result, ended_s, _ = run(tmp_path, GUARDED)
    assert result == "success"
    assert 30 <= ended_s < 31


def test_a_guard_stops_its_child_when_an_event_changes_the_fact(tmp_path: Path) -> None:
    result, ended_s, told = run(tmp_path, GUARDED + SLAM)
    assert result == "success"
    assert 11 < ended_s < 12
    assert "door_open is false, not true" in told


def test_a_fact_that_nothing_sets_is_called_unknown(tmp_path: Path) -> None:
    result, ended_s, told = run(tmp_path, GUARDED.replace("door_open: true", "other: 1"))
    assert result == "success"
    assert 1 <= ended_s < 2
    assert "door_open is unknown, not true" in told
