from __future__ import annotations

from pathlib import Path

import pytest

from cotree.cli import main
from cotree.core.errors import InputError
from cotree.trees.reading.shipped import file_of, known


def test_a_mission_that_came_with_cotree_is_found_by_its_name() -> None:
    assert Path(file_of("hospital")).name == "hospital.yaml"
    assert file_of("hospital") == str(known()["hospital"])


def test_a_path_stays_a_path_whether_it_is_there_or_not() -> None:
    assert file_of("hospital.yaml") == "hospital.yaml"
    assert file_of("missions/hospital") == "missions/hospital"


def test_what_lies_here_comes_before_what_came_with_cotree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hospital").write_text("mission: mine\n")
    assert file_of("hospital") == "hospital"


@pytest.mark.parametrize("name", ["hospitl", "x" * 5000, "a\0b"])
def test_a_name_that_nobody_knows_is_one_line(name: str) -> None:
    with pytest.raises(InputError) as caught:
        file_of(name)
    (mistake,) = caught.value.mistakes
    assert mistake.message.startswith("there is no such file, and no mission of this name")
    assert ("did you mean 'hospital'?" in mistake.message) == (name == "hospitl")


@pytest.mark.parametrize("command", ["validate", "show", "plan", "run"])
def test_every_command_that_reads_a_mission_takes_a_name(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    more = ("--fast", "--quiet", "--no-record") if command == "run" else ()
    assert main([command, "hospital", *more]) == 0


def test_a_folder_hides_no_mission_and_is_called_a_folder_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hospital").mkdir()
    (tmp_path / "parts").mkdir()
    assert file_of("hospital") == str(known()["hospital"])
    assert file_of("parts") == "parts"
