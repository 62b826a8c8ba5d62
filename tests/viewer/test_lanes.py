from __future__ import annotations

from cotree.viewer.lanes import (
    Bar,
    Lane,
    leaf_lanes,
    owner_for,
    owners_of,
    resource_lanes,
    short_names,
)
from tests.viewer.stories import a_story, a_story_with_reactions, a_team_story


def test_leaves_are_rows_in_the_order_of_the_tree() -> None:
    lanes = leaf_lanes(a_story(ended=True))
    assert [lane.label for lane in lanes] == [
        "cup · move", "pick cup", "tea · move", "pick tea", "wave",
    ]  # fmt: skip
    assert lanes[0].bars == (Bar(0.0, 5.0, "running"), Bar(5.0, 20.0, "done"))
    assert lanes[3].bars == (
        Bar(0.0, 5.0, "inactive"), Bar(5.0, 10.0, "running"), Bar(10.0, 20.0, "failed"),
    )  # fmt: skip


def test_a_state_that_comes_with_the_end_is_still_there() -> None:
    lanes = leaf_lanes(a_story())
    assert lanes[3].bars[-1] == Bar(10.0, 10.0, "failed")


def test_resources_are_in_use_or_reserved() -> None:
    assert resource_lanes(a_story(ended=True)) == [
        Lane(
            "base",
            (
                Bar(0.0, 5.0, "used", ("task/cup",), "move"),
                Bar(5.0, 20.0, "reserved", ("task/cup",), "hold"),
            ),
        ),
        Lane("left", (Bar(5.0, 20.0, "used", ("task/tea",), "tea"),)),
    ]


def test_owners_come_in_the_order_in_which_they_took_something() -> None:
    assert owners_of(resource_lanes(a_story(ended=True))) == ["task/cup", "task/tea"]


def test_a_leaf_belongs_to_the_innermost_owner_above_it() -> None:
    owners = ["task", "task/cup", "task/cup 2"]
    assert owner_for("task/cup/move", owners) == "task/cup"
    assert owner_for("task/cup 2", owners) == "task/cup 2"
    assert owner_for("task/wave", owners) == "task"
    assert owner_for("task/wave", owners[1:]) is None


def test_names_that_are_not_unique_get_the_one_before() -> None:
    assert short_names(["a", "a/x/b", "a/y/b", "a/c"], ["a", "b", "b", "c"]) == [
        "a", "x · b", "y · b", "c",
    ]  # fmt: skip


def test_in_a_team_every_stretch_of_work_is_somebodys() -> None:
    lanes = leaf_lanes(a_team_story(ended=True))
    assert [(bar.from_s, bar.kind, bar.robot) for bar in lanes[1].bars] == [
        (0.0, "inactive", ""), (5.0, "running", "ann"), (10.0, "inactive", ""),
        (11.0, "running", "bob"), (20.0, "done", "bob"),
    ]  # fmt: skip


def test_in_a_team_every_resource_is_somebodys() -> None:
    lanes = resource_lanes(a_team_story(ended=True))
    assert [lane.label for lane in lanes] == ["ann base", "bob base"]
    assert [(bar.from_s, bar.to_s) for bar in lanes[0].bars] == [(1.0, 10.0)]  # until it died


def test_a_reaction_that_was_never_needed_has_no_row() -> None:
    assert [lane.label for lane in leaf_lanes(a_story_with_reactions())] == ["recover", "wait"]
