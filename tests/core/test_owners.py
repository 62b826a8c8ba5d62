"""Whose word a fact is."""

from __future__ import annotations

import pytest

from cotree.core.owners import owner_of

TEAM = ("a1", "dr")


@pytest.mark.parametrize(
    ("fact", "owner"),
    [
        ("a1/state", "a1"),
        ("dr/blocked/c3-p3", "dr"),
        ("blocked/c3-p3", ""),
        ("door", ""),
        ("a1", ""),
        ("wassi/word", ""),
    ],
)
def test_a_fact_under_a_teammates_name_is_its_own(fact: str, owner: str) -> None:
    assert owner_of(fact, TEAM) == owner
