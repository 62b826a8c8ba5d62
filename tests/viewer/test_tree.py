from __future__ import annotations

from cotree.viewer.terminal.tree import remark, tree_lines
from tests.viewer.stories import a_story, a_story_with_reactions, a_team_story


def shown(height: int) -> list[str]:
    return [line.plain for line in tree_lines(a_story(), height)]


def test_every_node_has_its_symbol_and_what_there_is_to_say() -> None:
    assert shown(99) == [
        "▶ task",
        "  · cup",
        "    ✓ move",
        "    ▶ pick cup  base left",
        "  · tea",
        "    ↷ move",
        "    ✗ pick tea  the tea slipped [slipped]",
        "  ◌ wave",
    ]


def test_where_there_is_little_room_resting_subtrees_are_folded() -> None:
    assert shown(4) == ["▶ task", "  · cup", "  · tea", "  ◌ wave"]


def test_where_there_is_even_less_the_rest_is_counted() -> None:
    lines = shown(3)
    assert len(lines) == 3
    assert lines[-1] == "… 2 more lines"


def test_a_waiting_node_says_why() -> None:
    role = a_story().roles["task/wave"]
    role.message = "the base is busy"
    assert remark(role) == "the base is busy"


def test_in_a_team_the_tree_says_who_does_or_did_what() -> None:
    assert [line.plain for line in tree_lines(a_team_story(), 99)][1:4] == [
        "  · cup",
        "    ↷ move  bob",
        "    ▶ pick cup  bob",
    ]


def test_where_there_is_little_room_reactions_that_were_never_needed_are_left_out() -> None:
    story = a_story_with_reactions()
    assert len(tree_lines(story, 9)) == 6
    names = [line.plain.split()[1] for line in tree_lines(story, 5)]
    assert names == ["reactions", "balance", "recover", "wait"]
