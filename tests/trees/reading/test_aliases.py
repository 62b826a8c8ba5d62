from __future__ import annotations

import pytest

from cotree.trees.catalogue import catalogue
from cotree.trees.reading.aliases import ALIASES, meant

WORDS = frozenset(catalogue())


def test_every_alias_leads_to_words_that_exist_and_is_none_itself() -> None:
    for alias, words in ALIASES.items():
        assert set(words) <= {*WORDS, "for each"}
        assert alias not in WORDS
        assert alias == alias.lower()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("fallback", "; did you mean 'selector' or 'or'?"),
        ("Go_To", "; did you mean 'move'?"),
        ("AtRate", "; did you mean 'at rate'?"),
        ("FOR-EACH", "; did you mean 'for each'?"),
        ("move cup", "; is a ':' missing after 'move'?"),
        ("at rate 5", "; is a ':' missing after 'at rate'?"),
        ("move:cup", "; a space is missing after 'move:'"),
        ("remove", ""),
        ("", ""),
        ("x" * 100_000, ""),
    ],
)
def test_words_of_elsewhere_and_slips_of_the_pen(text: str, said: str) -> None:
    assert meant(text, WORDS) == said


def test_only_words_that_this_mission_can_use_are_proposed() -> None:
    assert meant("fallback", {"or"}) == "; did you mean 'or'?"
    assert meant("sleep", {"or"}) == ""
