from __future__ import annotations

import math

import pytest

from cotree.core.places import Point
from cotree.team.mirror.hand import Hand, angle_deg


def moving(rate_hz: float, seconds: float, speed_m_s: float = 0.5) -> Hand:
    hand = Hand(0.2)
    for i in range(int(seconds * rate_hz) + 1):
        hand.see(i / rate_hz, (speed_m_s * i / rate_hz, 0.0, 0.1))
    return hand


@pytest.mark.parametrize("rate_hz", [15.0, 30.0, 60.0])
def test_velocity_is_the_slope_of_the_track_at_any_rate(rate_hz: float) -> None:
    hand = moving(rate_hz, 1.0)
    assert hand.ready
    assert hand.velocity() == pytest.approx((0.5, 0.0, 0.0), abs=1e-9)


def test_approach_is_how_the_distance_changes() -> None:
    hand = moving(30.0, 1.0)
    assert hand.approach((2.0, 0.0, 0.1)) == pytest.approx(-0.5)
    assert hand.approach((-2.0, 0.0, 0.1)) == pytest.approx(0.5)


def test_only_the_window_counts() -> None:
    hand = moving(30.0, 1.0)
    for i in range(1, 8):
        hand.see(1.0 + i / 30, (0.5, 0.0, 0.1))
    assert hand.velocity() == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)


def test_a_short_track_says_nothing_yet() -> None:
    hand = Hand(0.2)
    assert not hand.ready
    for i in range(3):
        hand.see(i / 30, (0.0, 0.0, 0.0))
    assert not hand.ready


def test_after_a_gap_the_track_begins_anew() -> None:
    hand = moving(30.0, 1.0)
    assert hand.see(1.5, (0.0, 0.0, 0.0))
    assert not hand.ready


@pytest.mark.parametrize(
    ("t_s", "at"),
    [
        (1.0, (0.0, 0.0, 0.0)),
        (0.5, (0.0, 0.0, 0.0)),
        (math.nan, (0.0, 0.0, 0.0)),
        (2.0, (0.0, math.inf, 0.0)),
        (2.0, (0.0, 0.0)),
    ],
)
def test_a_sample_that_is_late_or_broken_is_not_taken(t_s: float, at: Point) -> None:
    hand = moving(30.0, 1.0)
    before = hand.last
    assert not hand.see(t_s, at)
    assert hand.last == before


def test_angles_between_directions() -> None:
    assert angle_deg((1.0, 0.0, 0.0), (2.0, 0.0, 0.0)) == pytest.approx(0.0)
    assert angle_deg((1.0, 0.0, 0.0), (0.0, 0.0, 3.0)) == pytest.approx(90.0)
    assert angle_deg((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)) == pytest.approx(180.0)
    assert angle_deg((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)) == 180.0
