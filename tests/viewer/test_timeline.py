from __future__ import annotations

from cotree.core.changes import NodeState
from cotree.viewer.terminal.timeline import timeline_lines
from tests.viewer.stories import a_story, a_story_with_reactions, a_team_story


def test_each_leaf_is_a_row_and_time_goes_to_the_right() -> None:
    lines = [line.plain for line in timeline_lines(a_story(), 29, 99, 20.0)]
    assert lines == [
        "move     █████───────────────",
        "pick cup           ██████████",
        "move     ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄",
        "pick tea      █████xxxxxxxxxx",
        "wave     ░░░░░░░░░░░░░░░░░░░░",
        "         0               20 s",
    ]


def test_where_there_is_little_room_the_last_that_moved_are_shown() -> None:
    lines = [line.plain for line in timeline_lines(a_story(), 29, 3, 20.0)]
    assert [line.split()[0] for line in lines] == ["pick", "wave", "0"]


def test_when_all_rest_those_that_ever_moved_are_shown() -> None:
    story = a_story()
    for role in story.leaves():
        role.state = NodeState.INACTIVE
    lines = [line.plain for line in timeline_lines(story, 29, 3, 20.0)]
    assert [line.split()[0] for line in lines] == ["pick", "wave", "0"]


def test_a_narrow_terminal_cuts_names_and_nothing_breaks() -> None:
    for width in range(1, 12):
        lines = timeline_lines(a_story(), width, 9, 20.0)
        assert len(lines) == 6


def test_before_time_begins_there_is_nothing_to_see() -> None:
    assert timeline_lines(a_story(), 40, 9, 0.0)[-1].plain.endswith("0 s")


def test_in_a_team_work_begins_with_the_letter_of_the_robot() -> None:
    lines = [line.plain for line in timeline_lines(a_team_story(ended=True), 34, 99, 25.0)]
    assert lines[:2] == [
        "move     ░a███──────┄┄┄┄┄┄┄┄┄┄┄┄┄┄",
        "pick cup      a████ b████████─────",
    ]
    assert lines[3] == "pick tea  b████                   "


def test_a_reaction_has_a_row_once_it_was_needed() -> None:
    lines = [line.plain for line in timeline_lines(a_story_with_reactions(), 29, 99, 20.0)]
    assert [line.split()[0] for line in lines] == ["recover", "wait", "0"]
