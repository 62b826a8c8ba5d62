"""``--groot2`` on the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("zmq", reason="needs cotree[groot2]")

from cotree.cli import main
from tests.kit.processes import Process, team
from tests.kit.table import TABLE
from tests.viewer.groot2.monitor import Monitor
from tests.viewer.web.test_command import cotree

MISSION = "config/experiments/human_robot.yaml"
TWO = ("pr2", "baxter")


def port_of(process: Process, robot: str) -> int:
    """Where it says that a robot can be asked."""
    line = process.sees(f"groot2: {robot} at")
    return int(re.findall(r" at tcp://127.0.0.1:(\d+)$", line)[0])


def test_a_monitor_attaches_to_each_robot_of_a_run(tmp_path: Path) -> None:
    words = ("--groot2", "0", "--no-record", "--quiet", "--real-time", "0.1")
    with team(tmp_path, TABLE, "udp") as table:
        run = table.starts("run", "run", "mission.yaml", *words)
        for name in TWO:
            with Monitor(port_of(run, name)) as monitor:
                while 1 not in monitor.states().values():  # something is running
                    pass
                assert 'path="task/' in monitor.text("T")


def test_a_robot_that_is_a_process_has_a_port_of_its_own(tmp_path: Path) -> None:
    text = "team: {r: {robot: pr2}}\ntask: {wait: 60 s}\n"
    with team(tmp_path, text, "udp") as table:
        words = ("--mission", "mission.yaml", "--name", "r", "--groot2", "0", "--no-record")
        process = table.starts("r", "robot", *words)
        with Monitor(port_of(process, "r")) as monitor:
            while 1 not in monitor.states().values():
                pass


def test_a_port_that_is_taken_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    from cotree.viewer.groot2.server import Publisher

    with Publisher(["r"], 0) as other:
        port = str(other.ports["r"])
        assert main(["run", MISSION, "--no-record", "--fast", "--groot2", port]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert f"pr2 cannot be shown to Groot2 at 127.0.0.1:{port}" in line


def test_without_its_package_it_is_one_line_that_says_what_to_install() -> None:
    words = ("run", MISSION, "--groot2", "--no-record")
    done = cotree(*words, before="sys.modules['zmq'] = None")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "pip install 'cotree[groot2]'" in line
