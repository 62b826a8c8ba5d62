"""One bad package on the machine takes nothing away but its own words."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cotree.cli import main

MISSION = "mission: m\nteam: {pr2: {robot: pr2}}\ntask: {wait: 1}\n"
WARNING = (
    "warning: package 'bad-pkg' is broken: its entry point 'greet = bad_pkg_of_a_test:Greet' gives "
    "no behaviour (ModuleNotFoundError: No module named 'nothing_here'); update or uninstall it; "
    "all other words work\n"
)


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that offers ``greet`` and cannot be imported."""
    info = tmp_path / "bad_pkg-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-pkg\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cotree.leaves]\ngreet = bad_pkg_of_a_test:Greet\n")
    (tmp_path / "bad_pkg_of_a_test.py").write_text("import nothing_here\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    Path("m.yaml").write_text(MISSION)
    Path("greet.yaml").write_text(MISSION.replace("wait", "greet"))
    sys.modules.pop("bad_pkg_of_a_test", None)


@pytest.mark.parametrize(
    "command",
    ["validate m.yaml", "show m.yaml", "schema", "run --fast --no-record m.yaml", "words"],
)
def test_every_command_works_and_says_once_what_is_broken(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command.split()) == 0
    out, err = capsys.readouterr()
    assert out
    assert err == WARNING


def test_a_mission_that_needs_the_package_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "greet.yaml"]) == 2
    assert capsys.readouterr().err == WARNING + (
        "greet.yaml:3:8: no behaviour 'greet': package 'bad-pkg' offers it as "
        "bad_pkg_of_a_test:Greet, which cannot be used "
        "(ModuleNotFoundError: No module named 'nothing_here')\n"
    )
