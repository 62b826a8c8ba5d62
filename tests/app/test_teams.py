"""Two teams that have the same mission on one machine, each with a name of its own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cotree.app.loopback import port_of
from cotree.cli import main
from tests.kit.processes import Process, Team, team
from tests.missions import write

MISSION = """
team: {pr2: {robot: pr2}, baxter: {robot: baxter}}
task: {and: [{wait: 0.2 s}, {wait: 0.3 s}]}
coordination: {lease: 1 s, renew: 0.25 s, stop: 0.2 s}
"""


def two_names() -> list[str]:
    """Names that no other run of this test uses now, with ports of their own."""
    names = [f"{os.getpid()} {number}" for number in range(1000)]
    return [names[0], next(name for name in names if port_of(name) != port_of(names[0]))]


def robot(made: Team, team: str, name: str) -> Process:
    where = ("--mission", "mission.yaml", "--bus", made.bus, "--real-time", "2")
    return made.starts(f"{team} {name}", "robot", *where, "--name", name, "--team", team)


@pytest.mark.parametrize("bus", ["zenoh", "udp"])
def test_two_teams_of_one_mission_do_not_hear_each_other(tmp_path: Path, bus: str) -> None:
    with team(tmp_path, MISSION, bus) as made:
        made.bus = bus  # from the ports that belong to the name
        names = two_names()
        red = [robot(made, names[0], name) for name in ("pr2", "baxter")]
        blue = robot(made, names[1], "pr2")
        for process in red:
            assert process.ends() == 0, process.text
        blue.sees("waiting for baxter: ")
        late = robot(made, names[1], "baxter")
        for process in (blue, late):
            assert process.ends() == 0, process.text
        there = sorted(path.name for path in (tmp_path / "out").glob("*.mcap"))
        assert there == sorted(
            f"mission@{team}.{name}.mcap" for team in names for name in ("pr2", "baxter")
        )


def test_what_one_team_has_promised_is_no_promise_of_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mission = str(write(tmp_path, f"mission: {tmp_path.name}\n{MISSION}"))
    usual = ["robot", "--mission", mission, "--name", "pr2", "--bus", "udp", "--no-record"]
    usual += ["--first", "--until", "1.3 s", "--state", str(tmp_path / "state")]
    assert main([*usual, "--team", f"{tmp_path.name} red"]) == 1
    capsys.readouterr()
    assert main([*usual, "--team", f"{tmp_path.name} blue"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"are of mission '{tmp_path.name} red', not '{tmp_path.name} blue'" in line


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 65])
def test_what_is_no_name_of_a_team_is_refused(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["robot", "--mission", "m.yaml", "--name", "pr2", "--team", name]) == 2
    assert "is no name: from 1 to 64 characters that can be printed" in capsys.readouterr().err
