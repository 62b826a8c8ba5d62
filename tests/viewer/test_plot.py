from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cotree.core.changes import NodeChange, NodeState, ResourceChange
from cotree.runtime.messages import End, Node, Told, Tree
from cotree.runtime.story import Story
from cotree.viewer.lanes import leaf_lanes
from cotree.viewer.plot import NoPlot, draw, plot
from tests.viewer.stories import a_story, a_team_story

pytest.importorskip("matplotlib")
from matplotlib.colors import to_rgba


def test_the_same_story_is_the_same_svg(tmp_path: Path) -> None:
    plot(a_story(ended=True), tmp_path / "a.svg")
    plot(a_story(ended=True), tmp_path / "b.svg")
    text = (tmp_path / "a.svg").read_text()
    assert text == (tmp_path / "b.svg").read_text()
    assert "<dc:date>" not in text
    for label in ("pick tea", "running", "skipped", "tea for two: failure, 20 s, 3 steps"):
        assert label in text


@pytest.mark.parametrize("kind", ["png", "pdf"])
def test_other_formats_are_written_too(tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"a.{kind}"
    plot(a_story(), file)
    assert file.stat().st_size > 5000


def test_the_diagram_has_a_row_for_each_leaf_and_one_for_each_resource() -> None:
    upper, lower = draw(a_story(ended=True)).axes
    assert upper.get_yticklabels()[0].get_text() == "cup · move"
    assert [label.get_text() for label in lower.get_yticklabels()] == ["base", "left"]
    assert upper.get_xlim() == (0.0, 20.0)


def test_an_empty_story_can_be_drawn(tmp_path: Path) -> None:
    plot(Story(), tmp_path / "a.svg")
    assert "no end recorded" in (tmp_path / "a.svg").read_text()


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoPlot, match=r"there is no folder .*; make it first: mkdir"):
        plot(a_story(), tmp_path / "nowhere" / "a.svg")


def test_without_matplotlib_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(NoPlot, match=r"pip install 'cotree\[plot\]'"):
        plot(a_story(), tmp_path / "a.svg")


def test_the_key_says_which_colour_is_whose_and_leaves_are_marked_with_it() -> None:
    figure = draw(a_story(ended=True))
    key = next(each for each in figure.legends if each.get_title().get_text() == "owner")
    assert [text.get_text() for text in key.get_texts()] == ["cup", "tea"]
    marks = [line for line in figure.axes[0].lines if line.get_marker() == "s"]
    colours = [patch.get_facecolor() for patch in key.get_patches()]
    assert [to_rgba(mark.get_color()) for mark in marks] == [
        colours[0], colours[0], colours[1], colours[1],
    ]  # fmt: skip


def test_letters_without_a_font_are_told_and_warn_nobody(tmp_path: Path) -> None:
    story = a_story(ended=True)
    assert plot(story, tmp_path / "a.png")
    story.roles["task/wave"].node = Node("task/wave", "perform", "𒀀", 0)  # cuneiform
    assert plot(story, tmp_path / "a.svg")
    assert "𒀀" in (tmp_path / "a.svg").read_text()
    assert not plot(story, tmp_path / "a.png")


def test_what_is_too_much_for_the_key_is_counted() -> None:
    story = Story()
    names = [f"t{i}" for i in range(20)]
    story.hear(Tree(0, tuple(Node(name, "then", name, -1) for name in names)))
    for i, name in enumerate(names):
        story.hear(Told(i, float(i), (ResourceChange("base", (name,), (name,)),)))
    story.hear(End(20.0, 20, "success"))
    key = next(each for each in draw(story).legends if each.get_title().get_text() == "owner")
    assert [text.get_text() for text in key.get_texts()][-2:] == ["t15", "… and 4 more"]


def test_in_a_team_each_robot_has_a_colour_that_is_paler_for_what_it_did() -> None:
    story = a_team_story(ended=True)
    figure = draw(story)
    patches = {
        text.get_text(): patch
        for each in figure.legends
        for text, patch in zip(each.get_texts(), each.get_patches(), strict=True)
    }
    bob, done = patches["bob at work"], patches["done by bob"]
    move, pick = leaf_lanes(story)[:2]
    bars = figure.axes[0].patches[len(move.bars) :]
    assert [bar.kind for bar in pick.bars[3:]] == ["running", "done"]
    assert bars[3].get_facecolor() == bob.get_facecolor()
    assert bars[4].get_facecolor() == done.get_facecolor()
    assert bob.get_facecolor() != patches["ann at work"].get_facecolor()
    assert "running" not in patches


def test_a_leaf_that_is_claimed_can_be_drawn() -> None:
    story = a_story()
    story.hear(Told(9, 10.0, (NodeChange("task/wave", NodeState.CLAIMING),)))
    story.hear(End(20.0, 10, "success"))
    labels = [text.get_text() for each in draw(story).legends for text in each.get_texts()]
    assert "claiming" in labels
