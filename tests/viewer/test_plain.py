from __future__ import annotations

import msgspec

from cotree.core.changes import NodeChange, NodeState
from cotree.runtime.messages import End
from cotree.runtime.story import Story
from cotree.viewer.terminal.plain import change_line, news_lines, summary_data, summary_lines
from tests.viewer.stories import SLIPPED, a_story


def test_every_change_of_a_leaf_is_a_line() -> None:
    assert list(news_lines(a_story())) == [
        "    10.00 s  ✗ failed   task/tea/pick: the tea slipped [slipped]",
        "    10.00 s  ▶ running  task/cup/pick  on base, left",
    ]


def test_tasks_are_only_mentioned_when_they_end() -> None:
    story = a_story()
    story.news = [NodeChange("task/cup", NodeState.RUNNING), NodeChange("task", NodeState.DONE)]
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
