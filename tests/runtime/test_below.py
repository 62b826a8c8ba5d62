"""Nodes below nodes, by their paths."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cotree.runtime.below import Below

PATHS = st.lists(st.sampled_from("abc"), min_size=1, max_size=4).map("/".join)


@given(st.lists(PATHS, unique=True), PATHS)
def test_it_finds_what_looking_at_every_path_would_find(paths: list[str], asked: str) -> None:
    below = Below()
    for path in paths:
        below.add(path)
    found = list(below.under(asked))
    assert sorted(found) == sorted(p for p in paths if f"{p}/".startswith(f"{asked}/"))


def test_a_node_comes_before_what_is_below_it_and_siblings_as_they_came() -> None:
    below = Below()
    for path in ("t", "t/b", "t/a", "t/b/x"):
        below.add(path)
    assert list(below.under("t")) == ["t", "t/b", "t/b/x", "t/a"]
    assert list(below.under("t/b")) == ["t/b", "t/b/x"]


def test_a_name_that_only_begins_alike_and_an_empty_one_are_not_below() -> None:
    below = Below()
    below.add("task")
    below.add("task/cup")
    below.add("task/cups")
    assert list(below.under("task/cup")) == ["task/cup"]
    assert list(below.under("")) == []
