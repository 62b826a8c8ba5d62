"""Robots that fail, and a person who helps, refuses, is silent, or comes too late, end to end."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotree import app
from cotree.app.team import crew_of
from cotree.core.changes import NodeChange, NodeState
from cotree.runtime.messages import End, Heard, Message, Told
from cotree.runtime.read import read
from cotree.runtime.story import Story
from cotree.viewer.lanes import leaf_lanes, spoken
from cotree.viewer.terminal.plain import news_lines, summary_data, summary_lines
from cotree.viewer.terminal.screen import TALK_S, talk_line
from tests.kit.kept import kept
from tests.missions import write

HELP = """
mission: help
team:
  a: {robot: pr2_right_arm, at: [0, 0]}
  b: {robot: baxter_right_arm, at: [0, 0.8]}
  ann: {person: {watched_by: [a, b]}, at: [0.78, 0.40]}
coordination: {witness: [ann]}
world:
  places: {tray: [-0.3, 0.3]}
  objects: {cup: [0.3, 0.4]}
task:
  then:
    - {place: {object: cup, at: tray}, name: cup}
    - {perform: ring}
simulation:
  failures: {carry: 1}
  people: {ann: [LINE]}
policy: {retries: 0}
"""
HELPS = "{reaches_for: cup, asked: true, delay: 1 s}"
REFUSES = "{reaches_for: cup, asked: true, answers: no}"
PROMISES = "{reaches_for: cup, asked: true, acts: false}"
LATE = "{reaches_for: cup, asked: true, delay: 40 s}"


def played(folder: Path, line: str = HELPS, text: str = HELP) -> list[Message]:
    mission = app.read_mission(write(folder, text.replace("LINE", line)))
    messages: list[Message] = []
    app.run_team(mission, messages.append, until_s=300.0)
    return messages


def told(messages: list[Message]) -> tuple[Story, list[str]]:
    """The story, and its lines."""
    story = Story()
    lines: list[str] = []
    for message in messages:
        story.hear(message)
        if isinstance(message, Heard | Told):
            lines += news_lines(story)
    return story, lines


def ending(messages: list[Message]) -> End:
    end = messages[-1]
    assert isinstance(end, End)
    return end


def is_same(folder: Path, messages: list[Message]) -> bool:
    return app.do_again(read(kept(folder, messages))).ok


def test_a_person_helps_and_the_robots_go_on(tmp_path: Path) -> None:
    messages = played(tmp_path)
    assert ending(messages).result == "success"
    story, lines = told(messages)
    said = [(each.what, each.robot, each.person, each.text) for each in story.talk.all]
    assert said == [
        ("asks", "a", "ann", "Nobody of us can do cup. Can you do it?"),
        ("answers", "a", "ann", "yes: ann does it"),
        ("says", "a", "ann", "Cup is yours."),
    ]
    text = "\n".join(line[13:] for line in lines)
    assert "a    ? asks ann: Nobody of us can do cup. Can you do it?" in text
    assert "ann  ! yes: ann does it" in text
    assert "ann  ✓ done     task/cup" in text
    assert story.roles["task/cup"].robot == "ann"
    assert is_same(tmp_path, messages)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (REFUSES, "no: ann does not do it"),
        (PROMISES, "yes: ann does it"),
        (LATE, "yes: ann does it"),
    ],
)
def test_without_help_the_team_gives_it_up(tmp_path: Path, line: str, answer: str) -> None:
    messages = played(tmp_path, line)
    end = ending(messages)
    assert end.result == "failure"
    assert "gave up" in str(end.reasons[0])
    story, _ = told(messages)
    assert [each.text for each in story.talk.all if each.what == "answers"] == [answer]
    assert story.roles["task/cup"].state is NodeState.FAILED
    assert is_same(tmp_path, messages)


def test_whose_script_says_nothing_about_it_says_no(tmp_path: Path) -> None:
    story, _ = told(played(tmp_path, ""))
    assert [each.text for each in story.talk.all if each.what == "answers"] == [
        "no: ann does not do it"
    ]


def test_who_is_silent_is_not_waited_for_longer_than_10_s(tmp_path: Path) -> None:
    mission = app.read_mission(write(tmp_path, HELP.replace("LINE", HELPS)))
    messages: list[Message] = []
    crew, stage = crew_of(mission, messages.append, until_s=300.0)
    stage.people["ann"].asked = lambda question, now_s: None  # type: ignore[method-assign]
    assert crew.run().result == "failure"
    story, _ = told(messages)
    asks, takes_back = story.talk.all
    assert (asks.what, takes_back.what) == ("asks", "takes_back")
    assert 9.9 <= takes_back.t - asks.t <= 10.4


def test_who_comes_too_late_finds_it_given_up(tmp_path: Path) -> None:
    """The rest of the mission goes on, and she does it long after she said so."""
    text = HELP.replace("  then:", "  and:").replace("perform: ring", "wait: 90 s")
    messages = played(tmp_path, LATE, text)
    story, _ = told(messages)
    assert ending(messages).result == "failure"
    assert story.roles["task/wait 90 s"].state is NodeState.DONE
    gave_up = next(each.t for each in story.talk.all if each.text == "Cup is free again.")
    assert 15.0 <= gave_up - story.talk.all[1].t <= 15.5
    assert is_same(tmp_path, messages)


def test_summary_and_plot_tell_who_asked_whom(tmp_path: Path) -> None:
    story, _ = told(played(tmp_path))
    assert any("ann  did cup; 1 question, 1 answered" in line for line in summary_lines(story))
    data = summary_data(story)
    assert data["people"] == {"ann": {"pieces": ["task/cup"], "asked": 1, "answered": 1}}
    first, second, _ = data["talk"]
    assert (first["what"], second["what"], second["keeps"]) == ("asks", "answers", "human")
    assert [(each.row, each.sign, each.speaker) for each in spoken(story, leaf_lanes(story))] == [
        (0, "?", "a"), (0, "!", "ann"),
    ]  # fmt: skip


def test_a_piece_says_why_it_waits(tmp_path: Path) -> None:
    messages = played(tmp_path)
    waits = [
        change.message
        for each in messages
        if isinstance(each, Told) and each.robot == "a"
        for change in each.changes
        if isinstance(change, NodeChange) and change.path == "task/cup" and change.message
    ]
    assert "this robot gave up: cup slipped out of right_gripper" in waits
    assert waits[-2:] == ["asks ann to do it", "ann does it"]


def test_the_live_view_shows_what_was_said_last_for_a_while(tmp_path: Path) -> None:
    story = Story()
    for message in played(tmp_path):
        story.hear(message)
        if story.talk.all:
            break
    asked_s = story.talk.all[0].t
    line = "a  ? asks ann: Nobody of us can do cup. Can you do it?"
    assert talk_line(story, asked_s).plain == line
    assert talk_line(story, asked_s + TALK_S - 0.001).plain == line
    assert talk_line(story, asked_s + TALK_S + 0.1).plain == ""
