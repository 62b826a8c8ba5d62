"""Whole teams in real processes, which die, freeze, come late and come back."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from cotree import app
from cotree.runtime.messages import Message
from tests.kit.processes import ROOT, Process, Team, now_s, placed_in, team, whoever

LEASE_S = 1.0
SPEED = 2
"""How many times faster than real time these teams live."""
QUICK = ("--real-time", f"{SPEED}")
OBJECTS = ("cup", "bowl", "fork", "plate")
ONCE = dict.fromkeys(OBJECTS, 1)


def bring(*names: str) -> str:
    """Steps that bring each of these objects to the table, in any order."""
    steps = "{move: $object}, {pick: $object}, {move: table}, {place: {object: $object, at: table}}"
    return (
        f"and: [for each: {{object: [{', '.join(names)}], do: {{then: [{steps}], name: $object}}}}]"
    )


def mission(task: str, handling: str = "0.2 s") -> str:
    """Two robots and a tablet lay a table."""
    has = "{base: base, left_gripper: gripper, right_gripper: gripper, head: head}"
    robot = f"{{resources: {has}, speed: 10 m/s, drive_overhead: 0.6 s, handling: {handling}}}"
    return f"""
team:
  pr2:    {{robot: {robot}, at: [0, 0]}}
  baxter: {{robot: {robot}, at: [9, 0]}}
world:
  places: {{table: [4, 2]}}
  objects: {{cup: [3, 0], bowl: [6, 0], fork: [7, 1], plate: [0, 2]}}
