"""What robots decide about jobs: in lines of the terminal, and as the page is told."""

from __future__ import annotations

from cotree.core.changes import JobChange, JobWord
from cotree.runtime.messages import Heard, Told
from cotree.runtime.story import Story
from cotree.viewer.learnt import learnt_line
from cotree.viewer.terminal.plain import news_lines
from cotree.viewer.web.items import Learnt, Tick
from cotree.viewer.web.whole import Whole
from tests.viewer.stories import NODES
from tests.viewer.web.test_telling import BOTH, OPENING, ticks

PATH = NODES[1].path


def change(word: JobWord, *who: str, text: str = "") -> JobChange:
    return JobChange("lift", PATH, word, who, text)


def test_what_is_decided_has_a_line_and_what_is_learnt_on_the_way_has_none() -> None:
    said = {
        word: learnt_line(change(word, "a", "b", text="lift: assembly a + b\n  or solo a"))
        for word in ("asks", "team", "refused", "lost", "handed_over", "cannot", "knows", "stands")
    }
    assert said == {
        "asks": f"? asks a, b for help with {PATH}",
        "team": f"+ team     {PATH}: assembly a + b",
        "refused": f"✗ refuses  {PATH}: lift: assembly a + b",
        "lost": f"- lost     a, b, a helper with {PATH}: lift: assembly a + b",
        "handed_over": f"+ gives    {PATH} to a, b",
        "cannot": "",
        "knows": "",
        "stands": "",
    }
    assert learnt_line(change("lost", text="it fell")) == f"- no team  {PATH}: it fell"
    assert learnt_line(change("lost", "a", text="silent")).endswith(": silent")


def test_a_line_of_the_terminal_says_whose_decision_it_is() -> None:
    story = Story()
    for message in (*OPENING, BOTH):
        story.hear(message)
    story.hear(
        Told(0, 1.5, (change("team", "ann", "bob", text="lift: assembly ann + bob"),), (), "ann")
    )
    assert list(news_lines(story)) == [f"     0.00 s  ann  + team     {PATH}: assembly ann + bob"]
    story.hear(Heard(1, 2.0, (), robot="bob"))
    story.hear(Told(2, 2.0, (change("knows", text="x"),), (), "bob"))
    assert list(news_lines(story)) == []


def test_the_page_has_the_newest_decision_and_graph_of_each_job() -> None:
    changes = (
        change("team", "ann", "bob", text="lift: solo ann"),
        change("knows", text="box: on table"),
    )
    later = (change("knows", text="box: on shelf"),)
    first, second = ticks(BOTH, Told(0, 1.0, changes, (), "ann"), Told(1, 2.0, later, (), "ann"))
    decided = Learnt(1, "decided", "ann", f"+ team {PATH}: solo ann")
    assert first.learnt == (decided, Learnt(1, "knows", "ann", "box: on table"))
    whole = Whole()
    for tick in (first, second):
        whole.take(tick)
    assert whole.tick().learnt == (decided, Learnt(1, "knows", "ann", "box: on shelf"))
    assert isinstance(whole.tick(), Tick)
