from __future__ import annotations

import json
from pathlib import Path

import pytest

from cotree.cli import main

GOOD = "mission: m\nteam: {pr2: {robot: pr2}}\ntask: {then: [{wait: 1}, {and: [{wait: 2}]}]}\n"
BAD = "mission: m\nteam: {pr2: {robot: pr2}}\ntask: {then: [{wayt: 1}, {wait: x}]}\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("good.yaml").write_text(GOOD)
    Path("bad.yaml").write_text(BAD)


def test_good_missions_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "good.yaml", "good.yaml"]) == 0
    out, err = capsys.readouterr()
    assert out == "good.yaml: ok, 4 nodes, 2 leaves\n" * 2
    assert err == ""


def test_every_mistake_of_every_file_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "bad.yaml", "good.yaml", "none.yaml"]) == 2
    out, err = capsys.readouterr()
    assert out == "good.yaml: ok, 4 nodes, 2 leaves\n"
    assert err.splitlines() == [
        "bad.yaml:3:16: no behaviour 'wayt'; did you mean 'wait'?",
        "bad.yaml:3:33: 'duration': expected a duration such as '10 s', found 'x'",
        "none.yaml:1:1: no such file",
    ]


def test_programs_get_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "--json", "good.yaml", "bad.yaml"]) == 2
    out, err = capsys.readouterr()
    good, bad = json.loads(out)
    assert err == ""
    assert good == {
        "file": "good.yaml",
        "ok": True,
        "nodes": 4,
        "leaves": 2,
        "errors": [],
        "warnings": [],
    }
    assert bad["ok"] is False
    assert bad["errors"][0] == {
        "file": "bad.yaml",
        "line": 3,
        "column": 16,
        "message": "no behaviour 'wayt'; did you mean 'wait'?",
    }


def test_a_part_of_a_mission_is_checked_as_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    Path("shared.yaml").write_text("subtrees: {nap: {do: {wait: 1}}}\n")
    Path("one.yaml").write_text(
        GOOD.replace("{then: [{wait: 1}, {and: [{wait: 2}]}]}", "{wait: 1}")
    )
    Path("none.yaml").write_text("places: {}\n")
    assert main(["validate", "shared.yaml", "one.yaml", "none.yaml"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "shared.yaml: ok, 1 subtree",
        "one.yaml: ok, 1 node, 1 leaf",
        "none.yaml: ok, empty",
    ]
    assert main(["validate", "--json", "shared.yaml"]) == 0
    (report,) = json.loads(capsys.readouterr().out)
    assert report["contents"] == ["1 subtree"]


def test_what_is_odd_is_told_and_refuses_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    two = "{pr2: {robot: pr2}, b: {robot: pr2}}"
    Path("two.yaml").write_text(GOOD.replace("{pr2: {robot: pr2}}", two))
    assert main(["validate", "two.yaml"]) == 0
    out, err = capsys.readouterr()
    assert out == "two.yaml: ok, 4 nodes, 2 leaves\n"
    assert err.startswith("two.yaml:2:27: warning: ")
    assert main(["validate", "--json", "two.yaml"]) == 0
    (report,) = json.loads(capsys.readouterr().out)
    assert len(report["warnings"]) == len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("team", "task", "said"),
    [
        ("{ann: {person: {}}}", "{wait: 1}", "2:1: this team has no robot, so it can be shown"),
        ("{a: {robot: pr2}, b: {robot: pr2}}", "{wait: 1}", "3:8: the whole task is one 'wait'"),
        ("{a: {robot: pr2}, ann: {person: {}}}", "{sequence: [{wait: 1}]}", "3:8: the whole task"),
    ],
)
def test_what_cannot_be_run_is_not_ok(
    capsys: pytest.CaptureFixture[str], team: str, task: str, said: str
) -> None:
    Path("odd.yaml").write_text(f"mission: m\nteam: {team}\ntask: {task}\n")
    words = [main([command, "odd.yaml"]) for command in ("validate", "run")]
    assert words == [2, 2]
    validated, run = capsys.readouterr().err.splitlines()
    assert validated == run
    assert validated.startswith(f"odd.yaml:{said}")
