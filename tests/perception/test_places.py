from __future__ import annotations

import math

import pytest

from cotree.perception.places import LastSeen, Places, Sighting, Trust

CUP = Sighting("cup", 0.0, (1.0, 0.0, 0.8), 0.01)


def at(t_s: float, x: float, sigma_m: float = 0.01) -> Sighting:
    return Sighting("cup", t_s, (x, 0.0, 0.8), sigma_m)


def test_a_place_becomes_doubtful_with_time_and_is_forgotten() -> None:
    places = Places().seen([CUP])
    early, late = places.at(1.0)["cup"], places.at(100.0)["cup"]
    assert early.sigma_m < late.sigma_m == pytest.approx(0.5, abs=0.01)
    assert places.at(121.0) == {}
    assert places.forgotten(121.0) == Places()


def test_a_near_sighting_weighs_more_than_a_far_one() -> None:
    places = Places().seen([at(0.0, 1.0, 0.03), at(0.1, 1.02, 0.01)])
    found = places.at(0.1)["cup"]
    assert found.at[0] == pytest.approx(1.018, abs=0.001)
    assert found.sigma_m < 0.01


def test_an_old_sighting_weighs_less() -> None:
    soon = Places().seen([at(0.0, 1.0), at(0.1, 1.02)]).at(0.1)["cup"].at[0]
    late = Places().seen([at(0.0, 1.0), at(10.0, 1.02)]).at(10.0)["cup"].at[0]
    assert soon == pytest.approx(1.01, abs=0.001)
    assert late > 1.019


def test_a_thing_that_was_moved_is_where_it_is_seen_now() -> None:
    assert Places().seen([at(0.0, 1.0), at(0.5, 1.3)]).at(0.5)["cup"].at == (1.3, 0.0, 0.8)


def test_a_thing_that_is_looked_for_in_vain_is_not_there_any_more() -> None:
    places = Places().seen([CUP]).missed(["cup", "pot"]).missed(["cup"])
    assert "cup" in places.at(0.0)
    assert places.missed(["cup"]).at(0.0) == {}
    again = places.seen([at(0.1, 1.0)]).missed(["cup"])
    assert again.at(0.1)["cup"].missed == 1


@pytest.mark.parametrize(
    "useless",
    [
        at(math.nan, 1.0),
        at(2.0, math.inf),
        at(2.0, 1.0, 0.0),
        at(2.0, 1.0, math.nan),
        at(-1.0, 9.0),
    ],
)
def test_what_is_no_position_or_old_news_is_not_taken(useless: Sighting) -> None:
    places = Places().seen([CUP])
    assert places.seen([useless]) == places


def test_the_map_before_stays_as_it_was() -> None:
    before = Places(trust=Trust(drift_m_s=0.0))
    before.seen([CUP])
    assert before.known == {}
    assert before.seen([CUP]).at(9.0)["cup"] == LastSeen((1.0, 0.0, 0.8), 0.01, 0.0)