task: {{{task}}}
coordination: {{witness: [tablet], lease: {LEASE_S} s, renew: 0.25 s, stop: 0.2 s}}
"""


TABLE = mission(bring(*OBJECTS))
STAGES = mission(f"then: [{{{bring('cup')}, name: first}}, {{{bring(*OBJECTS[1:])}, name: rest}}]")
SLOW = mission(bring(*OBJECTS), "3 s")
CUP = r"▶ running  \S*cup/move to cup"
SOON_S = 15.0
"""Longer than anything here takes on a slow machine; nothing waits for it when all is well."""


def whole(made: Team) -> tuple[Process, Process, Process]:
    """All three processes of the table."""
    robots = made.robot("pr2", *QUICK), made.robot("baxter", *QUICK)
    return (*robots, made.other("witness", "tablet", *QUICK))


@pytest.mark.parametrize("bus", ["zenoh", "udp"])
def test_two_robots_and_a_witness_do_everything_once(tmp_path: Path, bus: str) -> None:
    with team(tmp_path, TABLE, bus) as made:
        for process in whole(made):
            assert process.ends(2 * SOON_S) == 0, process.text
        assert made.placed("pr2.mcap", "baxter.mcap") == ONCE
        together: list[Message] = []
        app.run_team(app.read_mission(str(tmp_path / "mission.yaml")), together.append)
        assert placed_in(together) == ONCE
        for name in ("pr2", "baxter"):
            verify = made.verify(name)
            assert verify.ends(SOON_S) == 0, verify.text
            assert "all the same, byte for byte" in verify.text
        kept = sorted(path.name for path in (tmp_path / "out/state/mission/pr2").iterdir())
        assert kept == ["lock", "promises.log.over"], "the next run begins from nothing"


def test_the_work_of_a_killed_robot_is_taken_over_and_it_comes_back(tmp_path: Path) -> None:
    with team(tmp_path, STAGES) as made:
        one, other, _ = whole(made)
        victim, heir = whoever(CUP, SOON_S, one, other)
        victim.signal(signal.SIGKILL)
        killed_s = now_s()
        victim.ends(SOON_S)
        heir.sees(CUP, LEASE_S + 2.0)
        assert now_s() - killed_s < LEASE_S + 2.0
        again = made.robot(victim.name, *QUICK, record="again")
        again.sees("restarted, with its memory", SOON_S)
        for process in (again, heir):
            assert process.ends(2 * SOON_S) == 0, process.text
        assert made.placed("pr2.mcap", "again.mcap", "baxter.mcap") == ONCE
        assert made.placed("again.mcap"), "it works again"


def test_a_frozen_robot_that_wakes_up_does_nothing_twice(tmp_path: Path) -> None:
    with team(tmp_path, STAGES) as made:
        one, other, _ = whole(made)
        victim, heir = whoever(CUP, SOON_S, one, other)
        victim.signal(signal.SIGSTOP)
        frozen_s = now_s()
        heir.sees(CUP, LEASE_S + 2.0)
        made.nap(frozen_s + 5.0)
        victim.signal(signal.SIGCONT)
        for process in (victim, heir):
            assert process.ends(2 * SOON_S) == 0, process.text
        assert made.placed("pr2.mcap", "baxter.mcap") == ONCE
        assert "cup" in made.placed(f"{heir.name}.mcap")


def test_a_robot_that_comes_ten_seconds_late_joins_and_works(tmp_path: Path) -> None:
    with team(tmp_path, SLOW) as made:
        began_s = now_s()
        tablet = made.other("witness", "tablet", "--first", *QUICK)
        baxter = made.robot("baxter", "--first", *QUICK)
        baxter.sees("▶ running", SOON_S)
        made.nap(began_s + 10.0 / SPEED)
        pr2 = made.robot("pr2", *QUICK)
        pr2.sees("the team has begun; joining it", SOON_S)
        for process in (pr2, baxter, tablet):
            assert process.ends(3 * SOON_S) == 0, process.text
        assert made.placed("pr2.mcap", "baxter.mcap") == ONCE
        assert made.placed("pr2.mcap"), "it has worked"


def test_a_team_that_is_not_complete_says_whom_it_waits_for(tmp_path: Path) -> None:
    with team(tmp_path, TABLE) as made:
        pr2 = made.robot("pr2")
        pr2.sees("waiting for baxter, tablet: .* --first begins without them", SOON_S)
        pr2.signal(signal.SIGINT)
        assert pr2.ends(2.0) == 130


def test_one_robot_has_one_process(tmp_path: Path) -> None:
    with team(tmp_path, TABLE) as made:
        first = made.robot("pr2")
        first.sees("waiting for", SOON_S)
        second = made.robot("pr2", record="second")
        assert second.ends(SOON_S) == 2
        assert "is in use by process" in second.text
        assert "Traceback" not in second.text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_everybody_within_two_seconds(tmp_path: Path, number: int) -> None:
    with team(tmp_path, TABLE) as made:
        processes = whole(made)
        for process in processes[:2]:
            process.sees(r"▶ running", SOON_S)
        asked_s = now_s()
        for process in processes:
            process.signal(number)
        for process in processes:
            assert process.ends(SOON_S) == 130, process.text
        assert now_s() - asked_s < 2.0


def test_a_person_and_two_robots_share_a_table_as_they_do_in_one_process(tmp_path: Path) -> None:
    shipped = (ROOT / "config/experiments/human_robot.yaml").read_text()
    text = shipped.replace("mission: set the table with Ann\n", "").replace("0.4 s", "1.5 s")
    quick = ("--real-time", "8")
    with team(tmp_path, text) as made:
        ann = made.other("person", "ann", "--script", *quick)
        robots = made.robot("pr2", *quick), made.robot("baxter", *quick)
        for process in (*robots, ann):
            assert process.ends(2 * SOON_S) == 0, process.text
        assert made.placed("pr2.mcap", "baxter.mcap") == dict.fromkeys(
            ("cup", "burger", "sugar"), 1
        )
        assert "pr2: We both want to do cup. Do you want to continue with it?" in ann.lines
        assert any(line.endswith(": Teapot is yours.") for line in ann.lines), ann.text
        together: list[Message] = []
        app.run_team(app.read_mission(str(tmp_path / "mission.yaml")), together.append)
        assert placed_in(together) == made.placed("pr2.mcap", "baxter.mcap")
