"""Grasps of sixteen shapes from single views: who can hold what, and what never changes it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.manipulation.frames import UP, Array, turned
from cotree.manipulation.grasps import (
    ANY,
    BAXTER,
    PR2,
    SIDEWAYS,
    TOP_DOWN,
    Effort,
    Found,
    Gripper,
    Question,
    Range,
    Sampler,
    grasps,
)
from tests.kit.shapes import EYE, SHAPES, Shape, box, seen

HELD_FROM_ABOVE = [name for name in SHAPES if name not in ("bowl", "sponge", "sandwich", "mug")]
NOISE_M = 0.001


def ask(
    name: str | Shape, gripper: Gripper = BAXTER, allowed: Range = ANY, yaw: float = 0.3
) -> Found:
    """The grasps of one shape, as a camera with noise sees it."""
    shape = SHAPES[name] if isinstance(name, str) else name
    cloud = seen(shape, yaw, noise_m=NOISE_M, points=2500)
    return grasps(cloud, EYE, gripper, table_z=0.0, allowed=allowed)


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_can_be_held_somehow(name: str) -> None:
    assert ask(name).score >= 45.0


@pytest.mark.parametrize("name", HELD_FROM_ABOVE)
def test_baxter_holds_it_from_above(name: str) -> None:
    found = ask(name, BAXTER, TOP_DOWN)
    assert found.score >= 35.0
    assert all(each.approach[2] <= -np.cos(np.deg2rad(25.1)) for each in found.grasps)


@pytest.mark.parametrize("name", ["orange", "apple", "sandwich"])
@pytest.mark.parametrize("yaw", [0.0, 0.7, 2.0])
def test_the_pr2_cannot_hold_what_is_too_wide_for_it_from_the_side(name: str, yaw: float) -> None:
    found = ask(name, PR2, SIDEWAYS, yaw)
    assert found.score == 0.0
    assert found.reason is not None
    assert found.reason.code in ("no_hold", "no_way_in", "too_wide")


@pytest.mark.parametrize("name", ["burger", "sugar box"])
@pytest.mark.parametrize("yaw", [0.0, 0.7, 2.0])
def test_the_pr2_can_hold_what_has_a_score_in_table_1(name: str, yaw: float) -> None:
    assert ask(name, PR2, SIDEWAYS, yaw).score >= 10.0


@pytest.mark.parametrize("name", ["sandwich", "orange", "apple"])
def test_none_of_these_zeros_is_baxters(name: str) -> None:
    assert ask(name, BAXTER, TOP_DOWN).score > 0.0


def test_what_no_gripper_goes_around_is_too_wide_and_says_how_wide() -> None:
    found = ask(box(0.16, 0.16, 0.15))
    assert found.score == 0.0
    assert found.reason is not None
    assert found.reason.code in ("too_wide", "no_hold", "no_way_in")


def test_best_comes_first_and_all_scores_are_points() -> None:
    found = ask("sugar box")
    scores = [each.score for each in found.grasps]
    assert scores == sorted(scores, reverse=True)
    assert all(0.0 < score <= 100.0 for score in scores)
    assert found.best is found.grasps[0]


def test_no_hand_goes_into_the_table_or_opens_wider_than_it_can() -> None:
    for name in ("egg", "tube", "cube"):
        for each in ask(name).grasps:
            fingers = np.array((each.closing, np.negative(each.closing)))
            tips = np.array(each.at) + fingers * BAXTER.aperture_m / 2
            assert tips[:, 2].min() > 0.0
            assert each.width_m < BAXTER.aperture_m


def test_hands_are_where_the_object_is() -> None:
    cloud = seen(SHAPES["cube"], at=(0.1, 0.1, 0.0), points=2500)
    found = grasps(cloud, EYE, BAXTER, table_z=0.0)
    assert found.best is not None
    assert np.linalg.norm(np.array(found.best.at) - (0.1, 0.1, 0.025)) < 0.04
    assert abs(found.best.width_m - 0.05) < 0.012


def test_the_same_cloud_has_the_same_grasps() -> None:
    assert ask("mug") == ask("mug")


def test_turning_the_object_before_the_camera_changes_the_grasps() -> None:
    assert ask("sugar box", yaw=0.0) != ask("sugar box", yaw=0.8)


@given(
    st.sampled_from(["cube", "cup", "bottle", "tube"]),
    st.floats(-3.1, 3.1),
    st.tuples(*[st.floats(-2.0, 2.0)] * 3),
)
@settings(max_examples=8)
def test_the_score_does_not_depend_on_where_the_scene_is_nor_how_it_is_turned(
    name: str, yaw: float, shift: tuple[float, float, float]
) -> None:
    cloud = seen(SHAPES[name], noise_m=NOISE_M, points=800)
    turn = turned(UP, np.array((yaw,)))[0]
    here = grasps(cloud, EYE, PR2, table_z=0.0)
    there = grasps(cloud @ turn.T + shift, turn @ EYE + np.array(shift), PR2, table_z=shift[2])
    assert there.score == pytest.approx(here.score, abs=8.0)
    if here.best is not None and there.best is not None and abs(here.score - there.score) < 1e-3:
        moved = turn @ np.array(here.best.at) + shift
        assert np.linalg.norm(moved - np.array(there.best.at)) < 0.1


def test_the_order_of_the_points_does_not_matter_much() -> None:
    cloud = seen(SHAPES["cup"], noise_m=NOISE_M, points=1500)
    mixed = np.random.default_rng(1).permutation(cloud)
    here, there = (grasps(each, EYE, PR2, table_z=0.0).score for each in (cloud, mixed))
    assert there == pytest.approx(here, abs=0.5)


CUBE = seen(SHAPES["cube"], points=1500)


@pytest.mark.parametrize(
    ("cloud", "code", "said"),
    [
        (np.zeros((0, 3)), "empty_cloud", "the cloud is empty; is the object in view?"),
        (np.full((50, 3), np.nan), "no_depth", "none of the 50 points has a depth"),
        (np.array(((0.0, 0.0, 0.1),)), "few_points", "1 points with a depth; at least 12"),
        (np.zeros(3), "bad_cloud", "a cloud is n x 3 numbers, this one is 3"),
        (np.zeros((4, 2)), "bad_cloud", "this one is 4 x 2"),
        (np.zeros((100, 3)), "few_points", "0 points above the table"),
        (np.ones((100, 3)), "few_points", "1 points left, one per 4 mm"),
        (CUBE * 60.0, "too_large", "m wide; cut out one object first"),
    ],
)
def test_a_cloud_that_is_none_has_one_clear_reason(cloud: Array, code: str, said: str) -> None:
    found = grasps(cloud, EYE, BAXTER, table_z=0.0)
    assert (found.score, found.grasps) == (0.0, ())
    assert found.reason is not None
    assert found.reason.code == code
    assert said in found.reason.message


def test_a_camera_that_is_nowhere_is_said() -> None:
    found = grasps(CUBE, (0.0, np.nan, 1.0), BAXTER)
    assert found.reason is not None
    assert found.reason.code == "bad_camera"


def test_points_without_depth_among_others_are_left_out() -> None:
    broken = np.concatenate((CUBE, np.full((30, 3), np.nan), np.full((5, 3), np.inf)))
    assert grasps(broken, EYE, BAXTER, table_z=0.0) == grasps(CUBE, EYE, BAXTER, table_z=0.0)


@given(st.integers(12, 60), st.integers(0, 10**6), st.sampled_from([1e-6, 0.01, 0.1, 0.3]))
@settings(max_examples=25)
def test_random_points_never_raise(count: int, seed: int, spread: float) -> None:
    cloud = np.random.default_rng(seed).normal(0.0, spread, (count, 3)) + 0.2 * UP
    found = grasps(cloud, EYE, BAXTER, table_z=0.0)
    assert (found.score > 0.0) == (found.reason is None)


def test_a_camera_straight_above_sees_enough() -> None:
    eye = np.array((0.001, 0.0, 0.9))
    cloud = seen(SHAPES["cube"], eye=eye, points=2500)
    found = grasps(cloud, (0.0, 0.0, 0.9), BAXTER, table_z=0.0)
    assert found.reason is None or found.reason.code in ("no_hold", "no_way_in")


@pytest.mark.parametrize("field", ["aperture_m", "finger_m", "depth_m"])
def test_a_gripper_that_cannot_be_is_refused(field: str) -> None:
    with pytest.raises(ValueError, match=f"gripper odd: {field} is 0; 0 to 1 m is right"):
        Gripper(**{"name": "odd", "aperture_m": 0.1, field: 0.0})  # type: ignore[arg-type]


def test_our_sampler_answers_as_a_server_does() -> None:
    effort = Effort(samples=12)
    question = Question(CUBE, EYE, PR2, 0.0, SIDEWAYS)
    answer = Sampler(effort).ask(question)
    assert answer == grasps(CUBE, EYE, PR2, table_z=0.0, allowed=SIDEWAYS, effort=effort)
    assert answer.score > 0.0
