from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from cotree.core.changes import NodeChange, NodeState, ResourceChange
from cotree.core.mission import Chance, Policy, ResourceModel
from cotree.core.reasons import Reason
from cotree.runtime.messages import End, Heard, Hello, Member, Node, Team, Told, Tree
from cotree.runtime.story import Story
from cotree.viewer.plot import plot
from cotree.viewer.terminal.plain import news_lines, summary_lines
from cotree.viewer.terminal.screen import picture
from cotree.viewer.words import counted, plain

NASTY = "a[/]\x1b]0;owned\x07[bold]$x^{$\n\u202e"


def a_nasty_story() -> Story:
    story = Story()
    reason = Reason("c", NASTY, path=NASTY)
    owned = ResourceChange(NASTY, (NASTY,), (NASTY,), "exclusive", NASTY, NASTY)
    for message in (
        Hello(1, "0", NASTY, NASTY, NASTY, "", {}, Policy(), Chance()),
        Tree(0, (Node(NASTY, "wait", NASTY, -1),)),
        Team((Member("pr2", "pr2", (0.0, 0.0, 0.0), (ResourceModel(NASTY, NASTY),)),)),
        Heard(0, 1.0),
        Told(0, 1.0, (NodeChange(NASTY, NodeState.RUNNING, NASTY, resources=(NASTY,)), owned)),
        Heard(1, 9.0),
        Told(1, 9.0, (NodeChange(NASTY, NodeState.FAILED, NASTY, reason),)),
        End(10.0, 2, "failure", (reason,)),
    ):
        story.hear(message)
    return story


def test_ordinary_words_of_all_languages_stay_as_they_are() -> None:
    assert plain("Tässe auf Tisch · 茶杯 [1] $5") == "Tässe auf Tisch · 茶杯 [1] $5"


def test_what_steers_a_terminal_is_replaced() -> None:
    assert plain("a\x1b[31mb\nc\u202ed") == "a�[31mb c�d"


def test_several_lines_become_one() -> None:
    assert plain("it broke\n   on two\r\nlines\tand more") == "it broke on two lines and more"


def test_things_are_counted_as_people_do() -> None:
    assert [counted(n, "step") for n in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]


def test_no_name_steers_the_terminal() -> None:
    story = a_nasty_story()
    console = Console(file=io.StringIO(), width=120, height=40, color_system=None)
    with console.capture() as capture:
        console.print(picture(story, 10.0, (120, 40)))
    text = "\n".join([capture.get(), *news_lines(story), *summary_lines(story)])
    assert "a[/]" in text
    assert "[bold]" in text
    assert not {"\x1b", "\x07", "\u202e"} & set(text)


def test_no_name_breaks_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot(a_nasty_story(), tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text()
    assert "[bold]$x^{$" in text
    assert "\x1b" not in text
