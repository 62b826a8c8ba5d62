"""Arms in real time: what they think over costs the team's own process nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cotree import app
from cotree.core.actions import Begin, Ended, GraspSeen
from cotree.manipulation.handling.choice import Chooser
from cotree.manipulation.handling.spots import Spots
from cotree.manipulation.reach.installed import where
from cotree.manipulation.reach.urdf import UrdfError
from cotree.runtime.gauge import Gauge
from cotree.runtime.messages import Heard, Message, Told
from cotree.runtime.senses.ports import Eye
from tests.kit.blocked import Pointing

TABLE = """
mission: one table
team:
  pr2: {robot: pr2_right_arm, at: [0, 0], home: {right_gripper: [0.25, 0.04]}}
  baxter: {robot: baxter_right_arm, at: [0, 0.8], home: {right_gripper: [-0.25, 0.76]}}
  ann: {person: {watched_by: [pr2, baxter]}, at: [0.78, 0.40]}
world:
  physics: true
  places: {tray: [0.4, 0.3]}
  objects: {orange: [0.1, 0.4]}
  cameras: {ceiling: {at: [0, 0.4, 1.5], looks_at: [0, 0.4], source: none.mp4, depth: table}}
task: {and: [{place: {object: orange, at: tray}}]}
senses: {hands: ceiling}
coordination: {witness: [ann]}
"""


MOST_S = 0.5
"""CPU of other threads, which could hold the interpreter's lock; thinking itself takes seconds."""


def pointing(*_: object, **__: object) -> Eye:
    """Somebody who sees a hand, all the time."""
    return Pointing()


def not_here(name: str) -> Callable[..., object]:
    """A method of this name that must not be called in this process."""

    def thought(*_: object, **__: object) -> object:
        raise AssertionError("this was thought over where the team ticks")

    thought.__name__ = name  # by which it is found in the process that thinks
    return thought


def test_no_tick_waits_for_an_arm_that_plans_nor_for_an_eye_that_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        where("pr2")
    except UrdfError:
        pytest.skip("needs cotree[physics]: example-robot-data")
    for kind, name in ((Chooser, "choices"), (Chooser, "rated"), (Spots, "motion")):
        monkeypatch.setattr(kind, name, not_here(name))  # the process that thinks loads its own
    monkeypatch.setattr("cotree.app.sensing.eye_of", pointing)
    file = tmp_path / "mission.yaml"
    file.write_text(TABLE)
    gauges: dict[str, Gauge] = {}
    messages: list[Message] = []
    app.run_team(
        app.read_mission(str(file)),
        messages.append,
        speed=4.0,
        real=True,
        until_s=1200.0,
        gauges=gauges.update,
    )
    heard = [event for each in messages if isinstance(each, Heard) for event in each.events]
    scores = {each.robot: each.score for each in heard if isinstance(each, GraspSeen)}
    assert scores["baxter"] > 10.0, "it was seen how it could be taken"
    told = [each for each in messages if isinstance(each, Told)]
    ids = {one.id for each in told for one in each.commands if isinstance(one, Begin)}
    ended = [each for each in heard if isinstance(each, Ended) and each.id in ids]
    assert any(each.reason is None for each in ended), "an arm has brought it"
    for gauge in gauges.values():
        assert gauge.ticks > 50
