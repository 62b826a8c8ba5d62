from __future__ import annotations

import io

import pytest
from rich.console import Console

from cotree.runtime.messages import End
from cotree.runtime.story import Story
from cotree.viewer.terminal.resources import cells
from cotree.viewer.terminal.screen import Screen, picture
from tests.viewer.stories import a_story, a_team_story


def drawn(story: Story, width: int, height: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width, height=height, color_system=None)
    with console.capture() as capture:
        console.print(picture(story, 20.0, (width, height), "0 overruns"))
    return capture.get().splitlines()


def test_the_picture_shows_clock_tree_resources_and_timeline() -> None:
    lines = drawn(a_story(), 100, 40)
    text = "\n".join(lines)
    assert lines[0].rstrip() == "tea for two  20.0 s  3 steps  0 overruns"
    assert "✗ pick tea  the tea slipped [slipped]" in text
    assert "left      tea    exclusive  tea" in text
    assert "pick tea" in lines[-3]


@pytest.mark.parametrize("size", [(1, 1), (40, 12), (80, 24), (300, 100)])
def test_the_picture_fits_into_the_terminal(size: tuple[int, int]) -> None:
    width, height = max(size[0], 40), max(size[1], 12)
    lines = drawn(a_story(), width, height)
    assert len(lines) <= height
    assert max(map(len, lines)) <= width


def test_a_story_without_a_beginning_can_be_shown() -> None:
    assert drawn(Story(), 80, 24)


def test_a_resource_says_who_owns_it_and_for_what() -> None:
    props = a_story().props
    assert cells(props["base"]) == ("base", "cup", "hold", "")
    assert cells(props["left"]) == ("left", "tea", "exclusive", "tea")


def test_the_last_picture_stays_on_the_terminal() -> None:
    file = io.StringIO()
    story = a_story()
    console = Console(file=file, width=80, height=24, force_terminal=True, color_system=None)
    with Screen(console, story, lambda: "fine") as screen:
        screen.show(10.0)
        story.hear(End(12.5, 4, "success"))
    assert "12.5 s" in file.getvalue()
    assert "fine" in file.getvalue()


def test_the_clock_of_the_last_picture_does_not_go_back() -> None:
    file = io.StringIO()
    console = Console(file=file, width=80, height=24, force_terminal=True, color_system=None)
    with Screen(console, a_story()) as screen:
        screen.show(17.5)
    assert "tea for two  17.5 s" in file.getvalue()
    assert "tea for two  10.0 s" not in file.getvalue()


def test_the_picture_of_a_team_names_its_robots_and_their_resources() -> None:
    lines = drawn(a_team_story(), 100, 40)
    assert lines[0].rstrip() == "tea for all  20.0 s  3 steps  a ann  b bob  0 overruns"
    assert any("bob base  cup    move" in line for line in lines)
