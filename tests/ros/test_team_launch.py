"""The launch file of a team asks for what the installed executables understand; ROS is faked."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from cotree import app
from cotree.trees.reading.shipped import file_of

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "launch" / "team.launch.py"


def fake(monkeypatch: pytest.MonkeyPatch, module: str, *names: str) -> None:
    made = ModuleType(module)
    for name in names:
        setattr(made, name, lambda *args, _name=name, **words: (_name, args, words))
    monkeypatch.setitem(sys.modules, module, made)


@pytest.fixture
def launch(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The file, with a launch system that only writes down."""
    fake(monkeypatch, "launch", "LaunchDescription")
    fake(monkeypatch, "launch.actions", "DeclareLaunchArgument", "OpaqueFunction")
    monkeypatch.setitem(sys.modules, "launch_ros", ModuleType("launch_ros"))
    fake(monkeypatch, "launch_ros.actions", "Node")
    return runpy.run_path(str(FILE))


def nodes(launch: Any, **asked: str) -> list[dict[str, Any]]:
    """What it would start."""
    _, (entities,), _ = launch["generate_launch_description"]()
    given = {args[0]: words.get("default_value") for kind, args, words in entities if args}
    [function] = [words["function"] for kind, _, words in entities if kind == "OpaqueFunction"]
    context = SimpleNamespace(launch_configurations={**given, **asked})
    return [words for _, _, words in function(context)]


def test_everybody_of_the_mission_gets_a_process(launch: Any) -> None:
    found = nodes(launch, mission="human_robot")
    mission = app.read_mission(file_of("human_robot"))
    robots = [name for name, mate in mission.team.items() if mate.robot is not None]
    assert [each["namespace"] for each in found if each["executable"] == "robot"] == robots
    assert [each["ros_arguments"] for each in found if each["executable"] == "robot"] == [
        ["--enclave", f"/cotree/{name}"] for name in robots
    ]
    for each in found:
        assert (ROOT / "scripts" / each["executable"]).is_file()
    [first, *_] = found
    [parameters] = first["parameters"]
    assert parameters == {"name": robots[0], "mission": mission.file, "simulated": True}
    people = {each["arguments"][2] for each in found if each["executable"] == "person"}
    assert people == set(mission.team) - set(robots)


def test_others_can_be_left_to_other_machines(launch: Any) -> None:
    [only] = nodes(launch, mission="human_robot", only="pr2", simulated="false")
    assert only["parameters"][0]["simulated"] is False
    with pytest.raises(RuntimeError, match="no teammate 'pr3'; known: "):
        nodes(launch, mission="human_robot", only="pr3")
