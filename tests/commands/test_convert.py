from __future__ import annotations

from pathlib import Path

import pytest

from cotree.cli import main

TREE = '<root BTCPP_format="4"><BehaviorTree ID="M">{}</BehaviorTree></root>'
MISSION = "mission: m\nteam: {pr2: {robot: pr2}}\ntask: {wait: 2}\nreactions: {balance: }\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.xml").write_text(TREE.format('<Sequence><Wave hand="left"/></Sequence>'))
    Path("m.yaml").write_text(MISSION)
    Path("a.yaml").write_text("actions: {Wave: {perform: wave $hand}}\n")


def test_a_tree_becomes_a_mission_that_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "t.xml", "--actions", "a.yaml", "--like", "m.yaml"]) == 0
    made = capsys.readouterr().out
    assert made == (
        "mission: m\nteam: {pr2: {robot: pr2}}\nreactions: {balance: }\n"
        "task:\n  sequence:\n    - perform: wave left\n"
    )
    Path("made.yaml").write_text(made)
    assert main(["run", "--fast", "--no-record", "--quiet", "made.yaml"]) == 0


def test_a_mission_becomes_a_tree_and_says_what_is_missing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["convert", "m.yaml"]) == 0
    out, err = capsys.readouterr()
    assert '<Sleep msec="2000"/>' in out
    assert err == "warning: m.yaml: its reactions stand beside the task, and are not in the tree\n"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("t.xml", "t.xml:1:55: <Wave> cannot be brought in: no leaf for it"),
        ("m.yaml --tree M", "m.yaml: is no XML; --actions, --like and --tree are for"),
        ("nothing.xml", "nothing.xml:1:1: no such file"),
        ("t.xml --tree N", "t.xml:1:1: there is no tree 'N'"),
        ("t.xml --actions nothing.yaml", "nothing.yaml:1:1: no such file"),
        ("t.xml --like t.xml", "t.xml:1:1: "),
    ],
)
def test_what_cannot_be_converted_is_one_line(
    command: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", *command.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(said)
    assert "Traceback" not in err
