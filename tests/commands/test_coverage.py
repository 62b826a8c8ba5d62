"""``cotree coverage``: what recorded runs have never tried."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cotree.cli import main
from cotree.core.changes import NodeState
from cotree.core.mission import Chance, Policy
from cotree.runtime.messages import End, Hello, Member, Message, Node, Team, Tree
from tests.kit.written import written
from tests.viewer.stories import by, node, told

RUN, DONE, WAIT = NodeState.RUNNING, NodeState.DONE, NodeState.WAITING
HELLO = Hello(1, "0.1.0", "tea", "", "t.yaml", "", {}, Policy(), Chance())
NODES = (
    Node("task", "and", "task", -1, line=3),
    Node("task/cup", "move", "cup", 0, line=4),
    Node("task/tea", "or", "tea", 0, line=5),
    Node("task/tea/hot", "move", "hot", 2, file="lib.yaml", line=2),
)
ROBOTS = Team(tuple(Member(name, "pr2", (0.0, 0.0, 0.0)) for name in ("pr2", "ann", "bob")))
OPENING = (HELLO, Tree(0, NODES), ROBOTS)
FIRST = (
    *OPENING,
    *told(0, 0.0, node("cup", RUN), node("tea", NodeState.SKIPPED), node("tea/hot", WAIT)),
    *told(1, 1.0, node("cup", DONE), node("grown/step", DONE)),
    End(1.0, 2, "success"),
)
SECOND = (
    *OPENING,
    *by("ann", 0, 0.0, node("tea", RUN)),
    *by("bob", 0, 0.0, node("tea/hot", NodeState.FAILED), node("tea", NodeState.FAILED)),
    End(1.0, 2, "failure"),
)


def record(path: Path, *messages: Message) -> str:
    return str(written(path, *messages))


@pytest.fixture
def first(tmp_path: Path) -> str:
    return record(tmp_path / "first.mcap", *FIRST)


@pytest.fixture
def second(tmp_path: Path) -> str:
    return record(tmp_path / "second.mcap", *SECOND)


def test_it_names_what_was_never_ticked_with_its_line(
    first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["coverage", first]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "tea (t.yaml): 1 of 4 nodes ticked in 1 record, 25.0 %",
        "  never ticked: 2 branches",
        "    t.yaml:3  task  (and)",
        "    t.yaml:5  task/tea  (or): only skipped, as its goal held",
        "  never ticked: 1 leaf",
        "    lib.yaml:2  task/tea/hot  (move): only waited",
        "  ticked, never failed: 1 leaf",
        "    t.yaml:4  task/cup  (move)",
    ]


def test_runs_and_robots_count_together(
    first: str, second: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["coverage", first, second, "--json"]) == 0
    (data,) = json.loads(capsys.readouterr().out)
    assert (data["ticked"], data["percent"], len(data["records"])) == (3, 75.0, 2)
    found = {node["path"]: node for node in data["nodes"]}
    hot = found["task/tea/hot"]
    assert (hot["ticked"], hot["succeeded"], hot["failed"]) == (True, False, True)
    assert "grown/step" not in found
    assert main(["coverage", first, second]) == 0
    assert "ticked, never succeeded: 1 leaf" in capsys.readouterr().out


def test_a_record_that_is_named_twice_is_one(
    first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["coverage", first, first]) == 0
    assert "in 1 record," in capsys.readouterr().out


def test_missions_are_told_one_by_one(
    tmp_path: Path, first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    other = record(tmp_path / "other.mcap", HELLO, Tree(0, NODES[:1]), OPENING[2], End(0.0, 0, "x"))
    assert main(["coverage", first, other]) == 0
    out = capsys.readouterr().out
    assert "1 of 4 nodes ticked" in out
    assert "0 of 1 node ticked" in out


def test_too_little_is_exit_code_1(
    first: str, second: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["coverage", first, second, "--fail-under", "75"]) == 0
    assert main(["coverage", first, second, "--fail-under", "75.1"]) == 1
    assert "tea: 75.0 % is less than 75.1 %" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--fail-under", "101"], ["--fail-under", "x"]])
def test_what_is_no_percentage_is_bad_input(
    first: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["coverage", first, *words]) == 2
    assert "is not a percentage from 0 to 100" in capsys.readouterr().err


def test_a_damaged_record_counts_as_far_as_it_goes_and_none_is_bad_input(
    tmp_path: Path, first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    short = tmp_path / "short.mcap"
    whole = Path(first).read_bytes()
    short.write_bytes(whole[:-700])
    assert main(["coverage", str(short)]) == 0
    assert "was cut off" in capsys.readouterr().err
    short.write_bytes(whole[:40])
    assert main(["coverage", str(short)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
