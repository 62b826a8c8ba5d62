from __future__ import annotations

import math

import pytest

from cotree.simulation.physics.gait import Pace
from cotree.simulation.physics.steering import (
    ASIDE_M_S,
    FASTEST_M_S,
    SPEEDS_UP_M_S2,
    TURN_RAD_S,
    Steering,
)

STEP_S = 0.01


def settled(goal: tuple[float, float], yaw_rad: float = 0.0, seconds: float = 3.0) -> Pace:
    """The pace of somebody who stays at the origin, whatever he does."""
    steering, pace = Steering(), Pace()
    for number in range(round(seconds / STEP_S)):
        pace = steering.pace(number * STEP_S, STEP_S, goal, (0.0, 0.0), yaw_rad)
    return pace


def test_what_is_ahead_is_walked_to_and_nothing_turns() -> None:
    pace = settled((5.0, 0.0))
    assert pace.ahead_m_s == pytest.approx(FASTEST_M_S)
    assert (pace.aside_m_s, pace.turn_rad_s) == (0.0, 0.0)


@pytest.mark.parametrize("yaw_rad", [math.pi / 2, -2.0, 3.0])
def test_what_is_elsewhere_is_turned_to_first(yaw_rad: float) -> None:
    pace = settled((5.0, 0.0), yaw_rad)
    assert pace.turn_rad_s == pytest.approx(math.copysign(TURN_RAD_S, -yaw_rad))
    assert pace.ahead_m_s <= 0.1
    assert abs(pace.aside_m_s) <= ASIDE_M_S


def test_what_is_near_is_reached_without_turning() -> None:
    pace = settled((-0.06, 0.06))
    assert pace.turn_rad_s == 0.0
    assert pace.ahead_m_s < 0 < pace.aside_m_s


def test_a_goal_that_moves_is_not_lagged_behind() -> None:
    steering, pace, x = Steering(), Pace(), 0.0
    for number in range(200):
        x = 0.8 * number * STEP_S
        pace = steering.pace(number * STEP_S, STEP_S, (x, 0.0), (x, 0.0), 0.0)
    assert pace.ahead_m_s == pytest.approx(0.8)


def test_nobody_speeds_up_at_once() -> None:
    first = Steering().pace(0.0, STEP_S, (5.0, 0.0), (0.0, 0.0), 0.0)
    assert first.ahead_m_s == pytest.approx(SPEEDS_UP_M_S2 * STEP_S)


def test_a_goal_that_jumps_away_is_not_run_after_faster_than_legs_can() -> None:
    steering = Steering()
    for number in range(300):
        goal = (0.0 if number < 10 else 100.0, 0.0)
        pace = steering.pace(number * STEP_S, STEP_S, goal, (0.0, 0.0), 0.0)
        assert pace.ahead_m_s <= FASTEST_M_S


def test_who_has_rested_begins_anew() -> None:
    steering = Steering()
    for number in range(100):
        steering.pace(number * STEP_S, STEP_S, (5.0, 0.0), (0.0, 0.0), 0.0)
    steering.rest()
    pace = steering.pace(50.0, STEP_S, (0.0, 0.0), (0.0, 0.0), 0.0)
    assert pace == Pace()
