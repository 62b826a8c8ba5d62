from __future__ import annotations

import numpy as np
import pytest

from cotree.core.frames import hand_pose
from cotree.core.grippers import BAXTER, PR2, Gripper
from cotree.simulation.physics.lift import LIFT_M, LiftTest
from cotree.simulation.physics.shapes import HOUSEHOLD

DOWN, X, Y = np.array((0.0, 0.0, -1.0)), np.array((1.0, 0.0, 0.0)), np.array((0.0, 1.0, 0.0))


def above(z: float, x: float = 0.0) -> np.ndarray:
    return hand_pose(np.array((x, 0.0, z)), DOWN, Y)


def test_a_good_grasp_lifts_the_can_and_holds_it() -> None:
    lift = LiftTest(HOUSEHOLD["can"], PR2).try_(above(0.08))
    assert lift.held
    assert lift.raised_m == pytest.approx(LIFT_M, abs=0.01)
    assert lift.slid_m < 0.01


def test_a_hand_beside_the_thing_misses_it() -> None:
    lift = LiftTest(HOUSEHOLD["block"], PR2).try_(above(0.015, x=0.12))
    assert lift.how == "missed"
    assert lift.pushed_m < 0.001


@pytest.mark.parametrize("name", ["orange", "apple", "sandwich"])
def test_what_is_too_wide_for_pr2_fits_into_baxter(name: str) -> None:
    z = 0.02 if name == "sandwich" else 0.03
    assert LiftTest(HOUSEHOLD[name], PR2).try_(above(z)).how == "blocked"
    assert LiftTest(HOUSEHOLD[name], BAXTER).try_(above(z)).held


def test_a_slippery_thing_slips_out_of_weak_fingers() -> None:
    heavy = HOUSEHOLD["sugar"]
    strong = LiftTest(heavy, BAXTER).try_(hand_pose(np.array((0, 0, 0.14)), DOWN, X))
    weak = Gripper("weak", 0.095, force_n=1.2, friction=0.05)
    slips = LiftTest(heavy, weak).try_(hand_pose(np.array((0, 0, 0.14)), DOWN, X))
    assert strong.held
    assert not slips.held


def test_each_try_begins_in_the_same_world_and_ends_the_same() -> None:
    test = LiftTest(HOUSEHOLD["cup"], BAXTER)
    first = test.try_(above(0.04))
    test.try_(above(0.04, x=0.2))
    assert test.try_(above(0.04)) == first
    assert LiftTest(HOUSEHOLD["cup"], BAXTER).try_(above(0.04)) == first


def test_what_was_held_can_be_put_back() -> None:
    test = LiftTest(HOUSEHOLD["can"], PR2)
    assert test.try_(above(0.08)).held
    assert test.put_back(above(0.08)) < 0.01


def test_a_thing_that_lies_is_tried_as_it_lies() -> None:
    test = LiftTest(HOUSEHOLD["can"], PR2)
    lying = hand_pose(np.array((0.0, 0.0, 0.033)), np.array((0, 0, 1.0)), X)
    test.stand(lying)
    assert abs(test.thing()[2, 2]) < 0.1
    along = test.thing()[:3, 2]
    middle = (test.thing()[:3, 3] + 0.06 * along) * (1, 1, 0) + (0, 0, 0.014)
    across = np.cross((0, 0, 1), along)
    assert test.try_(hand_pose(middle, DOWN, across)).held
