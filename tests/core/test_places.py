from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.places import SAME_PLACE_M, Location, Point, distance_m, on_way, same_place

metres = st.floats(-100.0, 100.0)
points = st.tuples(metres, metres, metres)


def test_distance_is_the_straight_line_in_all_three_axes() -> None:
    assert distance_m((1.0, 2.0, 3.0), (3.0, 5.0, 9.0)) == pytest.approx(7.0)


@given(points, points)
def test_distance_is_the_same_there_and_back(a: Point, b: Point) -> None:
    assert distance_m(a, b) == distance_m(b, a) >= 0.0


@pytest.mark.parametrize(
    ("apart_m", "same"), [(0.0, True), (0.29, True), (SAME_PLACE_M, True), (0.31, False)]
)
def test_two_points_are_one_place_up_to_and_including_30_cm(apart_m: float, same: bool) -> None:
    assert same_place((0.0, 0.0, 0.0), (0.0, apart_m, 0.0)) is same


def test_the_tolerance_of_one_place_can_be_chosen() -> None:
    assert not same_place((0.0, 0.0, 0.0), (0.2, 0.0, 0.0), tolerance_m=0.1)
    assert same_place((0.0, 0.0, 0.0), (2.0, 0.0, 0.0), tolerance_m=2.0)


def test_a_location_is_written_as_its_name_or_as_its_point() -> None:
    assert str(Location("tray")) == "tray"
    assert str(Location(point=(1.5, -2.0, 0.0))) == "(1.5, -2, 0)"
    assert str(Location("tray", point=(0.0, 0.0, 0.0))) == "(0, 0, 0)"


def test_where_ways_come_together_the_nearest_one_counts() -> None:
    places = {"room": (0.0, 0.0, 0.0), "hall": (6.0, 0.0, 0.0), "gym": (6.0, -5.0, 0.0)}
    on_its_way = (0.3, -0.25, 0.0)  # from the gym, and not far from the way from the hall
    assert on_way(on_its_way, places["room"], places, 0.25) == ["gym-room"]
    assert on_way((3.0, 0.01, 0.0), places["room"], places, 0.3) == ["hall-room"]
