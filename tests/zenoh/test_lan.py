"""A team of processes over a network, with keys: who has none of the team's changes nothing."""

from __future__ import annotations

import shlex
import signal
from pathlib import Path

from cotree.app import read_mission
from cotree.cli import _parser, main
from cotree.zenoh.bus import Lan, ZenohBus
from cotree.zenoh.names import ports_of
from tests.kit.processes import ROOT, Process, Team, team
from tests.kit.table import ONCE, TABLE
from tests.kit.talking import again_until
from tests.kit.wrong import letter

WAITS = "waiting for pr2, tablet: "
QUICK = ("--real-time", "2")


class Network:
    """A team on a network of which this machine is all."""

    def __init__(self, made: Team) -> None:
        self.made = made
        self.keys("keys")

    def keys(self, out: str) -> None:
        folder = self.made.folder
        assert main(["keys", str(folder / "mission.yaml"), "--out", str(folder / out)]) == 0

    def member(self, name: str, *lan: str) -> Process:
        keys = ("--lan", *lan, "--keys", f"keys/{name}")
        if name == "tablet":
            return self.made.starts(name, "witness", "mission.yaml", *QUICK, "--name", name, *keys)
        return self.robot(name, "--name", name, *keys)

    def outsider(self, name: str, *lan: str) -> Process:
        """Somebody who says that she is baxter."""
        return self.robot(name, "--name", "baxter", "--state", name, *lan)

    def robot(self, record: str, *words: str) -> Process:
        usual = ("--mission", "mission.yaml", "--record", f"{record}.mcap", "--bus", "zenoh")
        return self.made.starts(record, "robot", *usual, *QUICK, *words)

    def works(self) -> None:
        """The whole team does its work, and hears nothing that is wrong."""
        hosts = {"pr2": [], "baxter": [], "tablet": ["127.0.0.1"]}
        for process in [self.member(name, *lan) for name, lan in hosts.items()]:
            assert process.ends() == 0, process.text
            assert "dropped" not in process.text
        assert self.made.placed("pr2.mcap", "baxter.mcap") == ONCE


def test_a_team_with_keys_does_everything_once(tmp_path: Path) -> None:
    with team(tmp_path, TABLE) as made:
        Network(made).works()


def test_who_has_no_keys_or_those_of_another_authority_is_not_heard_and_hears_nobody(
    tmp_path: Path,
) -> None:
    with team(tmp_path, TABLE) as made:
        network = Network(made)
        network.keys("forged")
        outsiders = [
            network.outsider("keyless", "--lan", "--insecure-lan"),
            network.outsider("forged", "--lan", "--keys", "forged/baxter"),
            network.outsider("home"),
        ]
        for outsider in outsiders:
            outsider.sees(WAITS)
        network.works()
        for outsider in outsiders:
            outsider.signal(signal.SIGINT)
            assert outsider.ends() == 130
            assert "everybody is there" not in outsider.lines
            assert ": 0 steps, 0 skipped" in outsider.text


def test_a_member_who_says_that_she_is_another_is_dropped_and_told(tmp_path: Path) -> None:
    """Her keys let her speak under her own name only, whatever the message says."""
    with team(tmp_path, TABLE) as made:
        network = Network(made)
        name = read_mission(str(tmp_path / "mission.yaml")).name
        evil = ZenohBus("tablet", name, lan=Lan(tmp_path / "keys/tablet"))
        try:
            baxter = network.member("baxter")
            baxter.sees(WAITS)
            said = "dropped a message of 'tablet': says that it is from 'pr2'"
            again_until(
                lambda: evil.send("letters", letter(mission=name, sender="pr2")),
                lambda: baxter.said(said),
                "baxter says that it drops her message",
            )
        finally:
            evil.close()


def test_the_commands_of_the_guide_are_commands() -> None:
    """Those for several machines, too, which the tests of the book cannot type."""
    text = (ROOT / "docs/how-to/lan.md").read_text(encoding="utf-8")
    lines = [line.removeprefix("$ ") for line in text.splitlines()]
    commands = [
        shlex.split(line, comments=True)[1:] for line in lines if line.startswith("cotree ")
    ]
    assert {command[0] for command in commands} == {"keys", "robot", "witness"}
    for command in commands:
        assert callable(_parser(command).parse_args(command).run)
    assert str(ports_of("tea")) in lines
