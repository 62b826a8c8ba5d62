"""``--view`` on the command line."""

from __future__ import annotations

import argparse
import subprocess
import sys

import pytest

from cotree.cli import main
from cotree.commands._page import pictured
from cotree.trees.reading import loads

MISSION = "config/experiments/human_robot.yaml"


def cotree(*args: str, before: str = "pass") -> subprocess.CompletedProcess[str]:
    start = f"import sys; {before}; from cotree.cli import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", start, *args],
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_its_packages_a_page_is_one_line_that_says_what_to_install() -> None:
    done = cotree("run", MISSION, "--view", "--no-record", before="sys.modules['uvicorn'] = None")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "pip install 'cotree[view]'" in line


def test_who_looks_on_can_do_without_a_page() -> None:
    words = ("view", "--team", "nobody at all", "--bus", "udp")
    done = cotree(*words, before="sys.modules['uvicorn'] = None")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "pip install 'cotree[view]'" in line
    assert line.endswith("; without a page: --terminal")


def test_an_address_of_somebody_else_is_one_line() -> None:
    pytest.importorskip("uvicorn", reason="needs cotree[view]")
    done = cotree("run", MISSION, "--view", "--no-record", "--host", "192.0.2.1")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "the page cannot be served at 192.0.2.1" in line


def test_a_port_that_is_none_says_so() -> None:
    done = cotree("run", MISSION, "--view", "--port", "70000")
    assert done.returncode == 2
    assert "'70000' is not a port" in done.stderr


def test_a_run_without_a_page_loads_no_server() -> None:
    after = (
        "import atexit; atexit.register(lambda: print('SERVER' if 'uvicorn' in sys.modules "
        "or 'starlette' in sys.modules else 'NONE'))"
    )
    done = cotree("run", MISSION, "--fast", "--no-record", "--quiet", before=after)
    assert done.stdout.endswith("NONE\n")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("run", MISSION, "--port", "8000"), "--port is for the page; say --view, too"),
        (("person", MISSION, "--name", "ann", "--open"), "--open is for the page; say --view, too"),
        (("view", "no_such.mcap"), "no_such.mcap: cannot be read: No such file or directory"),
        (("view", "no_such.mcap", "--json"), "no_such.mcap: cannot be read: No such file"),
    ],
)
def test_what_makes_no_sense_for_a_page_is_one_line(
    args: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(list(args)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert words in line


CAMERA = "cameras: {above: {at: [0, 0, 1], looks_at: [0, 0], source: film.avi}}"


@pytest.mark.parametrize(
    ("view", "world", "there"),
    [(True, CAMERA, True), (False, CAMERA, False), (True, "places: {a: [0, 0]}", False)],
)
def test_pictures_are_for_the_page_of_a_mission_with_cameras(
    view: bool, world: str, there: bool
) -> None:
    text = f"mission: m\nteam: {{r: {{robot: pr2}}}}\nworld: {{{world}}}\ntask: {{wait: 1 s}}\n"
    found = pictured(argparse.Namespace(view=view), loads(text, "m.yaml"))
    assert (found is not None) == there
