"""``if_unsure`` and ``repeatable`` beside a word."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from cotree.behaviours.declare import Declaration
from cotree.core.mission import Mission
from cotree.trees.build import grow

Read = Callable[[str], Mission]
Wrong = Callable[[str], list[str]]


def said(mission: Mission) -> list[tuple[str, str, bool]]:
    return [(node.word, node.if_unsure, node.repeatable) for node in mission.task.walk()]


def test_what_stands_beside_a_word_belongs_to_it(read: Read) -> None:
    beside = "      if_unsure: redo\n      repeatable: true\n"
    text = f"task:\n  and:\n    - perform: wave\n{beside}    - wait: 1"
    assert said(read(text)) == [
        ("and", "", False),
        ("perform", "redo", True),
        ("wait", "", False),
    ]


def test_it_holds_for_everything_below_that_says_nothing(read: Read) -> None:
    text = (
        "task: {then: [{retry: {do: {wait: 1}}}, {wait: 2, if_unsure: ask, repeatable: false}],"
        " if_unsure: redo, repeatable: true, name: all}"
    )
    assert said(read(text)) == [
        ("then", "redo", True),
        ("retry", "redo", True),
        ("wait", "redo", True),
        ("wait", "ask", False),
    ]


def test_a_subtree_and_each_round_can_say_it(read: Read) -> None:
    text = (
        "subtrees: {nap: {parameters: [how], do: {wait: 1, if_unsure: $how}}}\n"
        "task: {then: [{nap: redo}, {nap: ask, if_unsure: resume},"
        " {for each: {sure: [ask], do: {wait: 2, if_unsure: $sure}}}]}"
    )
    assert [word for _, word, _ in said(read(text))] == ["", "redo", "resume", "ask"]


def test_nodes_know_it(read: Read, words: Mapping[str, Declaration]) -> None:
    mission = read("task: {then: [{perform: a, if_unsure: redo}, {perform: b, repeatable: true}]}")
    a, b = grow(mission.task, words).children
    assert (a.if_unsure, getattr(a, "repeatable", False)) == ("redo", False)  # type: ignore[attr-defined]
    assert (b.if_unsure, getattr(b, "repeatable", False)) == ("ask", True)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "{wait: 1, if_unsure: again}",
            "1:28: 'if_unsure': unknown word 'again'; known: ask, redo, resume",
        ),
        ("{wait: 1, if_unsure: 5}", "1:28: 'if_unsure': expected one of redo, resume, ask, found"),
        ("{wait: 1, repeatable: yes}", "1:29: 'repeatable': expected true or false, found 'yes'"),
        ("{if_unsure: redo}", "1:7: this node has no behaviour, only 'if_unsure'"),
        ("{if_unsure: redo, name: x}", "1:7: this node has no behaviour, only a name"),
        ("{wait: 1, unsure: redo}", "1:17: 'unsure' stands beside 'wait'; parameters stand insi"),
    ],
)
def test_mistakes_are_told(wrong: Wrong, text: str, said: str) -> None:
    (found,) = wrong(f"task: {text}")
    assert found.startswith(said)
