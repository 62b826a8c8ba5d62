from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.team.mirror.turns import branches, conflict, enabled, is_done, leaves
from cotree.team.outline import Outline


def leaf(path: str) -> Outline:
    return Outline("leaf", path)


TEA = Outline(
    "and",
    "tea",
    (
        Outline("then", "set", (leaf("cup"), Outline("and", "rest", (leaf("sugar"), leaf("pot"))))),
        Outline(
            "then",
            "food",
            (
                leaf("bread"),
                Outline("or", "fruit", (leaf("orange"), leaf("apple"))),
                leaf("burger"),
            ),
        ),
    ),
)
NESTED = Outline(
    "or",
    "lunch",
    (
        Outline("then", "hot", (leaf("soup"), Outline("or", "pan", (leaf("egg"), leaf("fish"))))),
        Outline("and", "cold", (leaf("salad"), leaf("cheese"))),
    ),
)


@pytest.mark.parametrize(
    ("done", "turns"),
    [
        ([], "cup bread"),
        (["cup"], "sugar pot bread"),
        (["cup", "sugar"], "pot bread"),
        (["bread"], "cup orange apple"),
        (["bread", "apple"], "cup burger"),
        (["cup", "sugar", "pot", "bread", "orange"], "burger"),
        (["cup", "sugar", "pot", "bread", "orange", "burger"], ""),
        (["sugar"], "cup bread"),
    ],
)
def test_turns_follow_then_and_or(done: list[str], turns: str) -> None:
    assert " ".join(enabled(TEA, set(done))) == turns


def test_a_chosen_branch_shuts_the_others() -> None:
    assert enabled(TEA, {"bread", "cup", "sugar", "pot"}, {"fruit": 1}) == ("apple",)


def test_a_branch_in_which_something_is_done_is_chosen() -> None:
    assert enabled(NESTED, set()) == ("soup", "salad", "cheese")
    assert enabled(NESTED, {"cheese"}) == ("salad",)
    assert enabled(NESTED, {"soup"}) == ("egg", "fish")


def test_an_or_is_done_with_one_branch_and_an_and_with_all() -> None:
    assert is_done(NESTED, {"soup", "egg"})
    assert not is_done(NESTED, {"salad"})
    assert is_done(NESTED, {"salad", "cheese"})


def test_leaves_conflict_when_they_are_one_or_in_rival_branches() -> None:
    assert conflict(TEA, "cup", "cup")
    assert conflict(TEA, "orange", "apple")
    assert not conflict(TEA, "orange", "burger")
    assert not conflict(TEA, "sugar", "pot")
    assert conflict(NESTED, "egg", "fish")
    assert conflict(NESTED, "egg", "cheese")
    assert conflict(NESTED, "soup", "salad")
    assert not conflict(NESTED, "soup", "egg")
    assert not conflict(NESTED, "salad", "cheese")


def test_branches_name_every_or_above_a_leaf() -> None:
    assert branches(NESTED, "fish") == {"lunch": 0, "pan": 1}
    assert branches(NESTED, "salad") == {"lunch": 1}
    assert branches(TEA, "cup") == {}
    assert branches(TEA, "nothing") is None


def test_an_unknown_leaf_conflicts_with_itself_only() -> None:
    assert conflict(TEA, "vase", "vase")
    assert not conflict(TEA, "vase", "apple")


def grown() -> st.SearchStrategy[Outline]:
    kinds = st.sampled_from(["then", "and", "or"])
    tree = st.recursive(
        st.just("leaf"), lambda below: st.tuples(kinds, st.lists(below, min_size=1, max_size=3))
    )

    def build(shape: object, path: str) -> Outline:
        if isinstance(shape, str):
            return leaf(path)
        assert isinstance(shape, tuple)
        kind, children = shape
        parts = tuple(build(child, f"{path}/{i}") for i, child in enumerate(children))
        return Outline(kind, path, parts)

    return tree.map(lambda shape: build(shape, "r"))


@given(grown(), st.randoms(use_true_random=False))
def test_doing_what_is_enabled_always_ends_with_the_task_done(tree: Outline, dice: object) -> None:
    import random

    assert isinstance(dice, random.Random)
    done: set[str] = set()
    while not is_done(tree, done):
        turns = enabled(tree, done)
        assert turns
        assert done.isdisjoint(turns)
        done.add(dice.choice(turns))
    assert enabled(tree, done) == ()


@given(grown())
def test_conflicts_are_mutual(tree: Outline) -> None:
    some = list(leaves(tree))[:6]
    for one in some:
        for other in some:
            assert conflict(tree, one, other) is conflict(tree, other, one)
