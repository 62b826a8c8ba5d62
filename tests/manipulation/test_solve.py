"""Which poses an arm can take, and how: for many at once."""

from __future__ import annotations

import numpy as np
import pytest

from cotree.manipulation.frames import Array
from cotree.manipulation.reach import Chain, Solver
from tests.kit.arms import fetch
from tests.manipulation.test_chain import model


def anywhere(arm: Chain, count: int, seed: int = 5) -> Array:
    """Poses that the arm can take, because it was there."""
    dice = np.random.default_rng(seed)
    return arm.forward(arm.low + dice.random((count, len(arm))) * (arm.high - arm.low))


@pytest.mark.parametrize(
    "name", ["fetch", *(pytest.param(name, marks=pytest.mark.senses) for name in ("pr2", "baxter"))]
)
def test_nearly_all_poses_that_an_arm_can_take_are_found_and_really_taken(name: str) -> None:
    arm = fetch() if name == "fetch" else model(name)
    poses = anywhere(arm, 200)
    found = Solver(arm).solve(poses)
    assert found.ok.mean() >= 0.97
    taken = arm.forward(found.q[found.ok])
    assert np.abs(taken - poses[found.ok]).max() < 0.006
    assert (found.q >= arm.low).all()
    assert (found.q <= arm.high).all()


def test_what_is_too_far_is_never_reached() -> None:
    arm = fetch()
    poses = anywhere(arm, 30)
    poses[:, :3, 3] += (3.0, 0.0, 0.0)
    assert not Solver(arm).reaches(poses).any()


def test_a_pose_that_is_no_number_is_out_of_reach_and_harms_no_other() -> None:
    arm = fetch()
    poses = anywhere(arm, 3)
    poses[1] = np.nan
    assert Solver(arm).reaches(poses).tolist() == [True, False, True]


def test_no_pose_is_no_answer() -> None:
    assert Solver(fetch()).solve(np.zeros((0, 4, 4))).ok.shape == (0,)


def test_the_same_poses_get_the_same_positions() -> None:
    arm = fetch()
    poses = anywhere(arm, 20)
    assert np.array_equal(Solver(arm).solve(poses).q, Solver(arm).solve(poses).q)


def test_the_position_nearby_is_found_first() -> None:
    arm = fetch()
    q = np.array((0.3, 0.4, 0.2, 0.9, -0.4, 0.6, 0.1))
    found = Solver(arm).solve(arm.forward(q + 0.05), near=q)
    assert np.abs(found.q[0] - q).max() < 0.3


def test_a_redundant_arm_takes_a_pose_in_several_ways() -> None:
    arm = fetch()
    q = np.array((0.3, 0.4, 0.2, 0.9, -0.4, 0.6, 0.1))
    pose = arm.forward(q)[0]
    ways = Solver(arm).several(pose, q, 5)
    assert len(ways) >= 3
    for way in ways:
        assert np.abs(arm.forward(way)[0] - pose).max() < 0.006


def test_a_pose_out_of_reach_has_no_way() -> None:
    arm = fetch()
    far = np.eye(4)
    far[0, 3] = 5.0
    assert Solver(arm).several(far, arm.middle, 5).shape == (0, 7)
    assert Solver(arm).follow(far, arm.middle) is None
