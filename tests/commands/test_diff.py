"""``cotree diff``: two records, and what they differ in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from cotree.cli import main
from cotree.core.changes import NodeState
from cotree.core.mission import Chance, Policy
from cotree.runtime.messages import Born, End, Hello, Member, Message, Said, Team, Tree
from cotree.team.messages import Letter
from tests.kit.written import written
from tests.viewer.stories import NODES, RESOURCES, SLIPPED, by, claimed, node, told

START = (0.0, 0.0, 0.0)
TEXT = "mission: tea\ntask: {}\n"
RUN, DONE = NodeState.RUNNING, NodeState.DONE


def hello(text: str = TEXT, seed: int = 5) -> Hello:
    return Hello(1, "0.1.0", "tea", "", "t.yaml", text, {}, Policy(), Chance(seed=seed))


ALONE = (hello(), Tree(0, NODES), Team((Member("pr2", "pr2", START, RESOURCES),)))
WORK = (
    *told(0, 0.0, node("cup/move", RUN)),
    *told(1, 5.0, node("cup/move", DONE), node("cup/pick", RUN)),
)
TEAM = (
    hello(),
    Tree(0, NODES),
    Team(tuple(Member(name, "pr2", START, RESOURCES) for name in ("ann", "bob"))),
    Born(0.0, "ann", 1, 0.0, True),
    Born(0.0, "bob", 1, 0.0, True),
)


def record(path: Path, *messages: Message) -> str:
    return str(written(path, *messages))


def diff(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    one: Sequence[Message],
    other: Sequence[Message],
    *words: str,
) -> tuple[int, str, str]:
    records = record(folder / "a.mcap", *one), record(folder / "b.mcap", *other)
    code = main(["diff", *records, *words])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_record_is_the_same_as_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = (*ALONE, *WORK, End(6.0, 2, "success"))
    assert diff(tmp_path, capsys, run, run) == (0, "✓ the same, byte for byte: what was run, "
                                                "and all that happened\n", "")  # fmt: skip


def test_the_first_difference_is_a_place_in_what_one_tick_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    slips = node("cup/pick", NodeState.FAILED, reason=SLIPPED)
    one = (*ALONE, *WORK, *told(2, 9.0, node("cup/pick", DONE)), End(9.0, 3, "success"))
    other = (*ALONE, *WORK, *told(2, 9.0, slips), End(9.0, 3, "failure", (SLIPPED,)))
    code, out, err = diff(tmp_path, capsys, one, other)
    assert (code, err) == (1, "")
    assert "first difference: what tick 2 changed and ordered, at 9.00 s" in out
    assert 'changes[0].state: "done" | "failed"' in out
    assert "end: success after 9.00 s | failure after 9.00 s: the tea slipped" in out
    assert "nodes: 1 of 8 fared otherwise" in out
    assert "task/cup/pick: done at 9.00 s | failed at 9.00 s; in the end done | failed" in out


def test_a_run_that_went_the_same_with_another_seed_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = (hello(seed=6), *ALONE[1:], *WORK)
    code, out, _ = diff(tmp_path, capsys, (*ALONE, *WORK), other)
    assert code == 1
    assert "  chance.seed: 5 | 6" in out
    assert "all that happened is the same" in out
    assert "all nodes, robots and people fared the same" in out


def test_another_text_and_another_tree_are_told_by_line_and_node(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = (hello("mission: tea\ntask: {do: x}\n"), Tree(0, NODES[:-1]), ALONE[2])
    _, out, _ = diff(tmp_path, capsys, ALONE, other)
    assert "text of mission, line 2: task: {} | task: {do: x}" in out
    assert "node task/wave: perform | none" in out


def by_one(robot: str) -> Sequence[Message]:
    """One robot does all the work."""
    return (
        *TEAM,
        *by(robot, 0, 1.0, claimed("cup", "won"), node("cup/move", RUN)),
        *by(robot, 1, 4.0, node("cup/move", DONE), claimed("cup", "released", "done")),
        End(4.0, 2, "success"),
    )


def test_of_a_team_it_says_which_robot_did_what(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, bob = map(by_one, ("ann", "bob"))
    code, out, _ = diff(tmp_path, capsys, ann, bob, "--json")
    assert code == 1
    data = json.loads(out)
    assert data["first"] == {
        "what": "what tick 0 of ann heard", "t": 1.0, "robot": "ann", "n": 0,
        "places": [{"what": "it tells", "one": "what tick 0 of ann heard",
                    "other": "what tick 0 of bob heard"}],
    }  # fmt: skip
    (moved,) = [each for each in data["nodes"] if each["path"] == "task/cup/move"]
    assert moved["one"] == "running by ann at 1.00 s"
    assert moved["other"] == "running by bob at 1.00 s"
    assert moved["ends"] == ["done by ann", "done by bob"]
    parts = {robot["name"]: robot["parts"] for robot in data["robots"]}
    assert {"what": "did", "one": "task/cup", "other": "nothing"} in parts["ann"]
    assert {"what": "did", "one": "nothing", "other": "task/cup"} in parts["bob"]


def test_letters_that_differ_are_of_who_said_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(boot: int) -> Sequence[Message]:
        return (*TEAM, *(Said(1.0, Letter(1, "tea", "0", "ann", boot, n, 0)) for n in range(3)))

    _, out, _ = diff(tmp_path, capsys, said(7), said(8))
    assert "first difference: what ann said to its peers" in out
    assert "boot: 7 | 8" in out


def test_a_record_that_goes_on_longer_differs_from_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    longer = (*ALONE, *WORK, End(5.0, 2, "success"))
    code, out, err = diff(tmp_path, capsys, longer, (*ALONE, *WORK))
    assert code == 1
    assert "it tells: how it ended | nothing more" in out
    assert "b.mcap: has no end after 7 messages" in err


def test_what_is_no_record_is_one_line_and_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = record(tmp_path / "a.mcap", *ALONE)
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "text").write_text("mission: tea\n")
    for bad in ("empty", "text", "missing"):
        assert main(["diff", good, str(tmp_path / bad)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1, said.err


def test_a_damaged_record_is_compared_as_far_as_it_goes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = Path(record(tmp_path / "a.mcap", *ALONE, *WORK, End(6.0, 2, "success")))
    broken = tmp_path / "broken.mcap"
    broken.write_bytes(whole.read_bytes()[:-600])
    assert main(["diff", str(whole), str(broken)]) == 1
    assert "was cut off after" in capsys.readouterr().err
