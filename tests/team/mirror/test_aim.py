from __future__ import annotations

import math

import pytest

from benchmarks.intent import NOISES, draw, judge, measure
from cotree.core.places import Point
from cotree.team.mirror.aim import CHOICE_12, DEFAULT, LITERAL, Aim, Guess
from cotree.team.mirror.hand import Sample
from cotree.team.mirror.reaches import reach

HOME = (0.0, 0.0, 0.0)
CUP, POT = (0.5, 0.1, 0.0), (0.1, 0.5, 0.0)


def guesses(
    aim: Aim,
    track: list[Sample],
    candidates: dict[str, Point],
    others: dict[str, Point] | None = None,
) -> list[Guess]:
    found = [aim.see(sample.t_s, sample.at, candidates, others or {}) for sample in track]
    return [guess for guess in found if guess is not None]


@pytest.mark.parametrize("noise", NOISES)
def test_the_default_is_wrong_in_at_most_2_percent(noise: tuple[float, float]) -> None:
    row = measure("default", DEFAULT, True, noise, reaches=250, seed=7)
    assert row.wrong <= 0.02
    assert row.right >= 0.7


@pytest.mark.parametrize("noise", NOISES)
def test_a_hand_that_rests_where_it_has_arrived_is_almost_always_understood(
    noise: tuple[float, float],
) -> None:
    row = measure("default", DEFAULT, True, noise, reaches=120, seed=3, rests_s=0.4)
    assert row.right >= 0.97
    assert row.wrong <= 0.02


def test_knowing_whose_turn_it_is_helps() -> None:
    # Spec C.2: the simulated controller narrows down what a movement can mean.
    every, turn = (
        measure("default", DEFAULT, only, NOISES[1], reaches=250, seed=7) for only in (False, True)
    )
    assert turn.right > every.right
    assert turn.path < every.path


def test_the_papers_sentence_alone_believes_noise() -> None:
    row = measure("literal", LITERAL, True, NOISES[0], reaches=60, seed=7)
    assert row.wrong > 0.2


def test_asking_for_a_clear_best_makes_fewer_mistakes_than_choice_12() -> None:
    rows = [measure("", rule, True, NOISES[2], 250, 7) for rule in (CHOICE_12, DEFAULT)]
    assert rows[1].wrong < rows[0].wrong


def test_the_same_reach_is_judged_the_same_each_time() -> None:
    import random

    one = draw(random.Random(5), 0.01, 0.03)
    assert judge(DEFAULT, one, True) == judge(DEFAULT, one, True)


@pytest.mark.parametrize("rate_hz", [15.0, 30.0, 60.0])
def test_a_reach_is_recognised_on_the_way_at_any_rate(rate_hz: float) -> None:
    track = reach(HOME, CUP, 1.2, rate_hz=rate_hz)
    found = guesses(Aim(), track, {"cup": CUP, "pot": POT})
    assert {guess.object for guess in found} == {"cup"}
    assert not found[0].arrived
    assert 0.6 <= found[0].confidence <= 0.9


def test_a_hand_between_two_objects_is_undecided() -> None:
    track = reach(HOME, (0.3, 0.3, 0.0), 1.2)
    assert guesses(Aim(), track, {"cup": CUP, "pot": POT}) == []


def test_a_hand_that_moves_away_or_rests_means_nothing() -> None:
    away = reach(HOME, (-0.5, -0.1, 0.0), 1.2)
    rest = [Sample(i / 30, HOME) for i in range(60)]
    for track in (away, rest):
        assert guesses(Aim(), track, {"cup": CUP, "pot": POT}) == []


def test_a_hand_that_passes_an_object_by_does_not_mean_it() -> None:
    track = reach(HOME, (1.0, 0.2, 0.0), 1.0, rests_s=1.0)
    beside = {"cup": (0.5, 0.02, 0.0), "plate": (1.0, 0.2, 0.0)}
    assert guesses(Aim(), track, beside)[-1].object == "plate"


def test_only_arriving_counts_for_what_is_not_the_persons_turn() -> None:
    track = reach(HOME, POT, 1.2, rests_s=0.5)
    found = guesses(Aim(), track, {"cup": CUP}, {"pot": POT})
    assert {(guess.object, guess.arrived) for guess in found} == {("pot", True)}


def test_without_candidates_nothing_is_meant() -> None:
    assert guesses(Aim(), reach(HOME, CUP, 1.0, rests_s=1.0), {}) == []


def test_a_gap_in_the_track_begins_a_new_count() -> None:
    aim = Aim()
    track = reach(HOME, CUP, 1.2)
    assert guesses(Aim(), track[:17], {"cup": CUP, "pot": POT}) != []
    assert guesses(aim, track[:8], {"cup": CUP, "pot": POT}) == []
    late = [Sample(sample.t_s + 5.0, sample.at) for sample in track[8:17]]
    assert guesses(aim, late, {"cup": CUP, "pot": POT}) == []


def test_broken_samples_are_no_guess() -> None:
    aim = Aim()
    assert aim.see(math.nan, HOME, {"cup": CUP}, {}) is None
    assert aim.see(0.0, (math.nan, 0.0, 0.0), {"cup": CUP}, {}) is None
