from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.team.mirror.reaches import Arm, along, reach, smooth

START, END = (0.0, 0.0, 0.0), (0.4, 0.3, 0.1)


def test_a_movement_begins_and_ends_at_rest() -> None:
    assert (smooth(0.0), smooth(0.5), smooth(1.0)) == (0.0, 0.5, 1.0)
    assert smooth(0.01) < 1e-4
    assert 1.0 - smooth(0.99) < 1e-4
    assert (smooth(-1.0), smooth(2.0)) == (0.0, 1.0)


@given(st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_a_movement_never_goes_back(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert smooth(low) <= smooth(high) + 1e-12


def test_the_bend_is_sideways_and_largest_half_way() -> None:
    straight, bent = along(START, END, 0.5), along(START, END, 0.5, 0.03)
    assert math.dist(straight, bent) == pytest.approx(0.03)
    assert along(START, END, 1.0, 0.03) == pytest.approx(END)
    assert along(START, (0.0, 0.0, 0.2), 0.5, 0.03) == pytest.approx((0.0, 0.0, 0.1))


def test_a_track_has_the_rate_of_its_camera_and_ends_at_the_goal() -> None:
    track = reach(START, END, 1.0, begins_s=5.0, rate_hz=15.0, rests_s=1.0)
    assert len(track) == 31
    assert (track[0].t_s, track[0].at) == (5.0, START)
    assert track[15].at == track[-1].at == pytest.approx(END)


def test_the_same_noise_gives_the_same_track() -> None:
    def noisy(seed: int) -> list[object]:
        import random

        dice = random.Random(seed)
        return list(reach(START, END, 1.0, noise=lambda: dice.gauss(0.0, 0.01)))

    assert noisy(1) == noisy(1) != noisy(2)


def test_an_arm_goes_from_wherever_it_is() -> None:
    arm = Arm(START)
    arm.go(0.0, END, 1.0)
    middle = arm.at(0.5)
    arm.go(0.5, START, 1.0)
    assert arm.at(0.5) == pytest.approx(middle)
    assert arm.at(9.0) == START
