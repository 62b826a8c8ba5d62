from __future__ import annotations

import pytest

from cotree.core.sayings import Saying, Word
from cotree.team.mirror.sightings import Stage
from cotree.team.mirror.wishes import GIVEN_S, Given, Wishes

CUP = "task/cup"


def hear(wishes: Wishes, word: Word, robot: str = "", *, seen: bool = True) -> Stage | None:
    told = wishes.hear("ann", CUP, Saying(word, robot), 1.0, seen=seen)
    return None if told is None else told.stage


@pytest.mark.parametrize(
    ("word", "stage"),
    [
        ("take", Stage.REACHING),
        ("leave", Stage.CLEARED),
        ("failed", Stage.CLEARED),
        ("refuse", Stage.CLEARED),
        ("give", Stage.CLEARED),
        ("done", None),
    ],
)
def test_what_a_word_says_of_who_is_at_it(word: Word, stage: Stage | None) -> None:
    assert hear(Wishes("pr2"), word) is stage


def test_who_says_done_is_believed_only_where_nobody_can_see_it() -> None:
    assert hear(Wishes("pr2"), "done", seen=False) is Stage.DONE


def test_who_refuses_or_fails_is_not_willing_until_she_takes_it() -> None:
    wishes = Wishes("pr2")
    assert wishes.is_willing("ann", CUP)
    for word in ("refuse", "failed"):
        hear(wishes, word)
        assert not wishes.is_willing("ann", CUP)
        assert wishes.is_willing("bob", CUP)
        hear(wishes, "take")
        assert wishes.is_willing("ann", CUP)


def test_a_gift_holds_for_the_others_until_something_else_is_said_or_it_is_over() -> None:
    wishes = Wishes("pr2")
    hear(wishes, "give", "baxter")
    assert list(wishes.others()) == [(CUP, Given("ann", "baxter", 1.0 + GIVEN_S))]
    hear(wishes, "give", "pr2")
    assert list(wishes.others()) == []
    assert CUP in wishes.given
    wishes.forget([CUP])
    assert wishes.given == {}
    hear(wishes, "give", "baxter")
    hear(wishes, "leave")
    assert wishes.given == {}


def test_who_is_through_with_what_no_hand_is_watched_at_is_not_at_it_any_more() -> None:
    word = Wishes("pr2").hear("ann", CUP, Saying("done", ""), 1.0, seen=True, handless=True)
    assert word is not None
    assert (word.stage, word.why) == (Stage.CLEARED, "is through with it")
    assert Wishes("pr2").hear("ann", CUP, Saying("done", ""), 1.0, seen=True) is None
