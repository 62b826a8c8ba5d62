"""When the arm is where: within every limit, at rest at both ends, and exactly on its way."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.reasons import Reason
from cotree.manipulation.arm import Trajectory, timed
from cotree.manipulation.arm.timing import CORNER_S
from cotree.manipulation.frames import Array

V, A = np.array((1.0, 0.5)), np.array((2.0, 2.0))


def made(path: object, velocity: Array = V, acceleration: Array = A) -> Trajectory:
    answer = timed(np.array(path, dtype=float), velocity, acceleration)
    assert not isinstance(answer, Reason)
    return answer


def test_a_long_move_speeds_up_goes_on_and_brakes() -> None:
    move = made([[0, 0], [2, 0]])
    assert math.isclose(move.duration_s, 0.5 + 1.5 + 0.5)
    assert np.allclose(move.at(0.5), (0.25, 0.0))
    assert np.allclose(move.at(1.25), (1.0, 0.0))


def test_a_short_move_never_gets_to_its_top_speed() -> None:
    assert math.isclose(made([[0, 0], [0.08, 0]]).duration_s, 2 * math.sqrt(0.08 / 2.0))


def test_the_slowest_joint_sets_the_pace_and_both_arrive_together() -> None:
    move = made([[0, 0], [1, 1]])
    assert math.isclose(move.duration_s, 1.0 / 0.5 + 0.5 / 2.0)
    assert np.allclose(move.at(move.duration_s / 2), (0.5, 0.5))


def test_points_on_one_line_are_passed_at_full_speed() -> None:
    whole = made([[0, 0], [2, 0]]).duration_s
    assert math.isclose(made([[0, 0], [0.3, 0], [1.1, 0], [2, 0]]).duration_s, whole)


def test_a_sharp_corner_costs_time() -> None:
    assert made([[0, 0], [1, 0], [0, 0]]).duration_s > made([[0, 0], [2, 0]]).duration_s


def test_standing_still_takes_no_time() -> None:
    still = made([[0.3, 0.4], [0.3, 0.4]])
    assert still.duration_s == 0.0
    assert still.at(5.0).tolist() == [0.3, 0.4]


def test_it_brakes_in_time_for_a_short_last_piece() -> None:
    move = made([[0.0, 0.0], [1.0, 0.0], [1.001, 0.0]])
    before = move.speed[np.abs(move.q[:, 0] - 1.0).argmin()]
    assert before <= math.sqrt(2 * A[0] * 0.001) + 1e-9


@pytest.mark.parametrize("velocity", [np.array((0.0, 1.0)), np.array((-1.0, 1.0))])
def test_joints_that_may_not_move_are_said(velocity: Array) -> None:
    answer = timed(np.zeros((2, 2)), velocity, A)
    assert isinstance(answer, Reason)
    assert answer.code == "bad_limits"


POINTS = st.lists(
    st.tuples(*[st.floats(-2, 2, allow_nan=False).map(lambda x: round(x, 3))] * 2),
    min_size=2,
    max_size=6,
)


@given(POINTS)
def test_no_joint_is_ever_too_fast_and_all_points_are_passed(
    points: list[tuple[float, float]],
) -> None:
    move = made(points)
    assert np.allclose(move.at(-1.0), points[0])
    assert np.allclose(move.at(move.duration_s + 1.0), points[-1])
    assert (np.diff(move.times_s) > 0.0).all()
    times = np.linspace(0.0, move.duration_s, 200)
    q = np.array([move.at(t) for t in times])
    if move.duration_s > 1e-3:
        speed = np.abs(np.diff(q, axis=0)) / np.diff(times)[:, None]
        assert (speed <= V * 1.001 + 1e-6).all()
        jump = np.abs(np.diff(speed * np.sign(np.diff(q, axis=0)), axis=0))
        assert (jump <= A * (np.diff(times)[0] * 1.01 + CORNER_S * 1.01) + 1e-6).all()
    for point in points:
        assert np.abs(move.q - point).max(axis=1).min() < 1e-9
