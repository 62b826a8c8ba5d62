"""Another way for the robot that is stopped, or another robot: what costs less, unless said."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotree import app
from cotree.app.history import History
from cotree.runtime.messages import Message
from tests.missions import write

MISSION = """
mission: who goes to the ward
team:
  near: {robot: {resources: {base: base}, speed: 1 m/s, drive_overhead: 0 s}, at: hall}
  far:  {robot: {resources: {base: base}, speed: 1 m/s, drive_overhead: 0 s}, at: yard}
world:
  places: {hall: [0, 0], door: [4, 0], ward: [8, 0], garden: [0, 20], gate: [8, 20], yard: [8, 9]}
  ways: {between: [[hall, door, ward], [hall, garden, gate, ward], [yard, ward]]}
ltl: <>ward
simulation: {disturbances: [{at: 1 s, blocks: [door, ward]}]}
reactions: {environment: DO}
"""


def who_went(folder: Path, do: str) -> set[str]:
    """Who came to the ward."""
    text = MISSION.replace("DO", do)
    mission = app.read_mission(write(folder, text))
    messages: list[Message] = []
    assert app.run_team(mission, messages.append, until_s=300.0).result == "success"
    history = History(mission, lambda message: None)
    for message in messages:
        history.write(message)
    return {name for name, word in history.words.items() if any(at == "ward" for at, _ in word)}


@pytest.mark.parametrize(
    ("do", "goes"),
    [
        ("{}", "far"),
        ("{do: reallocate}", "far"),
        ("{do: [reallocate me, reallocate team]}", "near"),
    ],
)
def test_the_cheaper_of_both_is_taken_unless_the_mission_says_otherwise(
    tmp_path: Path, do: str, goes: str
) -> None:
    assert who_went(tmp_path, do) == {goes}
