"""What is told of everybody that a job could be given to; robots and jobs as people write them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cotree.core.allocation import Matching
from cotree.core.jobs import Model, Part
from cotree.core.mission import Mission
from cotree.reallocation.capability.fleet import fleet_of
from cotree.reallocation.capability.graph.knowledge import joined, of_job
from cotree.reallocation.capability.graph.told import told
from cotree.reallocation.capability.graph.updates import detected, grasped
from cotree.reallocation.capability.judged import Judged, judged
from cotree.reallocation.capability.kinds import of_robot
from cotree.reallocation.capability.strength import of_parts
from cotree.trees.reading import load, loads
from tests.reallocation.capability.paper import facts, job, model

ROOT = Path(__file__).parents[3]
ACTIVE, PASSIVE = Matching("active"), Matching("passive")


def mission(number: int) -> Mission:
    return load(ROOT / "config" / "experiments" / f"capability_{number}.yaml")


def of(number: int, name: str, matching: Matching | None = None) -> dict[str, Judged]:
    read = mission(number)
    found = judged(read.jobs[name], fleet_of(read).robots, matching or read.matching)
    return {each.robot: each for each in found.robots}


def unnamed(found: Model) -> tuple[float, int, list[Part]]:
    return found.size, found.ports, [msgspec.structs.replace(part, name="") for part in found.parts]


@pytest.mark.parametrize("kind", facts()["robot_types"])
def test_the_robots_of_the_paper_are_written_as_in_its_tables(kind: str) -> None:
    text = f"mission: m\nteam: {{r: {{robot: modular_{kind.lower()}}}}}\ntask: {{wait: 1}}\n"
    robot = loads(text).team["r"].robot
    assert robot is not None
    assert robot.capability is not None
    assert unnamed(robot.capability) == unnamed(model(kind))


@pytest.mark.parametrize(
    ("number", "name", "printed"),
    [
        (1, "hot_box", "job1"),
        (2, "boxes", "job2"),
        (3, "shelf_4", "job3a"),
        (3, "shelf_8", "job3b"),
        (3, "shelf_9", "job3c"),
        (4, "odd_box", "job4"),
        (5, "high_hot_box", "job5"),
    ],
)
def test_the_jobs_of_the_paper_are_written_as_in_its_tables(
    number: int, name: str, printed: str
) -> None:
    assert mission(number).jobs[name].needs == job(printed).needs


def test_both_methods_read_the_same_description() -> None:
    robot = fleet_of(mission(5)).robots["O1"]
    domains = mission(5).matching.domains
    assert of_robot(robot, domains).types == ((3,), (0,), (0,))
    rows = of_parts(robot.parts, (1, 2, 3), domains).matrix()
    assert rows[:3] == [[1, 1, 1.0, 2.0, 1.0], [2, 1, 1.0, 2.0, 1.0], [3, 1, 1.0, 2.0, 1.0]]


def test_job_1_tells_who_needs_the_heat_camera_and_who_has_no_port_for_it() -> None:
    found = of(1, "hot_box")
    assert found["M1"].lacks == ("no perception level 3 (highest level 1)",)
    assert found["M1"].ways[0].members == ("M1", "O1")
    assert found["M1"].helps == ("O1 gives perception level 3, 3 higher on M1",)
    assert found["B1"].ways == ()
    assert found["B1"].why_not == "B1 cannot do it alone, and nobody offers help"


def test_job_2_is_shared_and_job_4_taken_over() -> None:
    partner = of(2, "boxes")["M2"]
    assert (partner.alone, partner.ways[0].mode) == (True, "partnership")
    assert partner.helps == ("M1 takes half of the objects",)
    taken = of(4, "odd_box")["B1"]
    assert (taken.ways[0].mode, taken.ways[0].members) == ("subcontract", ("S2",))
    assert taken.helps == ("S2 takes the job over",)


def test_jobs_3_and_5_take_the_towers_of_the_paper() -> None:
    assert of(3, "shelf_8")["L1"].ways[0].members == ("L1", "M3")
    assert of(3, "shelf_9")["M3"].ways[0].members == ("L1", "M3", "S1")
    assert of(5, "high_hot_box")["L1"].ways[0].members == ("L1", "M1", "O1")
    assert of(5, "high_hot_box", PASSIVE)["L1"].ways == ()


def test_the_printed_rule_refuses_what_the_exact_test_allows() -> None:
    exact = of(3, "shelf_9", Matching("passive"))
    paper = of(3, "shelf_8", Matching("passive", "paper"))
    assert exact["M3"].ways == ()
    assert paper["L1"].ways != ()
    assert {name for name, each in paper.items() if each.ways} <= {
        name for name, each in of(3, "shelf_8", Matching("passive")).items() if each.ways
    }


def test_who_has_too_little_battery_helps_nobody() -> None:
    read = mission(4)
    robots = dict(fleet_of(read).robots)
    robots["S2"] = msgspec.structs.replace(robots["S2"], battery=0.3)
    found = {each.robot: each for each in judged(read.jobs["odd_box"], robots, PASSIVE).robots}
    assert (found["S2"].idle, found["S2"].alone) == (False, True)
    assert found["B1"].ways == ()
    assert found["M1"].ways[0].members == ("M1", "O2")


def test_a_judgement_says_who_can_be_given_the_job() -> None:
    read = mission(5)
    found = judged(read.jobs["high_hot_box"], fleet_of(read).robots, ACTIVE)
    assert found.able == ("L1", "M1", "O1")


def test_the_graph_is_told_in_a_few_lines() -> None:
    read = mission(1)
    task, fleet = read.jobs["hot_box"], fleet_of(read).robots
    known = joined(of_job(task), (fleet["M1"], fleet["O1"]), assembled=True)
    assert told(known, task).splitlines() == [
        "M1: camera, gripper1, gripper2, wheels; with O1",
        "O1: heat_camera; with M1",
        "box1: on table",
        "place: on ground",
        "table: on ground",
        "not yet: box1 on place; no longer wanted: box1 on table (lambda_2 0.586, version 2)",
    ]
    held = grasped(detected(known, "O1/heat_camera", "box1"), "M1/gripper1", "box1")
    assert "box1: held by M1/gripper1, seen by O1/heat_camera" in told(held, task)
    assert "something is in the air (lambda_2 0, version 4)" in told(held, task)
