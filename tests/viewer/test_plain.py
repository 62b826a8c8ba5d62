from __future__ import annotations

import msgspec

from cotree.core.changes import NodeChange, NodeState
from cotree.runtime.acts import FORETOLD, Inject
from cotree.runtime.messages import Acted, Born, End
from cotree.runtime.story import Story
from cotree.viewer.terminal.plain import (
    acted_line,
    change_line,
    news_lines,
    share_line,
    summary_data,
    summary_lines,
)
from tests.viewer.stories import SLIPPED, a_story, a_team_story, by, claimed, node


def test_every_change_of_a_leaf_is_a_line() -> None:
    assert list(news_lines(a_story())) == [
        "    10.00 s  ✗ failed   task/tea/pick: the tea slipped [slipped]",
        "    10.00 s  ▶ running  task/cup/pick  on base, left",
    ]


def test_tasks_are_only_mentioned_when_they_end() -> None:
    story = a_story()
    story.news[:] = [NodeChange("task/cup", NodeState.RUNNING), NodeChange("task", NodeState.DONE)]
    assert [line.split()[-1] for line in news_lines(story)] == ["task"]


def test_a_waiting_leaf_says_why() -> None:
    change = NodeChange("task/wave", NodeState.WAITING, "the base is busy")
    assert change_line(change) == "◌ waiting  task/wave: the base is busy"


def test_the_summary_counts_steps_skips_and_failures() -> None:
    assert list(summary_lines(a_story(ended=True))) == [
        "✗ tea for two failed after 20.0 s: 3 steps, 1 skipped, 1 failure",
        "  task/tea/pick: the tea slipped [slipped]",
    ]


def test_a_run_that_did_not_succeed_is_not_said_to_have_no_failures() -> None:
    story = a_story(ended=True)
    story.failures.clear()
    story.failed_actions = 1
    line = next(summary_lines(story))
    assert line == "✗ tea for two failed after 20.0 s: 3 steps, 1 skipped, 1 failed action"
    story.hear(End(20.0, 4, "success"))
    assert next(summary_lines(story)).endswith("1 skipped, 0 failures, 1 failed action")


def test_every_kind_of_end_has_its_words() -> None:
    story = a_story()
    for result, word in {
        "success": "succeeded", "stuck": "got stuck", "halted": "was halted", "error": "broke off",
        "out_of_time": "ran out of time", "a later release's": "broke off",
    }.items():  # fmt: skip
        story.hear(End(1.0, 1, result))
        assert f"tea for two {word} after 1.0 s" in next(summary_lines(story))
    assert "the mission has no end" in next(summary_lines(Story()))


def test_programs_get_the_same_as_data() -> None:
    data = msgspec.json.decode(msgspec.json.encode(summary_data(a_story(ended=True))))
    assert data["result"] == "failure"
    assert data["seed"] == 5
    assert data["steps"] == 3
    assert data["starts"][0] == {"t": 0.0, "leaves": ["task/cup/move"]}
    assert data["skipped"] == ["task/tea/move"]
    assert data["failures"][0]["leaf"] == "task/tea/pick"
    assert data["failed_actions"] == 0
    assert data["reasons"][0]["code"] == SLIPPED.code
    assert summary_data(Story())["mission"] is None


def test_times_for_programs_are_milliseconds() -> None:
    story = a_story()
    story.now_s = 0.1 + 0.2
    assert summary_data(story)["time_s"] == 0.3


def test_lines_of_a_team_say_who() -> None:
    story = a_team_story()
    assert list(news_lines(story)) == [
        "    11.00 s  bob  ↷ skipped  task/cup/move",
        "    11.00 s  bob  ▶ running  task/cup/pick",
    ]
    for message in by("bob", 4, -88.0, claimed("tea", "won"), node("tea/pick", NodeState.RUNNING)):
        story.hear(message)
    for message in by("bob", 5, -87.0, claimed("tea", "given_up", "it slipped"),
                      node("tea/pick", NodeState.INACTIVE)):  # fmt: skip
        story.hear(message)
    assert list(news_lines(story)) == [
        "    13.00 s  bob  ✗ gave up  task/tea: it slipped",
        "    13.00 s       · inactive task/tea/pick",
    ]


def test_a_process_that_came_back_is_a_line() -> None:
    story = a_team_story()
    story.hear(Born(30.0, "bob", 2, 0.0))
    assert next(news_lines(story)) == "    30.00 s  bob  ↻ restarted, without its memory"


def test_a_crash_that_the_mission_foretold_is_a_line_of_its_robot() -> None:
    story, kill = a_team_story(), Inject(what="kill", robot="bob")
    foretold, done = (Acted(4.0, by, kill) for by in (FORETOLD, "operator"))
    assert acted_line(story, foretold) == "     4.00 s  bob  ✗ crashed, as the mission says"
    assert acted_line(story, done) == "     4.00 s  the operator killed the process of bob"


def test_the_summary_of_a_team_says_what_each_robot_did() -> None:
    assert list(summary_lines(a_team_story(ended=True))) == [
        "✗ tea for all failed after 25.0 s: 3 steps, 1 skipped, 1 failure",
        "  task/tea/pick: the tea slipped [slipped]",
        "  ann  did nothing; worked 4.0 s, waited 11.0 s, moved 5.0 m; "
        "1 claim, 0 denied, 1 restart",
        "  bob  did cup; worked 14.0 s, waited 6.0 s; 2 claims, 1 denied, 1 failure",
    ]


def test_programs_get_the_same_of_a_team() -> None:
    data = msgspec.json.decode(msgspec.json.encode(summary_data(a_team_story(ended=True))))
    (failure,) = data["failures"]
    assert (failure["t"], failure["leaf"], failure["robot"]) == (6.0, "task/tea", "bob")
    assert failure["reason"]["message"] == "the tea slipped"
    assert data["robots"]["bob"] == {
        "pieces": ["task/cup"],
        "leaves": ["task/cup/pick"],
        "starts": [{"t": 1.0, "leaf": "task/tea/pick"}, {"t": 11.0, "leaf": "task/cup/pick"}],
        "worked_s": 14.0,
        "waited_s": 6.0,
        "distance_m": 0.0,
        "claims": {"asked": 2, "denied": 1},
        "failures": 1,
        "lives": 1,
    }
    assert data["robots"]["ann"]["leaves"] == ["task/cup/move"]
    assert "robots" not in summary_data(a_story())


def test_a_robot_that_did_much_is_not_a_page() -> None:
    story = a_team_story()
    share = story.shares["ann"]
    share.pieces = ["task/cup"] * 11
    line = share_line(story, share)
    assert line.startswith("did cup, cup, cup, cup, cup, cup, cup, cup and 3 more; worked")


def test_a_robot_of_another_process_is_not_said_to_have_done_nothing() -> None:
    story = a_team_story(ended=True)
    bob = story.shares["bob"]
    bob.lives, bob.alive_s = 0, 0.0
    assert [line.split()[0] for line in summary_lines(story)][2:] == ["ann"]
    assert list(summary_data(story)["robots"]) == ["ann"]
