from __future__ import annotations

import json
from pathlib import Path

import pytest

from cotree.cli import main
from cotree.runtime.messages import Born
from cotree.runtime.read import Recording
from cotree.runtime.record import Recorder
from tests.kit.played import experiment

Streams = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    return kept(experiment("tea_table_1"), tmp_path_factory.mktemp("why") / "tea.mcap")


def kept(recording: Recording, path: Path) -> str:
    recorder = Recorder(path)
    for message in recording.messages:
        recorder.write(message)
    recorder.close()
    return str(path)


def test_a_record_is_explained_in_a_few_lines(record: str, capsys: Streams) -> None:
    assert main(["why", record, "burger"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    title, did, did_not = out.splitlines()
    assert title.startswith("task/food/burger at ")
    assert did.startswith("  baxter did it: won at ")
    assert did_not.startswith("  pr2 did not: was busy with drinks/and/sugar (right_gripper)")


def test_another_moment_can_be_asked_for(record: str, capsys: Streams) -> None:
    assert main(["why", record, "burger", "--at", "5"]) == 0
    assert capsys.readouterr().out.startswith("task/food/burger at 5 s: inactive, done by nobody\n")


def test_programs_get_one_document(record: str, capsys: Streams) -> None:
    assert main(["why", record, "fruit", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["node"], found["piece"]) == ("task/food/fruit", "task/food/fruit/orange")
    assert [each["who"] for each in found["accounts"]] == ["baxter", "pr2"]
    assert found["accounts"][0]["parts"].keys() == {"distance", "grasp"}
    assert [each["chosen"] for each in found["choice"]] == [True, False]


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (["burgr"], "no node 'burgr' in this record; did you mean 'burger'?"),
        (["food", "--at", "soon"], "cotree why: argument --at: 'soon' is not a time in"),
    ],
)
def test_bad_input_is_one_line(record: str, args: list[str], line: str, capsys: Streams) -> None:
    assert main(["why", record, *args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[-1].startswith(line)


def test_what_is_no_record_is_one_line(tmp_path: Path, capsys: Streams) -> None:
    assert main(["why", str(tmp_path / "none.mcap"), "task"]) == 2
    assert capsys.readouterr().err.endswith(
        "none.mcap: cannot be read: No such file or directory\n"
    )


def test_a_record_that_does_not_say_how_a_robot_began_is_one_line(
    tmp_path: Path, capsys: Streams
) -> None:
    whole = experiment("tea_table_1")
    rest = [
        message
        for message in whole.messages
        if not (isinstance(message, Born) and message.robot == "pr2")
    ]
    broken = Recording(whole.hello, whole.tree, whole.team, tuple(rest))
    assert main(["why", kept(broken, tmp_path / "a.mcap"), "burger"]) == 2
    assert capsys.readouterr().err == "the record does not say how pr2 began\n"


def test_a_record_that_was_cut_off_is_explained_as_far_as_it_goes(
    record: str, tmp_path: Path, capsys: Streams
) -> None:
    data = Path(record).read_bytes()
    (tmp_path / "cut.mcap").write_bytes(data[: len(data) // 2])
    assert main(["why", str(tmp_path / "cut.mcap"), "sandwich"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[1].startswith("  baxter did it: won at ")
    assert "was cut off after" in err
