from __future__ import annotations

import msgspec

from cotree.team.messages import decode, encode
from cotree.team.mirror.sightings import IDLE_S, Sighting, Stage
from cotree.team.words import MOST_KNOWN, MOST_WORDS, Words
from tests.kit.claims import ONE, Team


def word(at_s: float, stage: Stage = Stage.REACHING, leaf: str = "cup") -> Sighting:
    return Sighting("ann", leaf, stage, 0.9, at_s, "a", at_s, stamp_s=at_s)


def heard(team: Team, name: str) -> list[Sighting]:
    return list(team[name].drain().words)


def test_the_newest_word_on_each_leaf_is_told_while_it_matters() -> None:
    words = Words()
    words.say(word(0.0))
    words.say(word(1.0, Stage.WORKING))
    words.say(word(1.0, leaf="tea"))
    assert words.telling(2.0) == (word(1.0, Stage.WORKING), word(1.0, leaf="tea"))
    assert words.telling(2.0 + IDLE_S) == ()
    assert not words


def test_a_letter_carries_the_newest_few() -> None:
    words = Words()
    for number in range(3 * MOST_WORDS):
        words.say(word(0.1 * number, leaf=str(number)))
    told = words.telling(5.0)
    assert len(told) == MOST_WORDS
    assert told[-1].leaf == str(3 * MOST_WORDS - 1)


def test_a_word_comes_out_once_however_often_it_is_told() -> None:
    words = Words()
    for _ in range(3):
        words.hear("a", 1, (word(5.0),), 6.0, 100.0)
    (got,) = words.take()
    assert words.take() == ()
    assert (got.at_s, got.acted_s, got.stamp_s) == (99.0, 99.0, 5.0)


def test_another_incarnation_may_begin_its_clock_anew() -> None:
    words = Words()
    words.hear("a", 1, (word(5.0),), 6.0, 100.0)
    words.hear("a", 2, (word(5.0),), 6.0, 200.0)
    assert len(words.take()) == 2


def test_a_word_from_the_future_is_of_now() -> None:
    words = Words()
    words.hear("a", 1, (word(9.0),), 6.0, 100.0)
    (got,) = words.take()
    assert (got.at_s, got.acted_s) == (100.0, 100.0)


def test_what_is_remembered_of_others_is_bounded() -> None:
    words = Words()
    for number in range(2 * MOST_KNOWN):
        words.hear("a", 1, (word(0.0, leaf=str(number)),), 0.0, 0.0)
    assert len(words._known) == MOST_KNOWN


# -- in a team -------------------------------------------------------------------------------------


def test_what_one_says_of_a_person_comes_out_at_the_others_soon() -> None:
    team = Team(ONE)
    team.until(0.0, 3.0)
    team["a"].say(word(3.0), 3.1)
    team["a"].tick(3.3)
    letters = team.collect("a")
    assert [letter.words for letter in letters if letter.words] == [(word(3.0),)]
    for letter in letters:
        assert decode(encode(letter)) == letter
        team["b"].receive(msgspec.structs.replace(letter), 50.0)
    (got,) = heard(team, "b")
    age_s = 50.0 - got.at_s
    assert 0.1 <= age_s <= 0.4, "times are moved to the reader's clock"
    assert heard(team, "b") == []


def test_a_word_that_got_lost_comes_with_a_later_heartbeat() -> None:
    team = Team(ONE)
    team["a"].say(word(0.0), 0.0)
    for step in range(10):
        team["a"].tick(0.2 * step)
        team.collect("a")  # lost
    got: list[Sighting] = []
    for step in range(10, 20):
        team["a"].tick(0.2 * step)
        team.deliver(team.collect("a"), 0.2 * step)
        got += heard(team, "b")
    assert [each.leaf for each in got] == ["cup"]


def test_when_a_word_does_not_matter_any_more_the_letters_are_short_again() -> None:
    team = Team(ONE)
    team["a"].say(word(0.0), 0.0)
    team.until(0.0, IDLE_S + 1.0)
    team.post.clear()
    team.until(IDLE_S + 1.0, IDLE_S + 4.0)
    assert team.post
    assert not any(letter.words or letter.sent_s is not None for letter in team.post)
