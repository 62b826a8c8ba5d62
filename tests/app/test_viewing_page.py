"""``cotree view`` on the page: of records, and of teams that run in processes of their own."""

from __future__ import annotations

import json
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("uvicorn", reason="needs cotree[view]")

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from cotree.app.loopback import SEATS
from cotree.cli import main
from cotree.commands import _browser
from tests.kit.processes import Process, Team, free_ports, team
from tests.kit.scenarios import ends_well, whole
from tests.kit.table import bring, mission
from tests.kit.waiting import until

SPEED = 2.0
TABLE = mission(bring("cup", "fork"))
"""One for each robot."""


class Looked(NamedTuple):
    """A team that ran from its beginning to its end, and those who looked on."""

    team: Team
    viewer: Process
    """It has the mission's file."""
    nameless: Process
    """It knows only the team's name."""
    changed: Process
    """It has another file of this name."""
    items: dict[str, list[dict[str, Any]]]
    """What the first one's page was told, by kind."""


@pytest.fixture(scope="module")
def looked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Looked]:
    folder = tmp_path_factory.mktemp("table")
    with team(folder, TABLE, "udp") as table:
        table.speed = SPEED
        table.bus = f"udp:{free_ports(SEATS.stop)}"  # with room for those who look on
        text = (folder / "mission.yaml").read_text()
        (folder / "other.yaml").write_text(f"# a line more\n{text}")
        viewer = view(table, "mission.yaml")
        nameless = view(table, "--team", re.findall("mission: (.*)", text)[0])
        changed = view(table, "other.yaml")
        with live(viewer) as line:
            processes = whole(table)
            found: dict[str, list[dict[str, Any]]] = {}
            for item in items(line):
                found.setdefault(str(item["k"]), []).append(item)
                if item["k"] == "end":
                    break
        ends_well(*processes)
        yield Looked(table, viewer, nameless, changed, found)


def view(table: Team, *args: str) -> Process:
    return table.starts("viewer", "view", *args, "--real-time", str(SPEED), "--bus", table.bus)


def live(process: Process) -> ClientConnection:
    """A page that is open, as a browser has it."""
    line = process.sees("^page: http")
    (port,) = re.findall(r":(\d+)/", line)
    origin = Origin(f"http://localhost:{port}")
    return connect(f"ws://localhost:{port}/live", origin=origin, max_size=None, proxy=None)


def items(line: ClientConnection) -> Iterator[dict[str, Any]]:
    while True:
        yield from json.loads(line.recv())


def closed(process: Process) -> int:
    """Somebody has enough."""
    process.sees("the page stays until Ctrl-C")
    process.signal(signal.SIGINT)
    return process.ends()


def test_a_page_of_a_running_team_has_its_text_its_map_and_its_whole_course(looked: Looked) -> None:
    (hello,), (scene,), (tree,) = (looked.items[kind] for kind in ("hello", "scene", "tree"))
    assert hello["text"] == (looked.team.folder / "mission.yaml").read_text()
    assert hello["live"] is True
    assert scene["places"] == {"table": [4.0, 2.0]}
    nodes, ticks = tree["nodes"], looked.items["d"]
    done = {
        nodes[now["i"]]["path"]
        for tick in ticks
        for now in tick.get("team", [])
        if now["state"] == "done"
    }
    assert {"task/cup", "task/fork"} <= done
    moved = {
        seen["name"]
        for tick in ticks
        for seen in tick.get("seen", [])
        if seen["what"] == "robot" and seen["at"] not in ([0.0, 0.0], [9.0, 0.0])
    }
    assert moved == {"pr2", "baxter"}
    assert looked.items["end"][0]["result"] == "success"
    assert "mission's" not in looked.viewer.text  # nothing is missing
    assert closed(looked.viewer) == 0
    assert "succeeded" in looked.viewer.text


def test_without_the_mission_s_file_it_says_what_is_missing(looked: Looked) -> None:
    looked.nameless.sees("name the MISSION to see its lines, places and ways")
    looked.changed.sees("is not the one that the team runs: no lines, places and ways")
    assert (closed(looked.nameless), closed(looked.changed)) == (0, 0)


@pytest.mark.smoke
def test_a_record_is_shown_on_a_page_and_nowhere_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with team(tmp_path, "team: {r: {robot: pr2}}\ntask: {wait: 1 s}\n", "udp") as alone:
        words = ["run", str(tmp_path / "mission.yaml"), "--record", str(tmp_path / "r.mcap")]
        assert main([*words, "--fast", "--quiet"]) == 0
        viewer = alone.starts("viewer", "view", "r.mcap")
        with live(viewer) as line:
            kinds = []
            for item in items(line):
                kinds.append(item["k"])
                if item["k"] == "end":
                    break
            assert kinds[:3] == ["tree", "hello", "scene"]
        assert closed(viewer) == 0
    record = str(tmp_path / "r.mcap")
    for words in (["--json"], ["--terminal"], ["--bus", "udp"], ["--team", "t"]):
        assert main(["view", record, *words]) == 2
        assert f"here it is: cotree replay {record}" in capsys.readouterr().err


def test_a_browser_is_only_opened_where_there_is_a_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = tmp_path / "asked"
    program = tmp_path / "xdg-open"
    program.write_text(f'#!/bin/sh\necho "$1" > {asked}.new && mv {asked}.new {asked}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(sys, "platform", "linux")
    for screen in _browser.SCREENS:
        monkeypatch.delenv(screen, raising=False)
    assert not _browser.open_in_browser("http://localhost:1/")
    monkeypatch.setenv("DISPLAY", ":0")
    assert _browser.open_in_browser("http://localhost:1/#t")
    until(asked.exists, "the browser is asked")
    assert asked.read_text() == "http://localhost:1/#t\n"
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    assert not _browser.open_in_browser("http://localhost:1/")
