from __future__ import annotations

import pytest

from cotree.team.mirror import wording


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        (
            wording.question("tea/place_cup", "tea/place_cup"),
            "We both want to do place cup. Do you want to continue with it?",
        ),
        (
            wording.question("or/orange", "or/apple"),
            "I am doing orange, and only that or apple is needed. "
            "Do you want to continue with apple?",
        ),
        (
            wording.unclear("cup", "cup"),
            "I did not understand. We both want to do cup. Do you want to continue with it?",
        ),
        (wording.thanks("tea/Tea_Pot"), "Thank you, I go on with Tea Pot."),
        (wording.yours("tea/Tea_Pot"), "Tea Pot is yours."),
        (wording.free("tea/tea_pot"), "Tea pot is free again."),
    ],
)
def test_sentences_name_the_leaf_as_people_do(sentence: str, said: str) -> None:
    assert sentence == said


def test_every_question_has_the_papers_polarity() -> None:
    # A yes means that the person continues; Question.yes says so to whoever hears the answer.
    for mine, theirs in (("a", "a"), ("a", "b")):
        assert "Do you want to continue with" in wording.question(mine, theirs)
