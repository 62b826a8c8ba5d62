from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.words import did_you_mean, nearest

WORDS = ("move", "pick", "place", "wait")
MANY = [f"behaviour_{i}" for i in range(13)]


@pytest.mark.parametrize(
    ("word", "close"), [("plase", "place"), ("moev", "move"), ("wait", "wait"), ("xyz", None)]
)
def test_the_nearest_word_is_the_one_a_typist_meant(word: str, close: str | None) -> None:
    assert nearest(word, WORDS) == close


def test_nothing_is_near_when_nothing_is_known() -> None:
    assert nearest("place", ()) is None


def test_a_near_word_is_offered() -> None:
    assert did_you_mean("plase", WORDS) == "; did you mean 'place'?"


def test_a_word_like_no_other_gets_the_sorted_list() -> None:
    assert did_you_mean("xyz", reversed(WORDS)) == "; known: move, pick, place, wait"


@pytest.mark.parametrize(("count", "listed"), [(12, True), (13, False)])
def test_a_list_longer_than_twelve_is_left_out(count: int, listed: bool) -> None:
    assert did_you_mean("xyz", MANY[:count]).startswith("; known: ") is listed


def test_nothing_known_adds_nothing() -> None:
    assert did_you_mean("xyz", ()) == ""


@given(st.text(max_size=20), st.lists(st.text(max_size=8), max_size=20))
def test_the_order_of_the_known_words_does_not_matter(word: str, known: list[str]) -> None:
    assert did_you_mean(word, known) == did_you_mean(word, reversed(known))


def test_whoever_asks_says_how_long_a_list_may_be() -> None:
    assert did_you_mean("xyz", MANY, most=13).startswith("; known: behaviour_0, ")
