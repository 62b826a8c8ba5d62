"""The cheap promises of the package; ``tools/verify_packaging.sh`` tries the installs."""

from __future__ import annotations

import os
import re
import runpy
import xml.etree.ElementTree as ET
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import cotree

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("cotree", "behaviours", "trees", "reallocation", "perception", "manipulation")


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """What setup.py tells setuptools."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        patch.setattr("setuptools.setup", lambda **words: said.update(words))
        said: dict[str, Any] = {}
        runpy.run_path("setup.py")
    return said


def package_xml(tag: str) -> ET.Element:
    element = ET.parse(ROOT / "package.xml").find(tag)
    assert element is not None, f"package.xml has no <{tag}>"
    return element


@pytest.mark.parametrize(
    ("tag", "word"), [("name", "name"), ("version", "version"), ("license", "license")]
)
def test_setup_and_package_xml_say_the_same(told: dict[str, Any], tag: str, word: str) -> None:
    assert package_xml(tag).text == told[word]


def test_the_package_knows_its_version(told: dict[str, Any]) -> None:
    assert cotree.__version__ == told["version"]


def test_the_maintainer_has_an_email_address_or_colcon_drops_the_ament_type() -> None:
    assert re.fullmatch(r"[\w.+-]+@[\w-]+(\.[\w-]+)+", package_xml("maintainer").attrib["email"])
    assert package_xml("export/build_type").text == "ament_python"


def test_every_folder_with_code_is_a_package_so_that_it_installs(told: dict[str, Any]) -> None:
    folders = {path.parent for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    found = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    expected = {name if name.startswith("cotree") else f"cotree.{name}" for name in found}
    assert expected <= set(told["packages"]), "a folder without __init__.py is left out"


def test_every_yaml_file_of_config_installs_to_share_and_as_package_data(
    told: dict[str, Any],
) -> None:
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / "config").rglob("*.yaml")}
    assert files, "config/ has no YAML"
    shared = {
        (folder, file) for folder, names in told["data_files"] for file in names if file in files
    }
    assert shared == {(f"share/cotree/{os.path.dirname(file)}", file) for file in files}
    packaged = {"cotree." + os.path.dirname(file).replace("/", ".") for file in files}
    assert packaged <= set(told["packages"])


def test_config_is_found_through_the_package_without_ros() -> None:
    config = resources.files("cotree") / "config"
    assert any((config / "experiments").iterdir())


def test_only_cotree_lands_on_path_and_robot_is_for_ros2_run(told: dict[str, Any]) -> None:
    assert told["entry_points"] == {"console_scripts": ["cotree = cotree.cli:program"]}
    scripts = [f"scripts/{word}" for word in ("robot", "person", "view", "witness")]
    assert ("lib/cotree", scripts) in told["data_files"]
    assert all(os.access(ROOT / script, os.X_OK) for script in scripts)


def test_an_extra_named_test_makes_colcon_run_pytest(told: dict[str, Any]) -> None:
    assert any(word.startswith("pytest>") for word in told["extras_require"]["test"])


def test_the_extra_all_has_everything_that_users_may_want(told: dict[str, Any]) -> None:
    extras = told["extras_require"]
    aside = {"all", "test", "dev", "ros", "book"}
    aside |= {f"{what}test" for what in ("real", "browser", "ltl", "bench")}
    heavy = {"perception", "speech", "physics"}  # hundreds of MB; come in with their missions
    for name in set(extras) - aside - heavy:
        assert set(extras[name]) <= set(extras["all"]), f"[{name}] is missing in [all]"


def test_the_licence_is_apache_2_in_full() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in text
    assert "END OF TERMS AND CONDITIONS" in text
