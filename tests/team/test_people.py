from __future__ import annotations

from cotree.team.people import People, Seen


def test_a_sighting_fades() -> None:
    people = People("me", 1.5)
    people.see(0, True, 0.0)
    assert people.active(0, 1.4)
    assert not people.active(0, 1.5)
    assert not people.active(1, 0.0)


def test_one_observer_who_sees_somebody_is_enough() -> None:
    people = People("me", 1.5)
    people.see(0, False, 0.0)
    people.hear(Seen("other", 0, True, 1), 0.0)
    assert people.active(0, 0.1)
    people.hear(Seen("other", 0, False, 2), 0.2)
    assert not people.active(0, 0.3)


def test_a_late_word_does_not_overtake_a_newer_one() -> None:
    people = People("me", 1.5)
    people.hear(Seen("other", 0, False, 5), 0.0)
    people.hear(Seen("other", 0, True, 4), 0.1)
    assert not people.active(0, 0.2)


def test_an_observer_that_counts_anew_is_heard_once_its_old_word_has_faded() -> None:
    people = People("me", 1.5)
    people.hear(Seen("other", 0, False, 900), 0.0)
    people.hear(Seen("other", 0, True, 1), 1.6)
    assert people.active(0, 1.7)


def test_own_sightings_are_told_again_while_they_hold() -> None:
    people = People("me", 1.5)
    people.hear(Seen("other", 1, True, 1), 0.0)
    people.see(0, True, 0.0)
    assert [seen.leaf for seen in people.own(1.0)] == [0]
    assert people.own(2.0) == []
    people.forget(2.0)
    assert not people
