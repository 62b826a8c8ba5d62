"""Real processes that look on at real teams: early, late, frozen, and when they have enough."""

from __future__ import annotations

import contextlib
import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from cotree.app.loopback import SEATS
from cotree.app.viewing import ear_of, onlooker
from cotree.cli import main
from cotree.runtime.bus import BusError
from cotree.runtime.messages import Said
from cotree.runtime.read import read
from tests.kit.processes import Process, Team, free_ports, team
from tests.kit.scenarios import ends_well, whole
from tests.kit.table import OBJECTS, ONCE, SLOW, TABLE, bring, mission

LEISURELY = mission(bring(*OBJECTS), "8 s")
"""Who comes late is there before the end, also on a busy machine."""
BUSES = ("zenoh", "udp")


@pytest.fixture(params=BUSES)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Team]:
    with made(tmp_path, request.param, LEISURELY) as found:
        yield found


@contextlib.contextmanager
def made(folder: Path, bus: str, mission: str = TABLE) -> Iterator[Team]:
    with team(folder, mission, bus) as found:
        found.conducted()
        if bus == "udp":  # with room for those who look on
            found.bus = f"udp:{free_ports(SEATS.stop)}"
        yield found


def view(table: Team, *args: str) -> Process:
    where = ("--bus", table.bus)
    return table.looks("viewer", "view", "mission.yaml", *where, *(args or ("--plain",)))


def test_who_looks_on_from_the_beginning_or_later_sees_it_come_to_its_end(table: Team) -> None:
    early = view(table)
    early.listens()
    processes = whole(table)
    early.sees(r"▶ running")
    late = view(table, "--json")
    ends_well(*processes, early, late)
    assert "succeeded" in early.text
    for name in ONCE:
        assert f"✓ done     task/{name}" in early.text, early.text
    data = json.loads(late.lines[-1])
    assert data["result"] == "success"
    did = {path for robot in data["robots"].values() for path in robot["pieces"]}
    assert did == {f"task/{name}" for name in ONCE}
    assert "dropped" not in early.text + late.text


def test_a_witness_has_a_record_of_what_was_said_and_no_ticks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with made(tmp_path, "udp") as table:
        ends_well(*whole(table))
    record = str(tmp_path / "out" / "mission.tablet.mcap")
    senders = {each.letter.sender for each in read(Path(record)).messages if type(each) is Said}
    assert senders == {"pr2", "baxter", "tablet"}
    assert main(["replay", record]) == 0
    for words in (["replay", "--verify", record], ["why", record, "task"]):
        assert main(words) == 2
        assert "this is the record of tablet, a witness" in capsys.readouterr().err


def test_the_team_does_not_notice_who_leaves_or_hangs(tmp_path: Path) -> None:
    with made(tmp_path, "zenoh", SLOW) as table:
        leaves, hangs = view(table), view(table)
        processes = whole(table)
        for viewer in (leaves, hangs):
            viewer.sees(r"▶ running")
        hangs.signal(signal.SIGSTOP)
        leaves.signal(signal.SIGINT)
        assert leaves.ends() == 0
        assert "the team goes on" in leaves.text
        ends_well(*processes)
        assert table.placed("pr2.mcap", "baxter.mcap") == ONCE


def test_a_team_has_only_so_many_places_for_viewers() -> None:
    ear = ear_of(f"udp:{free_ports(SEATS.stop)}")
    taken = [ear("tea") for _ in SEATS]
    with pytest.raises(BusError, match="all 4 places for viewers are taken"):
        ear("tea")
    for each in taken:
        each.close()


def test_where_nobody_is_nothing_is_heard() -> None:
    with onlooker(f"udp:{free_ports(SEATS.stop)}", "tea") as nobody:
        assert nobody.receive() == []
        assert (nobody.heard, nobody.begun, nobody.end, nobody.time_s) == (False, False, None, 0.0)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ([], "what? name a RECORD, the MISSION of a team that runs, or --team TEAM"),
        (["no_such"], "there is no such file"),
        (["--team", "tea", "--bus", "udb"], "no such bus; did you mean 'udp'?"),
        (["--team", "tea", "--bus", "udp:x"], "'x' is no port"),
        (["--team", "tea", "--bus", "udp", "--lan"], "--lan needs --keys DIR"),
        (["--team", "tea", "--plain", "--json"], "not allowed with argument"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    args: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["view", *args]) == 2
    assert why in capsys.readouterr().err
