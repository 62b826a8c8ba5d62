from __future__ import annotations

import msgspec
import pytest

from cotree.core.actions import Keeps
from cotree.team.mirror.questions import Answer, understand


@pytest.mark.parametrize("words", ["yes", "Yes, please.", "yeah", "OK"])
def test_a_yes_means_what_the_question_says_it_means(words: str) -> None:
    # The paper asks "do you want to continue?", the laboratory "should I grab it?".
    assert understand(words, yes=Keeps.HUMAN) is Keeps.HUMAN
    assert understand(words, yes=Keeps.ROBOT) is Keeps.ROBOT


@pytest.mark.parametrize("words", ["no", "No!", "nope", "don't"])
def test_a_no_means_the_other_one(words: str) -> None:
    assert understand(words, yes=Keeps.HUMAN) is Keeps.ROBOT
    assert understand(words, yes=Keeps.ROBOT) is Keeps.HUMAN


@pytest.mark.parametrize("yes", list(Keeps))
def test_words_that_name_who_does_it_mean_that_whatever_was_asked(yes: Keeps) -> None:
    assert understand("I do it", yes) is Keeps.HUMAN
    assert understand("let me", yes) is Keeps.HUMAN
    assert understand("you do it", yes) is Keeps.ROBOT
    assert understand("go ahead", yes) is Keeps.ROBOT


@pytest.mark.parametrize(
    "words", ["", "what?", "yes no", "yes, you do it", "no, I'll do it, you do it", "\x00", "ja"]
)
def test_what_is_not_clear_is_not_understood(words: str) -> None:
    assert understand(words, yes=Keeps.HUMAN) is None


def test_long_talk_is_cut_and_never_an_error() -> None:
    assert understand("la " * 100_000, yes=Keeps.HUMAN) is None


@pytest.mark.parametrize("keeps", [True, False, "yes", "no", 1])
def test_an_answer_that_carries_a_bare_yes_is_no_answer(keeps: object) -> None:
    sent = msgspec.json.encode({"question": "pr2.1.1", "keeps": keeps})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(sent, type=Answer)


@pytest.mark.parametrize("keeps", [*Keeps, None])
def test_an_answer_travels_as_who_keeps_the_leaf(keeps: Keeps | None) -> None:
    answer = Answer("pr2.1.1", keeps)
    assert msgspec.json.decode(msgspec.json.encode(answer), type=Answer) == answer
