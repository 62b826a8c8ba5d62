"""What is true of many nodes is told once."""

from __future__ import annotations

from cotree.core.reasons import Reason
from cotree.viewer.terminal.once import once


def test_the_same_words_of_many_nodes_are_told_where_these_come_together() -> None:
    why = [
        Reason("gave_up", "nobody can", path="task/bring/assemble/dock eva"),
        Reason("gave_up", "too far", path="task/jug"),
        Reason("gave_up", "nobody can", path="task/bring/carry box/grasp box"),
    ]
    assert [str(each) for each in once(why)] == [
        "task/bring: nobody can [gave_up]",
        "task/jug: too far [gave_up]",
    ]


def test_other_words_or_another_code_are_told_each() -> None:
    why = [
        Reason("a", "x", path="task/one"),
        Reason("b", "x", path="task/two"),
        Reason("a", "y", path="task/two"),
    ]
    assert once(why) == why


def test_what_belongs_to_no_node_stays_so() -> None:
    why = [Reason("silence", "x"), Reason("silence", "x", path="task/one")]
    assert once(why) == [Reason("silence", "x")]
    assert once([]) == []


def test_reasons_of_different_trees_stay_apart() -> None:
    why = [Reason("a", "x", path="task/one"), Reason("a", "x", path="reactions/two")]
    assert once(why) == why
