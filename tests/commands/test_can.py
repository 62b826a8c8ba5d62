"""``cotree can``: who can do a job, what the others lack, and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cotree.cli import main

EXPERIMENTS = Path(__file__).parents[2] / "config" / "experiments"
ONE, THREE, FIVE = (str(EXPERIMENTS / f"capability_{number}.yaml") for number in (1, 3, 5))


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_it_says_of_each_robot_what_it_lacks_and_who_helps(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["can", ONE]) == 0
    assert lines(capsys) == [
        "hot_box: 3 of 4 robots can be given it (passive, exact)",
        "  M1  cannot alone: no perception level 3 (highest level 1)",
        "      assembly M1 + O1 (46.8)",
        "        O1 gives perception level 3, 3 higher on M1",
        "  L1  cannot alone: no perception level 3 (highest level 1)",
        "      assembly L1 + O1 (33.2)",
        "        O1 gives perception level 3, 5 higher on L1",
        "  O1  cannot alone: no manipulation level 1; no locomotion level 1",
        "      assembly M1 + O1 (46.8)",
        "        M1 gives manipulation level 1",
        "        M1 gives locomotion level 1",
        "      or assembly L1 + O1 (33.2)",
        "  B1  cannot alone: no perception level 3 (highest level 1)",
        "      and B1 cannot do it alone, and nobody offers help",
    ]


def test_one_job_can_be_asked_for_with_its_steps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["can", THREE, "shelf_8", "--steps"]) == 0
    found = lines(capsys)
    assert found[0] == "shelf_8: 4 of 4 robots can be given it (active)"
    assert "        - M3: dock to L1" in found
    assert "        - M3/gripper1: grasp box2" in found


def test_when_nobody_can_the_exit_code_is_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["can", THREE, "shelf_9", "--match", "exact"]) == 1
    assert lines(capsys)[0] == "shelf_9: 0 of 4 robots can be given it (passive, exact)"
    assert main(["can", THREE, "shelf_9"]) == 0


def test_the_printed_rule_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["can", ONE, "--match", "paper"]) == 0
    assert lines(capsys)[0].endswith("(passive, paper)")
    assert main(["can", ONE, "--method", "active"]) == 0
    assert lines(capsys)[0].endswith("(active)")


def test_json_has_all_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["can", FIVE, "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["job"], found["method"]) == ("high_hot_box", "active")
    robots = {each["robot"]: each for each in found["robots"]}
    assert robots["L1"]["ways"][0]["members"] == ["L1", "M1", "O1"]
    assert robots["L1"]["steps"][0] == "M1: dock to L1"
    assert robots["O4"]["ways"] == []
    assert robots["O4"]["why_not"]


def test_the_knowledge_graph_in_three_forms(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["can", FIVE, "--graph", "dot"]) == 0
    assert capsys.readouterr().out.startswith("digraph knowledge {")
    assert main(["can", FIVE, "--graph", "jsonld"]) == 0
    names = {node["name"] for node in json.loads(capsys.readouterr().out)["@graph"]}
    assert {"L1", "M1/gripper1", "O1/heat_camera", "box1", "place"} <= names
    assert main(["can", FIVE, "--graph", "text"]) == 0
    assert lines(capsys)[0] == "L1: camera, gripper1, gripper2, wheels; with M1"


MISSION = "mission: m\nteam: {a: {robot: pr2, battery: 0.2}, b: {robot: pr2}}\n"


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        ("task: {wait: 1}\n", [], "the mission has no 'jobs' and no 'allocate'"),
        (None, ["hot"], "no job 'hot'; did you mean 'hot_box'?"),
        (None, ["nothing_alike"], "no job 'nothing_alike'; known: hot_box"),
        (
            "jobs: {x: {needs: []}}\ntask: {wait: 1}\n",
            [],
            "m.yaml:3:19: 'needs': it is empty; name a",
        ),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    text: str | None,
    arguments: list[str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "m.yaml"
    file.write_text(MISSION + (text or ""), encoding="utf-8")
    assert main(["can", ONE if text is None else str(file), *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Job 1, as it was run."""
    file = str(tmp_path_factory.mktemp("record") / "job.mcap")
    assert main(["run", ONE, "--fast", "--quiet", "--record", file]) == 0
    return file


def test_the_graph_of_any_moment_of_a_record(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for at, line in (
        ("0.2", "box1: on table"),
        ("15", "box1: on table, seen by O1/heat_camera"),
        ("25", "box1: held by M1/gripper1, seen by O1/heat_camera"),
        ("40", "box1: on place"),
    ):
        assert main(["can", record, "--graph", "text", "--at", at]) == 0
        assert line in lines(capsys), at
    assert main(["can", record, "hot_box", "--graph", "jsonld"]) == 0
    assert json.loads(capsys.readouterr().out)["version"] > 2


def test_the_mission_of_a_record_is_judged_too(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["can", record]) == 0
    assert lines(capsys)[0] == "hot_box: 3 of 4 robots can be given it (passive, exact)"


@pytest.mark.parametrize(
    ("more", "line"),
    [(["--at", "3"], "--at is for --graph"), (["--at", "3", "--graph", "dot"], "was not run")],
)
def test_a_moment_is_of_a_graph_of_a_record(
    more: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["can", ONE, *more]) == 2
    assert line in capsys.readouterr().err


def test_a_graph_is_of_one_job(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["can", THREE, "--graph", "dot"]) == 2
    assert "say which: shelf_4, shelf_8, shelf_9" in capsys.readouterr().err


def test_a_subtree_that_is_no_job_is_done_by_one_robot_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "m.yaml"
    task = "task: {allocate: {by: capability, needs: manipulation}, perform: wave}\n"
    file.write_text(MISSION + task, encoding="utf-8")
    assert main(["can", str(file)]) == 0
    found = lines(capsys)
    assert "  b  can do it alone" in found
    assert "     solo b (0.0)" in found
    assert not any("partnership" in line or "subcontract" in line for line in found)


def test_any_subtree_that_is_matched_can_be_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "m.yaml"
    task = "task: {allocate: {by: capability, needs: 3 manipulation}, perform: wave}\n"
    file.write_text(MISSION + task, encoding="utf-8")
    assert main(["can", str(file)]) == 1
    assert lines(capsys) == [
        "task: 0 of 2 robots can be given it (passive, exact)",
        "  a  cannot alone: 3 manipulation level 1 needed, 2 free",
        "     helps nobody: its battery is too low",
        "     and a cannot do it alone, and nobody offers help",
        "  b  cannot alone: 3 manipulation level 1 needed, 2 free",
        "     and b cannot do it alone, and nobody offers help",
    ]
