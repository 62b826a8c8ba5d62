from __future__ import annotations

import math

import pytest

from cotree.core.mission import Chance
from cotree.runtime.crew.hardships import CALM, HARDSHIPS, Trial, can_die, drawn


@pytest.mark.parametrize("name", HARDSHIPS)
def test_equal_trials_draw_equally_and_others_do_not(name: str) -> None:
    first = drawn(Trial(7, name), 3, 4, 100.0)
    assert first == drawn(Trial(7, name), 3, 4, 100.0)
    assert first != drawn(Trial(8, name), 3, 4, 100.0)


def test_faults_are_spread_over_the_whole_mission() -> None:
    short = drawn(Trial(3, "crashes"), 3, 3, 10.0).weather.faults
    long = drawn(Trial(3, "crashes"), 3, 3, 200.0).weather.faults
    assert [each.at_s * 10 for each in short] == pytest.approx([each.at_s for each in long])


def test_a_trial_has_only_the_faults_that_are_left_to_it() -> None:
    every = drawn(Trial(3, "crashes"), 3, 3, 20.0).weather.faults
    some = drawn(Trial(3, "crashes", only=(0, 2)), 3, 3, 20.0).weather.faults
    assert some == (every[0], every[2])


def test_what_is_calmed_does_not_happen() -> None:
    rough = next(
        draws
        for draws in (drawn(Trial(seed, "tempest"), 3, 3, 20.0) for seed in range(100))
        if draws.weather.air.loss and any(draws.weather.drifts)
    )
    assert rough.noise > 0
    seed = next(s for s in range(100) if drawn(Trial(s, "tempest"), 3, 3, 20.0) == rough)
    calm = drawn(Trial(seed, "tempest", calm=CALM), 3, 3, 20.0)
    air = calm.weather.air
    assert (air.loss, air.doubled, air.late, calm.noise, calm.failure, calm.lies) == (0,) * 6
    assert not any(calm.weather.drifts)
    assert calm.weather.faults == rough.weather.faults


def test_one_robot_dies_for_good_while_a_majority_lives() -> None:
    faults = drawn(Trial(1, "death"), 2, 3, 20.0).weather.faults
    assert [math.isinf(each.for_s) for each in faults] == [True]
    assert faults[0].host < 2, "the witness stays"
    assert drawn(Trial(1, "death"), 2, 2, 20.0).weather.faults == ()
    assert [can_die(2, 2), can_die(2, 3), can_die(3, 3), can_die(1, 3)] == [
        False,
        True,
        True,
        False,
    ]


def test_what_the_mission_says_of_chance_is_not_made_milder() -> None:
    draws = drawn(Trial(5, "noise"), 2, 2, 20.0)
    chance = draws.chance(Chance(noise=0.9, failure=0.5), 5)
    assert (chance.noise, chance.failure, chance.seed) == (0.9, 0.5, 5)
