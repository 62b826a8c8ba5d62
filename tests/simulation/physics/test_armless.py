"""Missions with forces where a robot's model is missing or broken: it is told, and they obey."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from cotree import app
from cotree.cli import main
from cotree.core.actions import Begin, Event, FactSeen, GraspSeen
from cotree.manipulation.reach.installed import FILES, where
from cotree.manipulation.reach.urdf import UrdfError
from cotree.runtime.messages import End, Heard, Message, Told

TABLE = """
mission: one table
team:
  pr2: {{robot: pr2_right_arm, at: [0, 0], home: {{right_gripper: [0.25, 0.04]}}}}
  baxter: {{robot: baxter_right_arm, at: [0, 0.8], home: {{right_gripper: [-0.25, 0.76]}}}}
world:
  physics: true
  places: {{tray: [0.4, 0.3]}}
  objects: {{cup: [0.1, 0.35]}}
  grasps: {{pr2: {{cup: 50}}, baxter: {{cup: 20}}}}
task: {{and: [{{place: {{object: cup, at: tray}}}}]}}
coordination: {{witness: [tablet]}}
{senses}
"""
ALONE = """
mission: alone
team: {{pr2: {{robot: pr2_right_arm, at: [0, 0], home: {{right_gripper: [0.25, 0.04]}}}}}}
world: {{physics: true, places: {{tray: [0.4, 0.3]}}, objects: {{cup: [0.1, 0.35]}}}}
task: {{then: [{{place: {{object: cup, at: tray}}}}]}}
{senses}
"""
STOP = "senses: {arms: {without: stop}}"
NEEDED = "needs its model; pip install example-robot-data"


class Packed:
    """A file of an installed package, wherever it really is."""

    def __init__(self, name: str, file: Path) -> None:
        self._name, self._file = name, file

    def as_posix(self) -> str:
        return f"cmeel/{self._name}"

    def locate(self) -> Path:
        return self._file


def models(monkeypatch: pytest.MonkeyPatch, **files: Path) -> None:
    """The package of models has these files, and no others."""
    packed = [Packed(FILES[robot], file) for robot, file in files.items()]
    monkeypatch.setattr(metadata, "files", lambda name: packed)


def model(robot: str) -> Path:
    try:
        return where(robot)
    except UrdfError:
        pytest.skip("needs cotree[physics]: example-robot-data")


class Run:
    """What came of a mission."""

    def __init__(self, file: Path, until_s: float = 60.0) -> None:
        self.messages: list[Message] = []
        self.reports: list[str] = []
        mission = app.read_mission(str(file))
        self.end: End = app.run_team(
            mission, self.messages.append, until_s=until_s, report=self.reports.append
        )

    def heard(self) -> Iterator[tuple[str, Event]]:
        """Which robot was told what."""
        for each in self.messages:
            if isinstance(each, Heard):
                yield from ((each.robot, event) for event in each.events)

    def begun(self) -> list[Begin]:
        """What robots set out to do."""
        told = [each for each in self.messages if isinstance(each, Told)]
        return [one for each in told for one in each.commands if isinstance(one, Begin)]


def written(folder: Path, senses: str = "") -> Path:
    file = folder / "table.yaml"
    file.write_text(TABLE.format(senses=senses))
    return file


def test_without_the_package_of_models_grippers_fly_and_that_is_told_once_for_each_robot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "files", absent)
    run = Run(written(tmp_path))
    assert run.end.result == "success"
    assert run.reports == [
        f"no arms from pr2: pr2: {NEEDED}; the mission goes on without",
        f"no arms from baxter: baxter: {NEEDED}; the mission goes on without",
    ]
    told = [event for _, event in run.heard() if isinstance(event, FactSeen)]
    assert FactSeen("senses/arms", f"baxter: {NEEDED}") in told
    scores = {event for _, event in run.heard() if isinstance(event, GraspSeen)}
    assert scores == {GraspSeen("pr2", "cup", 50.0), GraspSeen("baxter", "cup", 20.0)}, "the YAML's"


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ("<robot", "pr2.urdf: not XML: "),
        ("<robot name='pr2'><link name='base'/></robot>", "pr2: no link 'torso_lift_link'; "),
        (None, "pr2.urdf: this world cannot be built: "),
    ],
    ids=["no XML", "no arm", "no meshes"],
)
def test_a_model_that_is_broken_is_told_and_the_other_robot_keeps_its_arm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str | None, why: str
) -> None:
    good, baxter = model("pr2").read_text(), model("baxter")
    file = tmp_path / "pr2.urdf"
    file.write_text(good if broken is None else broken)
    models(monkeypatch, pr2=file, baxter=baxter)
    run = Run(written(tmp_path), until_s=1.0)
    (report,) = run.reports
    assert report.startswith(f"no arms from pr2: {why}")
    assert report.endswith("; the mission goes on without")
    assert "\n" not in report
    scores = {event.robot: event.score for _, event in run.heard() if isinstance(event, GraspSeen)}
    assert scores["pr2"] == 50.0, "as the YAML says"
    assert scores["baxter"] != 20.0, "as it is seen"


def test_a_mission_that_must_not_go_on_without_arms_stops_before_anything_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pr2.urdf"
    file.write_text("<mujoco/>")
    models(monkeypatch, pr2=file, baxter=model("baxter"))
    run = Run(written(tmp_path, STOP))
    assert run.end.result == "failure"
    (reason,) = run.end.reasons
    assert reason.code == "blind"
    assert reason.message.startswith("arms, pr2: pr2.urdf: the root is <mujoco>, <robot> is right")
    assert run.begun() == []
    assert run.reports[-1].endswith("the mission must not go on without")


def test_with_all_models_nothing_is_told(tmp_path: Path) -> None:
    model("pr2")
    run = Run(written(tmp_path, STOP), until_s=1.0)
    assert run.reports == []


def test_the_command_says_it_in_one_line_for_one_robot_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    models(monkeypatch)
    file = tmp_path / "alone.yaml"
    file.write_text(ALONE.format(senses=""))
    assert main(["run", str(file), "--no-record", "--fast"]) == 0
    shown = "".join(capsys.readouterr())
    assert shown.count("no arms from pr2: pr2: the installed example-robot-data has no ") == 1
    file.write_text(ALONE.format(senses=STOP))
    assert main(["run", str(file), "--no-record", "--fast"]) == 1
    assert "the mission must not go on without" in "".join(capsys.readouterr())
