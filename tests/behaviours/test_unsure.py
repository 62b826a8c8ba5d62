"""What each leaf says is to be done when nobody knows whether it was done."""

from __future__ import annotations

import pytest

from cotree.behaviours.leaf import Leaf
from cotree.trees.catalogue import catalogue


class Seen(Leaf):
    goal_lasts = True


class AskedAnyway(Leaf):
    goal_lasts = True
    if_unsure = "ask"


class Again(Leaf):
    goal_lasts = True
    if_unsure = "redo"


class More(Again):
    pass


@pytest.mark.parametrize(
    ("leaf", "word"),
    [(Leaf, "ask"), (Seen, "resume"), (AskedAnyway, "ask"), (Again, "redo"), (More, "redo")],
)
def test_what_can_be_seen_is_resumed_unless_the_class_says_otherwise(
    leaf: type[Leaf], word: str
) -> None:
    assert leaf.if_unsure == word


@pytest.mark.parametrize(
    ("word", "said"),
    [("wait", "redo"), ("move", "redo"), ("place", "resume"), ("pick", "ask"), ("perform", "ask")],
)
def test_every_leaf_of_ours_says_what_to_do(word: str, said: str) -> None:
    made: object = catalogue(offers=[])[word].make
    assert getattr(made, "if_unsure", None) == said
