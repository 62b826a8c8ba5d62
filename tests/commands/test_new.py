"""A package of one's own: made, installed, tested and run, as a newcomer would.

It is installed by setuptools alone, as colcon does; pip would need the package ``wheel`` here.
"""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from cotree.cli import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*command: str, path: str, where: str = ".") -> str:
    """What a command says that must go well."""
    around = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=around, cwd=where)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.real
def test_it_installs_its_test_passes_and_its_mission_runs(here: Path) -> None:
    assert main(["new", "package", "tea_tools", "--leaf", "pour"]) == 0
    python = (sys.executable, "-m")
    target = str(here / "installed")
    steps = (
        word for step in ("install_lib", "install_egg_info", "install_data")
        for word in (step, "--install-dir", target)
    )  # fmt: skip
    run(sys.executable, "setup.py", "-q", *steps, path="", where="tea_tools")
    path = os.pathsep.join([target, str(ROOT)])
    tested = run(
        *python,
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-W",
        "error",
        "tea_tools/test",
        path=path,
    )
    assert " passed" in tested
    assert "skipped" not in tested
    mission = "tea_tools/missions/tea_tools.yaml"
    said = run(*python, "cotree", "run", "--fast", "--no-record", "--quiet", mission, path=path)
    assert "succeeded" in said
    share = here / "installed" / "share"
    assert (share / "ament_index/resource_index/packages/tea_tools").is_file()
    assert (share / "tea_tools/launch/tea_tools.launch.py").is_file()


def test_its_package_xml_is_one_that_colcon_takes_for_ament_python(here: Path) -> None:
    assert main(["new", "package", "tea_tools", "--into", str(here)]) == 0
    root = ET.parse("tea_tools/package.xml").getroot()
    assert root.findtext("name") == "tea_tools"
    assert root.findtext("export/build_type") == "ament_python"
    maintainer = root.find("maintainer")
    assert maintainer is not None
    assert "@" in maintainer.attrib["email"]
    for file in Path("tea_tools").rglob("*.*"):
        assert "@NAME@" not in file.read_text()
        assert "@LEAF@" not in file.read_text()
    for file in Path("tea_tools").rglob("*.py"):
        compile(file.read_text(), str(file), "exec")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("Tea", "'Tea' is no name of a package; begin with a small letter"),
        ("tea-tools", "is no name of a package"),
        ("tea__tools", "is no name of a package"),
        ("../tea", "is no name of a package"),
        ("t", "is no name of a package"),
        ("import", "'import' means something in Python; call it import_tools"),
        ("json", "'json' means something in Python"),
        ("cotree", "a module 'cotree' is installed here already"),
        ("tea_tools --leaf wait", "'wait' is a word of missions already"),
        ("tea_tools --leaf name", "'name' is a word of missions already"),
        ("tea_tools --leaf Pour!", "'Pour!' is no word for a leaf"),
        ("there", "there: is there already; I write into no folder that I did not make"),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_line(
    arguments: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("there").mkdir()
    assert main(["new", "package", *arguments.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert [*Path().iterdir()] == [Path("there")]
