"""Whole teams of lifecycle nodes in real processes over real DDS: they die, freeze, come back."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from cotree.runtime.record import unfinished
from tests.kit.dds import fresh_domain
from tests.kit.nodes import Nodes
from tests.kit.processes import Team
from tests.kit.scenarios import TeamScenarios, ends_well, whole
from tests.kit.table import ONCE, TABLE


@pytest.mark.usefixtures("dds")
class TestOverDds(TeamScenarios):
    """What every transport must stand."""

    def team(self, folder: Path, mission: str, name: str = "") -> Team:
        made = Nodes(folder, mission, fresh_domain(), name)
        made.conducted()
        return made

    def test_two_domains_do_not_hear_each_other(self) -> None:
        teams = [self.make(TABLE, folder, "everywhere the same") for folder in ("one", "two")]
        ends_well(*(process for team in teams for process in whole(team)))
        for team in teams:
            assert team.placed() == ONCE
            assert not any("dropped" in process.text for process in team.processes)


@pytest.fixture
def nodes(tmp_path: Path, dds: int) -> Iterator[Nodes]:
    made = Nodes(tmp_path, TABLE, dds)
    yield made
    made.close()


def test_a_node_has_the_name_and_namespace_that_it_was_given(nodes: Nodes, dds: int) -> None:
    from tests.kit.dds import Site

    site = Site("looker", dds)
    ros = ("-r", "__ns:=/robot1", "-r", "__node:=mission")
    process = nodes.node("pr2", "name:=pr2", "mission:=mission.yaml", ros=ros)
    assert site.until(lambda: ("mission", "/robot1") in site.node.get_node_names_and_namespaces())
    process.sees("waiting for")  # it lives, and has something to put in order
    process.signal(signal.SIGINT)
    assert process.ends() == 130, process.text
    site.close()


HANGS = """
import ctypes, sys
from cotree.cli import main
from cotree.ros import bus, context
from cotree.ros.node import RobotNode
from cotree.runtime import hanging
hanging.LEAVING_S = 0.5
def hangs(*_):
    print("it hangs", flush=True)
    ctypes.PyDLL(None).pause()
bus.leave = context.leave = RobotNode.close = hangs
sys.exit(main())
"""
"""ROS is never left, and Python is held up as a whole meanwhile."""


def test_a_middleware_that_hangs_while_it_is_left_changes_nothing_else(nodes: Nodes) -> None:
    nodes.around = nodes.around._replace(program=("-c", HANGS))
    ends_well(*whole(nodes))
    assert all("it hangs" in process.text for process in nodes.processes)
    assert nodes.placed() == ONCE
    records = list(nodes.folder.glob("**/*.mcap"))
    assert len(records) == 3
    assert not any(map(unfinished, records))
    assert not list(nodes.folder.glob("**/promises.log")), "the mission is over"


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("mission:=no_such",), "no_such:1:1: there is no such file"),
        (("mission:=mission.yaml", "name:=pr3"), "no robot 'pr3' in this mission"),
        (("mission:=mission.yaml", "rate:=-1"), "parameter 'rate' must be"),
        (("mission:=mission.yaml", "rate:=fast"), "parameter 'rate' must be a number"),
        (("mission:=mission.yaml", "policy:=hope"), "parameter 'policy' must be one of"),
        ((), "parameter 'mission' is missing"),
    ],
)
def test_a_wrong_parameter_is_one_line_and_the_end(
    nodes: Nodes, args: tuple[str, ...], why: str
) -> None:
    given = {"name": "pr2", **dict(arg.split(":=") for arg in args)}
    process = nodes.node("pr2", *(f"{key}:={value}" for key, value in given.items()))
    assert process.ends() == 2
    assert why in process.text
    assert "Traceback" not in process.text
