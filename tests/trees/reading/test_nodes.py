from __future__ import annotations

from cotree.core.mission import Mark
from cotree.trees.reading.nodes import Hole, Items, Scalar, Table, count, describe, plain, quote

MARK = Mark("f", 1, 1)
HOLE = Hole(MARK)


def test_quoted_text_is_short_and_printable() -> None:
    assert quote("cup") == "'cup'"
    assert quote("a\x1b[31m\u202e") == "'a\\x1b[31m\\u202e'"
    assert quote("x" * 100) == "'" + "x" * 39 + "…'"


def test_everything_has_a_description() -> None:
    assert describe(Items(MARK, ())) == "a list"
    assert describe(Table(MARK, {})) == "a mapping"
    assert describe(Scalar(MARK, "~", None)) == "nothing"
    assert describe(Scalar(MARK, "TRUE", True)) == "TRUE"
    assert describe(Scalar(MARK, "1e3", 1000.0)) == "the number 1e3"
    assert describe(Scalar(MARK, "x", "x")) == "'x'"
    assert describe(HOLE) == "an unknown value"


def test_holes_are_plain_nothing_and_count_like_others() -> None:
    assert plain(Items(MARK, (HOLE, Scalar(MARK, "1", 1)))) == [None, 1]
    assert count(Items(MARK, (HOLE, HOLE))) == 3
