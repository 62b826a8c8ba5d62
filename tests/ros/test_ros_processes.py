"""Whole teams of lifecycle nodes in real processes over real DDS: they die, freeze, come back."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.kit.processes import Process, Team, now_s, whoever

LEASE_S = 1.0
OBJECTS = ("cup", "bowl", "fork")
ONCE = dict.fromkeys(OBJECTS, 1)
SOON_S = 20.0
"""Longer than anything here takes on a slow machine; nothing waits for it when all is well."""
CUP = r"▶ running  \S*cup/move to cup"


def bring(*names: str) -> str:
    steps = "{move: $object}, {pick: $object}, {move: table}, {place: {object: $object, at: table}}"
    return (
        f"and: [for each: {{object: [{', '.join(names)}], do: {{then: [{steps}], name: $object}}}}]"
    )


def mission(task: str) -> str:
    has = "{base: base, left_gripper: gripper, right_gripper: gripper, head: head}"
    robot = f"{{resources: {has}, speed: 10 m/s, drive_overhead: 0.6 s, handling: 0.2 s}}"
    return f"""
team:
  pr2:    {{robot: {robot}, at: [0, 0]}}
  baxter: {{robot: {robot}, at: [9, 0]}}
world:
  places: {{table: [4, 2]}}
  objects: {{cup: [3, 0], bowl: [6, 0], fork: [7, 1]}}
task: {{{task}}}
coordination: {{witness: [tablet], lease: {LEASE_S} s, renew: 0.25 s, stop: 0.2 s}}
"""


TABLE = mission(bring(*OBJECTS))
STAGES = mission(
    f"then: [{{{bring('cup')}, name: first}}, {{{bring('bowl', 'fork')}, name: rest}}]"
)
Make = Callable[[str], "Nodes"]


class Nodes(Team):
    """Robots are nodes of ROS, the witness is a process on the bus of ROS."""

    def robot(self, name: str, *more: str, record: str = "") -> Process:
        ros = ("--ros-args", "-p", f"name:={name}", "-p", "mission:=mission.yaml")
        return self._run(name, "robot", "--record", f"{record or name}.mcap", *ros, *more)

    def other(self, kind: str, name: str, *more: str) -> Process:
        return self._run(name, kind, "mission.yaml", "--name", name, *more, "--bus", "ros")

    def _run(self, name: str, *args: str) -> Process:
        process = Process(name, self.folder, *args)
        self.processes.append(process)
        return process

    def whole(self) -> tuple[Process, Process, Process]:
        return self.robot("pr2"), self.robot("baxter"), self.other("witness", "tablet")


@pytest.fixture
def make(tmp_path: Path, dds: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    monkeypatch.setenv("ROS_DOMAIN_ID", str(dds))
    monkeypatch.setenv("ROS_LOG_DIR", str(tmp_path / "log"))
    made: list[Nodes] = []

    def build(text: str) -> Nodes:
        made.append(Nodes(tmp_path, text, "ros"))
        return made[-1]

    yield build
    for nodes in made:
        for process in nodes.processes:
            process.close()


def test_a_team_of_nodes_does_everything_once(make: Make) -> None:
    nodes = make(TABLE)
    for process in nodes.whole():
        assert process.ends(2 * SOON_S) == 0, process.text
    assert nodes.placed("pr2.mcap", "baxter.mcap") == ONCE
    for name in ("pr2", "baxter"):
        verify = nodes.verify(name)
        assert verify.ends(SOON_S) == 0, verify.text
        assert "all the same, byte for byte" in verify.text


def test_the_work_of_a_killed_node_is_taken_over_and_it_comes_back(make: Make) -> None:
    nodes = make(STAGES)
    one, other, _ = nodes.whole()
    victim, heir = whoever(CUP, SOON_S, one, other)
    victim.signal(signal.SIGKILL)
    killed_s = now_s()
    victim.ends(SOON_S)
    heir.sees(CUP, LEASE_S + 2.0)
    assert now_s() - killed_s < LEASE_S + 2.0
    again = nodes.robot(victim.name, record="again")
    again.sees("restarted, with its memory", SOON_S)
    for process in (again, heir):
        assert process.ends(2 * SOON_S) == 0, process.text
    assert nodes.placed("pr2.mcap", "again.mcap", "baxter.mcap") == ONCE


def test_a_frozen_node_that_wakes_up_does_nothing_twice(make: Make) -> None:
    nodes = make(STAGES)
    one, other, _ = nodes.whole()
    victim, heir = whoever(CUP, SOON_S, one, other)
    victim.signal(signal.SIGSTOP)
    frozen_s = now_s()
    heir.sees(CUP, LEASE_S + 2.0)
    nodes.nap(frozen_s + 5.0)
    victim.signal(signal.SIGCONT)
    for process in (victim, heir):
        assert process.ends(2 * SOON_S) == 0, process.text
    assert nodes.placed("pr2.mcap", "baxter.mcap") == ONCE


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_all_nodes_within_two_seconds(make: Make, number: int) -> None:
    processes = make(TABLE).whole()
    for process in processes[:2]:
        process.sees(r"▶ running", SOON_S)
    asked_s = now_s()
    for process in processes:
        process.signal(number)
    for process in processes:
        assert process.ends(SOON_S) == 130, process.text
    assert now_s() - asked_s < 2.0


def test_a_node_has_the_name_and_namespace_that_it_was_given(make: Make, dds: int) -> None:
    from tests.kit.dds import Site

    site = Site("looker", dds)
    process = make(TABLE).robot("pr2", "-r", "__ns:=/robot1", "-r", "__node:=mission")
    assert site.until(lambda: ("mission", "/robot1") in site.node.get_node_names_and_namespaces())
    process.signal(signal.SIGINT)
    assert process.ends(SOON_S) == 130, process.text
    site.close()


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
    make: Make, args: tuple[str, ...], why: str
) -> None:
    nodes = make(TABLE)
    given = {"name": "pr2", **dict(arg.split(":=") for arg in args)}
    parameters = [word for key, value in given.items() for word in ("-p", f"{key}:={value}")]
    process = nodes._run("pr2", "robot", "--ros-args", *parameters)
    assert process.ends(SOON_S) == 2
    assert why in process.text
    assert "Traceback" not in process.text
