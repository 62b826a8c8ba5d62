"""The launch file asks for what ``lib/cotree/robot`` understands; ROS itself is faked."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FILE = Path(__file__).resolve().parent.parent / "launch" / "cotree.launch.py"


def fake(monkeypatch: pytest.MonkeyPatch, module: str, name: str) -> None:
    """A class of that name, whose instance is a tuple: its name and what it was given."""
    made = ModuleType(module)
    setattr(made, name, lambda *args, **words: (name, args, words))
    monkeypatch.setitem(sys.modules, module, made)


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the launch file would start."""
    fake(monkeypatch, "launch", "LaunchDescription")
    fake(monkeypatch, "launch.actions", "DeclareLaunchArgument")
    fake(monkeypatch, "launch.substitutions", "LaunchConfiguration")
    monkeypatch.setitem(sys.modules, "launch_ros", ModuleType("launch_ros"))
    fake(monkeypatch, "launch_ros.actions", "Node")
    _, (entities,), _ = runpy.run_path(str(FILE))["generate_launch_description"]()
    return list(entities)


def test_it_starts_the_installed_robot_with_the_mission_and_the_name_it_was_given(
    launched: list[Any],
) -> None:
    declared = {args[0] for kind, args, _ in launched if kind == "DeclareLaunchArgument"}
    [(_, _, node)] = [entity for entity in launched if entity[0] == "Node"]
    assert (node["package"], node["executable"]) == ("cotree", "robot")
    flags, values = node["arguments"][::2], node["arguments"][1::2]
    assert [flag.removeprefix("--") for flag in flags] == [args[0] for _, args, _ in values]
    assert {args[0] for _, args, _ in values} == declared == {"mission", "name"}
