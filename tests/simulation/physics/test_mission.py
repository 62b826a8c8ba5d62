from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from cotree import app
from cotree.cli import main
from cotree.core.errors import InputError

MISSION = """mission: tea
team: {{pr2: {{robot: pr2_right_arm, home: {{right_gripper: [0.25, 0.04]}}}}}}
world: {world}
task: {{place: {{object: sugar, at: tray}}}}
"""


def written(tmp_path: Path, world: str) -> str:
    file = tmp_path / "tea.yaml"
    file.write_text(MISSION.format(world=world))
    return str(file)


def test_physics_beside_the_name_of_a_world_changes_nothing_else(tmp_path: Path) -> None:
    plain = app.read_mission(written(tmp_path, "tea_table"))
    forces = app.read_mission(written(tmp_path, "{use: tea_table, physics: true}"))
    assert not plain.world.physics
    assert forces.world.physics
    assert msgspec.structs.replace(forces.world, physics=False) == plain.world
    same = app.read_mission(written(tmp_path, "{use: tea_table}"))
    assert same.world == plain.world


def test_a_world_written_in_place_can_have_physics(tmp_path: Path) -> None:
    world = "{places: {tray: [0, 0]}, objects: {sugar: [0.2, 0.2]}, physics: true}"
    assert app.read_mission(written(tmp_path, world)).world.physics


def test_the_command_line_can_ask_for_physics(tmp_path: Path) -> None:
    file = written(tmp_path, "tea_table")
    assert app.read_mission(file, physics=True).world.physics
    assert not app.read_mission(file, physics=False).world.physics
    assert app.read_mission(written(tmp_path, "{use: tea_table, physics: true}")).world.physics


@pytest.mark.parametrize(
    ("world", "text"),
    [
        ("{use: tea_table, physics: maybe}", "3:34: 'physics': expected true or false"),
        ("{use: tea_tabel}", "3:14: no world 'tea_tabel'; did you mean 'tea_table'"),
        (
            "{use: tea_table, objects: {cup: [0, 0]}}",
            "3:25: beside 'use' a world has only 'physics' and 'cameras', not 'objects'",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, world: str, text: str) -> None:
    with pytest.raises(InputError) as wrong:
        app.read_mission(written(tmp_path, world))
    assert text in str(wrong.value)


def test_without_mujoco_a_run_ends_with_2_and_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mujoco", None)
    assert main(["run", written(tmp_path, "tea_table"), "--physics", "--no-record"]) == 2
    error = capsys.readouterr().err.strip().splitlines()
    assert error[-1].endswith("needs MuJoCo: pip install 'cotree[physics]'")
    assert not any("Traceback" in line for line in error)
