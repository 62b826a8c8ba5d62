"""Somebody speaks for a person while a team runs: lines come in, and the run stays a record."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cotree import app
from cotree.commands._keyboard import Keyboard
from cotree.runtime.messages import Message
from cotree.runtime.read import read
from cotree.simulation.stage.interactive import InteractivePerson
from cotree.simulation.stage.lines import CAN_SAY
from cotree.simulation.stage.stage import Stage
from tests.kit.voices import Script, Table
from tests.missions import write
from tests.test_help import HELP, is_same, told

FILE = "config/experiments/human_robot.yaml"


@pytest.fixture(autouse=True)
def at_the_root(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(pytestconfig.rootpath)


def answers(stage: Stage) -> list[tuple[str, str | None]]:
    return [
        (question.leaf.split("/")[-1], None if answer.keeps is None else answer.keeps.value)
        for _, question, answer in stage.talking.answered
    ]


def test_what_is_typed_is_done_and_said() -> None:
    table = Table()
    result = table.run(
        (table.at(0.4), "take cup"), (table.asked(), "no"), (table.asked(2), "yes"),
    )  # fmt: skip
    assert result == "success"
    assert answers(table.stage) == [("cup", "robot")]
    assert table.replies == []


def test_she_keeps_what_she_wants_and_puts_it_down() -> None:
    table = Table()
    result = table.run(
        (table.at(0.4), "take cup"), (table.asked(), "yes"), (table.carries("cup"), "done"),
    )  # fmt: skip
    assert result == "success"
    story, _ = told(table.messages)
    assert story.roles["task/food/cup"].robot == "ann"


def test_a_wrong_line_and_help_are_one_line_of_help() -> None:
    table = Table()
    table.run((table.at(0.2), "help"), (table.at(0.3), "fly"), (table.at(0.4), "take moon"))
    assert table.replies[0] == CAN_SAY
    assert table.replies[1] == f"nobody asks anything, and 'fly' is no order; {CAN_SAY}"
    assert table.replies[2].startswith("nothing to take is called 'moon'")
    assert all("\n" not in reply for reply in table.replies)


def test_after_the_last_line_she_puts_down_what_she_is_at_and_declines(tmp_path: Path) -> None:
    table = Table(folder=tmp_path)
    assert table.run((table.at(0.1), None)) == "failure"
    assert answers(table.stage) == [("cup", "robot")]
    assert not isinstance(table.ann.mind, InteractivePerson)


def test_a_question_that_is_open_at_the_end_of_input_is_declined(tmp_path: Path) -> None:
    table = Table(folder=tmp_path)
    assert table.run((table.asked(), None)) == "failure"
    assert answers(table.stage) == [("cup", "robot")]


def test_a_hand_that_is_at_something_lets_go_at_the_end_of_input() -> None:
    table = Table()
    result = table.run((table.at(0.4), "take sugar"), (table.carries("sugar"), None))
    assert result == "success"
    assert table.ann.hand.carries is None


def test_she_helps_when_she_is_asked_and_the_record_can_be_done_again(tmp_path: Path) -> None:
    messages: list[Message] = []
    mission = app.read_mission(str(write(tmp_path, HELP.replace("LINE", ""))))
    stages: list[Stage] = []

    class Caught(app.Voice):
        def join(self, crew, stage) -> None:  # type: ignore[no-untyped-def]
            stages.append(stage)
            super().join(crew, stage)

    def asked() -> bool:
        return bool(stages[0].talking.asked)

    def has_it() -> bool:
        hand = stages[0].person("ann").hand
        return hand.carries == "cup" and hand.rests_s < stages[0].now_s

    lines = Script((asked, "yes"), (asked, "take cup"), (has_it, "done"))
    caught = Caught("ann", lines)
    end = app.run_team(mission, messages.append, speed=2000.0, real=True, voices=[caught])
    assert (end.result, lines.replies) == ("success", [])
    assert is_same(tmp_path, messages)


# -- the command -------------------------------------------------------------------------------


def cotree(*args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "cotree", "run", *args],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"}, encoding="utf-8",
    )  # fmt: skip


@pytest.mark.real
def test_a_pipe_speaks_for_ann(tmp_path: Path) -> None:
    record = tmp_path / "a.mcap"
    with cotree(FILE, "--as", "ann", "--speed", "4", "--record", str(record)) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write("help\n")
        running.stdin.flush()
        seen = []
        for line in running.stdout:
            seen.append(line.rstrip())
            runs = "pr2     ▶ running  task/food/cup"
            if runs in line and not any(runs in each for each in seen[:-1]):
                running.stdin.write("take cup\n")
                running.stdin.flush()
            if "? asks ann" in line:
                running.stdin.write("no\n")
                running.stdin.flush()
            if "! no: pr2 goes on" in line:
                running.stdin.close()
    assert running.returncode == 0
    assert CAN_SAY in seen
    assert any("pr2     ? asks ann: We both want to do cup." in line for line in seen)
    assert any("ann     ! no: pr2 goes on" in line for line in seen)
    assert app.do_again(read(record)).ok


@pytest.mark.real
@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--as", "an"), "there is no 'an' in the team; did you mean 'ann'?"),
        (("--as", "pr2"), "pr2 is a robot; there is: ann"),
        (("--as", "ann", "--fast"), "leave out --fast"),
        (("--at-page", "an", "--view"), "there is no 'an' in the team; did you mean 'ann'?"),
        (("--at-page", "ann"), "--at-page is for the page; say --view, too"),
        (("--at-page", "ann", "--as", "ann", "--view"), "say --as or --at-page"),
    ],
)
def test_nobody_can_speak_for_who_is_no_person(args: tuple[str, ...], words: str) -> None:
    with cotree(FILE, *args, "--no-record") as running:
        out, err = running.communicate("")
    assert (running.returncode, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.real
def test_with_only_a_summary_she_still_hears_what_is_said_to_her(tmp_path: Path) -> None:
    file = str(write(tmp_path, HELP.replace("LINE", "")))
    with cotree(file, "--as", "ann", "--speed", "200", "--json", "--no-record") as running:
        out, err = running.communicate("")
    assert running.returncode == 1
    assert err == "a  ? asks ann: Nobody of us can do cup. Can you do it?\n"
    assert out.startswith("{")


# -- the keyboard ------------------------------------------------------------------------------


def lines_of(keyboard: Keyboard) -> list[str | None]:
    found: list[str | None] = []
    while None not in found:
        found += keyboard.take()
    return found


@pytest.mark.real
def test_lines_are_read_as_they_are_whatever_is_in_them() -> None:
    read_end, write_end = os.pipe()
    os.write(write_end, "take cup\r\n\nnö\n".encode() + b"\xff\n" + b"last")
    os.close(write_end)
    assert lines_of(Keyboard(read_end)) == ["take cup", "", "nö", "\ufffd", "last", None]
    os.close(read_end)


@pytest.mark.real
def test_a_line_without_end_is_cut() -> None:
    read_end, write_end = os.pipe()
    keyboard = Keyboard(read_end)
    for _ in range(4):
        os.write(write_end, b"x" * 4096)
    os.write(write_end, b"\nyes\n")
    os.close(write_end)
    long, yes, end = lines_of(keyboard)
    assert (len(long or ""), yes, end) == (10_000, "yes", None)
    os.close(read_end)


@pytest.mark.real
def test_without_an_input_there_are_no_lines() -> None:
    assert lines_of(Keyboard(-1)) == [None]
