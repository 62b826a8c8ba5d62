from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.team.mirror.person import (
    Mirror,
    active,
    done,
    fold,
    forget,
    holder,
    merge,
    word_on,
)
from cotree.team.mirror.sightings import Sighting, Stage, received
from tests.team.mirror.table import TEA_TABLE


def word(
    leaf: str = "Cup",
    stage: Stage = Stage.REACHING,
    sure: float = 0.8,
    at_s: float = 0.0,
    by: str = "pr2",
    acted_s: float | None = None,
) -> Sighting:
    acted_s = at_s if acted_s is None else acted_s
    return Sighting("ann", leaf, stage, sure, at_s, by, acted_s, stamp_s=at_s)


def mirror(*words: Sighting) -> Mirror:
    return fold(Mirror("ann"), words)


words = st.builds(
    word,
    leaf=st.sampled_from(["Cup", "Sugar"]),
    stage=st.sampled_from(list(Stage)),
    sure=st.sampled_from([0.5, 0.8, 1.0]),
    at_s=st.sampled_from([0.0, 0.5, 1.0, 2.0]),
    by=st.sampled_from(["pr2", "baxter"]),
    acted_s=st.sampled_from([None, 0.0]),
)


@given(st.lists(words, max_size=8), st.randoms(use_true_random=False), st.integers(0, 8))
def test_words_in_any_order_twice_or_merged_make_the_same_mirror(
    said: list[Sighting], dice: object, cut: int
) -> None:
    import random

    assert isinstance(dice, random.Random)
    shuffled = said + said[:3]
    dice.shuffle(shuffled)
    whole = mirror(*said)
    assert mirror(*shuffled) == whole
    one, other = mirror(*said[:cut]), mirror(*said[cut:])
    assert merge(one, other) == merge(other, one) == whole
    assert merge(whole, whole) is whole


def test_what_says_nothing_new_leaves_the_mirror_as_it_is() -> None:
    known = mirror(word(at_s=1.0))
    assert fold(known, [word(at_s=0.5), word(at_s=1.0)]) is known


def test_words_on_somebody_else_are_not_taken() -> None:
    assert mirror(msgspec.structs.replace(word(), person="bob")) == Mirror("ann")


def test_the_surest_fresh_word_counts() -> None:
    known = mirror(
        word(sure=0.6, at_s=0.2, by="pr2"), word(stage=Stage.CLEARED, sure=0.9, by="baxter")
    )
    for me in ("pr2", "baxter", "third"):
        found = word_on(known, "Cup", me, 0.5)
        assert found is not None
        assert found.observer == "baxter"


def test_of_equally_sure_words_the_newest_counts_then_the_more_careful() -> None:
    newer = mirror(word(by="pr2"), word(stage=Stage.CLEARED, at_s=0.2, by="baxter"))
    assert active(newer, "pr2", 0.5) == {}
    equal = mirror(word(by="pr2"), word(stage=Stage.CLEARED, by="baxter"))
    assert set(active(equal, "baxter", 0.5)) == {"Cup"}


def test_after_a_second_without_news_from_others_the_own_word_counts() -> None:
    known = mirror(
        word(stage=Stage.CLEARED, sure=0.6, at_s=0.0, by="pr2"),
        word(sure=0.9, at_s=0.3, by="baxter"),
    )
    assert set(active(known, "pr2", 1.0)) == {"Cup"}
    assert active(known, "pr2", 1.5) == {}
    assert set(active(known, "third", 1.5)) == {"Cup"}


def test_an_old_word_of_others_still_counts_for_who_saw_nothing() -> None:
    known = mirror(word(at_s=0.0, by="baxter"))
    assert set(active(known, "pr2", 10.0)) == {"Cup"}


@pytest.mark.parametrize(
    ("one", "until_s"),
    [
        (word(at_s=10.0, acted_s=5.0), 20.0),
        (word(stage=Stage.WORKING, at_s=10.0, acted_s=0.0), 25.0),
    ],
)
def test_who_does_nothing_for_15_s_is_not_at_it_any_more(one: Sighting, until_s: float) -> None:
    known = mirror(one)
    assert set(active(known, "pr2", until_s)) == {"Cup"}
    assert active(known, "pr2", until_s + 0.1) == {}


def test_done_stays_done_whatever_is_said_later() -> None:
    known = mirror(
        word(stage=Stage.DONE, at_s=1.0, by="baxter"),
        word(at_s=2.0, by="baxter"),
        word(sure=1.0, at_s=3.0, by="pr2"),
    )
    assert active(known, "pr2", 3.0) == {}
    assert done(known) == {"Cup"}
    assert done(forget(known, "Cup")) == frozenset()


def test_what_was_said_counts_more_than_what_was_seen_in_the_same_moment() -> None:
    seen = word(stage=Stage.REACHING, sure=0.9, at_s=2.0)
    said = msgspec.structs.replace(word(stage=Stage.CLEARED, sure=1.0, at_s=2.0), spoken=True)
    for order in ((seen, said), (said, seen)):
        assert mirror(*order).words["Cup"]["pr2"] == said


def test_an_unknown_leaf_has_no_word() -> None:
    assert word_on(Mirror("ann"), "Cup", "pr2", 0.0) is None


def test_a_leaf_is_the_persons_when_they_are_at_it_or_at_its_alternative() -> None:
    known = active(mirror(word("Apple"), word("Cup")), "pr2", 0.0)
    apple, orange = (holder(TEA_TABLE, leaf, known) for leaf in ("Apple", "Orange"))
    assert apple is not None
    assert apple == orange
    assert holder(TEA_TABLE, "Sugar", known) is None
    assert holder(TEA_TABLE, "Cup", known) == known["Cup"]


def test_clocks_of_robots_need_not_agree() -> None:
    theirs = word(at_s=1000.0, by="baxter", acted_s=999.0)
    mine = received(theirs, sent_s=1000.2, now_s=5.0)
    assert (mine.at_s, mine.acted_s) == pytest.approx((4.8, 3.8))
    assert set(active(mirror(mine), "pr2", 18.7)) == {"Cup"}
    assert active(mirror(mine), "pr2", 18.9) == {}


def test_a_copy_that_comes_late_makes_no_old_word_new() -> None:
    old, new = word(at_s=100.0, by="baxter"), word(stage=Stage.CLEARED, at_s=101.0, by="baxter")
    known = mirror(received(old, 100.0, 5.0), received(new, 101.0, 6.0))
    late = fold(known, [received(old, 100.0, 30.0)])
    assert late == known
    assert active(late, "pr2", 30.0) == {}


def test_of_two_copies_of_a_word_the_sooner_one_tells_when_it_was() -> None:
    said = word(at_s=100.0, by="baxter")
    soon, late = received(said, 100.0, 5.0), received(said, 100.0, 9.0)
    assert mirror(soon, late) == mirror(late, soon) == mirror(soon)
