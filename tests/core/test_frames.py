from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.frames import UP, point_of, unit, view_axes
from cotree.core.places import Point

POINTS = st.tuples(*[st.floats(-3.0, 3.0)] * 3)


def test_each_of_many_vectors_gets_length_1_and_the_null_vector_stays() -> None:
    found = unit(np.array([(3.0, 0.0, 4.0), (0.0, 0.0, 0.0)]))
    assert found.tolist() == [[0.6, 0.0, 0.8], [0.0, 0.0, 0.0]]


def test_a_point_has_three_plain_numbers() -> None:
    assert point_of(np.array((1, 2, 3))) == (1.0, 2.0, 3.0)
    with pytest.raises(ValueError, match="expected 3"):
        point_of((1.0, 2.0, 3.0, 4.0))


def test_a_camera_that_looks_along_x_has_its_right_at_minus_y_and_down_below() -> None:
    right, down, ahead = view_axes((0.0, 0.0, 1.0), (2.0, 0.0, 1.0))
    assert (point_of(ahead), point_of(right)) == ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0))
    assert point_of(down) == (0.0, 0.0, -1.0)


@given(POINTS, POINTS)
def test_the_axes_are_of_length_1_and_at_right_angles(at: Point, to: Point) -> None:
    if math.dist(at, to) < 1e-3:
        return
    axes = np.stack(view_axes(at, to))
    assert np.allclose(axes @ axes.T, np.eye(3), atol=1e-6)
    assert axes[1] @ np.array(UP) <= 1e-9, "its picture stands upright"


def test_straight_down_the_picture_is_turned_along_y() -> None:
    right, down, _ = view_axes((0.0, 0.0, 1.0), (0.0, 0.0, 0.0))
    assert (point_of(right), point_of(down)) == ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0))
