"""Who is heard on a network: only members with keys of the team, each under its own name."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import zenoh

from cotree.cli import main
from cotree.conformance.bus import BusConformance
from cotree.runtime.bus import Bus, BusError
from cotree.zenoh.bus import Lan, ZenohBus
from cotree.zenoh.keys.files import FILES
from cotree.zenoh.keys.folder import make
from cotree.zenoh.keys.reading import access_of
from cotree.zenoh.names import all_in, key, ports_of
from cotree.zenoh.settings import at_home, on_lan
from tests.kit.talking import meet, say
from tests.kit.waiting import until
from tests.missions import write

MEMBERS = ("pr2", "baxter", "ann")
EVERYBODY = (*MEMBERS, "alone", "late")
MANY = 30
MISSION = """
mission: tea
team:
  pr2: {robot: pr2}
  baxter: {robot: baxter}
  ann: {person: {watched_by: [pr2, baxter]}}
task: {and: [{wait: 1 s}, {wait: 2 s}]}
coordination: {partition: witness, witness: [base]}
"""


class Site:
    """A team on a network, with keys."""

    def __init__(self, keys: Path, team: str) -> None:
        self.keys, self.team = keys, team
        make(keys, team, MEMBERS, days=1)
        self.opened: list[Any] = []

    def join(self, name: str, **more: Any) -> ZenohBus:
        bus = ZenohBus(name, self.team, **{"lan": Lan(self.keys / name), **more})
        self.opened.append(bus)
        return bus

    def outlaw(self, settings: dict[str, Any]) -> Any:
        """A session that keeps no rules of ours."""
        settings.pop("access_control", None)
        session = zenoh.open(zenoh.Config.from_json5(json.dumps(settings)))
        self.opened.append(session)
        return session

    def stolen(self, name: str) -> dict[str, Any]:
        """What Zenoh is told by somebody who has the keys of this one."""
        access = access_of(self.keys / name, self.team, name)
        ports = ports_of(self.team)
        return on_lan(ports[20], ports, (), access)


@pytest.fixture
def site(tmp_path: Path, mine: str) -> Iterator[Site]:
    made = Site(tmp_path / "keys", f"lan {mine}")
    yield made
    for each in made.opened:
        each.close()


class TestZenohWithKeys(BusConformance):
    """Over a network; the stranger has keys, as a viewer has, and is no member."""

    @pytest.fixture(autouse=True)
    def _keys(self, tmp_path: Path, mine: str) -> None:
        self.keys, self.mine = tmp_path, mine
        for team in ("tea", "coffee"):
            make(tmp_path / team, f"{team} {mine}", (*EVERYBODY, "stranger"), days=1)

    def join(self, name: str, team: str = "tea") -> Bus:
        members = EVERYBODY if name in EVERYBODY else None
        return ZenohBus(name, f"{team} {self.mine}", members, lan=Lan(self.keys / team / name))


def talk(pr2: ZenohBus, baxter: ZenohBus) -> set[bytes]:
    """Long enough for anybody who could hear it, or be heard; what the two have heard."""
    found = [say(pr2, "letters", b"cup", baxter)[0] for _ in range(MANY)]
    found += [say(baxter, "letters", b"cup", pr2)[0] for _ in range(MANY)]
    return {each.data for heard in found for each in heard}


def test_members_with_keys_hear_each_other(site: Site) -> None:
    buses = [site.join(name) for name in MEMBERS]
    meet(*buses)
    pr2, *others = buses
    assert all(say(pr2, "letters", b"x" * 60_000, *others))


def test_who_signed_the_own_certificate_is_not_heard_and_hears_nothing(
    site: Site, tmp_path: Path
) -> None:
    make(tmp_path / "forged", site.team, MEMBERS, days=1)
    pr2, baxter = site.join("pr2"), site.join("baxter")
    forged = site.join("ann", lan=Lan(tmp_path / "forged" / "ann"))
    meet(pr2, baxter)
    forged.send("letters", b"forged")
    assert talk(pr2, baxter) == {b"cup"}
    assert [bus.linked for bus in (pr2, baxter, forged)] == [1, 1, 0]
    assert forged.receive() == []


def test_who_has_no_keys_is_not_heard_and_hears_nothing(site: Site) -> None:
    pr2, baxter = site.join("pr2"), site.join("baxter")
    meet(pr2, baxter)
    plain, home = site.join("ann", lan=Lan(None)), site.join("ann", lan=None)
    ports = ports_of(site.team)
    straight = at_home(ports[30], ports)
    straight["connect"]["endpoints"] = [f"tcp/127.0.0.1:{pr2.port}"]
    caller = site.outlaw(straight)
    caller.put(key(site.team, "letters", "ann"), b"plain")
    plain.send("letters", b"plain")
    home.send("letters", b"plain")
    assert talk(pr2, baxter) == {b"cup"}
    assert list(caller.info.peers_zid()) == []
    assert [pr2.linked, baxter.linked] == [1, 1]
    assert plain.receive() == home.receive() == []


def test_a_robot_that_was_taken_over_cannot_speak_as_another(site: Site) -> None:
    """Its own rules are gone; those of its teammates hold."""
    pr2, baxter = site.join("pr2"), site.join("baxter")
    evil = site.outlaw(site.stolen("ann"))
    meet(pr2, baxter)

    def own_name() -> bool:
        evil.put(key(site.team, "letters", "ann"), b"as ann")
        return any(each.sender == "ann" for each in pr2.receive())

    until(own_name, "it speaks under its own name")
    for _ in range(MANY):
        evil.put(key(site.team, "letters", "baxter"), b"as baxter")
        evil.put(key(f"{site.team} 2", "letters", "ann"), b"elsewhere")
    until(own_name, "it speaks under its own name")
    heard = [*pr2.receive(), *say(baxter, "letters", b"cup", pr2)[0]]
    assert all(each.data != b"as baxter" for each in heard)
    assert pr2.dropped == 0


def test_a_robot_cannot_speak_as_another_by_mistake_either(site: Site) -> None:
    """Its own rules let out only what stands under its own name."""
    pr2 = site.join("pr2")
    listener = site.outlaw(site.stolen("ann"))
    heard: list[str] = []
    listener.declare_subscriber(
        all_in(site.team), lambda sample: heard.append(sample.payload.to_string())
    )
    right = pr2._session.declare_publisher(key(site.team, "letters", "pr2"))
    wrong = pr2._session.declare_publisher(key(site.team, "letters", "baxter"))

    def own_name() -> bool:
        wrong.put("wrong")
        right.put("right")
        return heard.count("right") > MANY

    until(own_name, "it speaks under its own name")
    assert "wrong" not in heard


def test_the_keys_of_others_are_refused_in_one_line(site: Site) -> None:
    with pytest.raises(BusError, match=r"holds the keys of 'ann' of team .*, not of 'pr2'"):
        site.join("pr2", lan=Lan(site.keys / "ann"))


def test_the_command_makes_a_folder_for_each_teammate_and_the_viewer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mission, out = write(tmp_path, MISSION), tmp_path / "keys"
    assert main(["keys", str(mission), "--out", str(out)]) == 0
    assert sorted(each.name for each in out.iterdir()) == ["ann", "base", "baxter", "pr2", "viewer"]
    assert capsys.readouterr().out.splitlines() == [
        str(out / each) for each in ("pr2", "baxter", "ann", "base", "viewer")
    ]
    for each in out.iterdir():
        assert sorted(file.name for file in each.iterdir()) == sorted(FILES)
        assert stat.S_IMODE(os.stat(each / "key.pem").st_mode) == 0o600
        assert access_of(each, "tea", each.name)


def test_keys_that_are_there_are_replaced_only_by_force(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mission, out = write(tmp_path, MISSION), tmp_path / "keys"
    command = ["keys", str(mission), "--out", str(out)]
    assert main(command) == 0
    before = (out / "pr2" / "key.pem").read_bytes()
    capsys.readouterr()
    assert main(command) == 2
    said = capsys.readouterr().err.splitlines()
    assert said == [
        f"{out}/pr2/team.pem: is there already; --force replaces the keys of the whole team"
    ]
    assert (out / "pr2" / "key.pem").read_bytes() == before
    assert main([*command, "--force"]) == 0
    assert (out / "pr2" / "key.pem").read_bytes() != before


@pytest.mark.parametrize("days", ["0", "-1", "x", "4000", "1e3"])
def test_a_number_of_days_that_makes_no_sense_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], days: str
) -> None:
    assert main(["keys", "m.yaml", "--out", str(tmp_path), f"--days={days}"]) == 2
    assert f"'{days}' is no number of days from 1 to 3650" in capsys.readouterr().err
