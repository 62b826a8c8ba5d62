from __future__ import annotations

import numpy as np
import pytest

from cotree.core.frames import backed, hand_pose, raised
from cotree.simulation.physics.frames import between, quat_of, turn_of


@pytest.mark.parametrize("seed", range(20))
def test_a_quaternion_and_its_rotation_say_the_same(seed: int) -> None:
    quat = np.random.default_rng(seed).normal(size=4)
    quat /= np.linalg.norm(quat)
    quat = quat if quat[0] >= 0 else -quat
    np.testing.assert_allclose(quat_of(turn_of(quat)), quat, atol=1e-12)


def test_half_a_turn_is_no_trouble() -> None:
    for turn in (np.diag((1.0, -1, -1)), np.diag((-1.0, 1, -1)), np.diag((-1.0, -1, 1))):
        np.testing.assert_allclose(turn_of(quat_of(turn)), turn, atol=1e-12)


def test_the_way_between_two_poses_begins_and_ends_there() -> None:
    start, end = np.eye(4), hand_pose(np.ones(3), np.array((0, 0, -1.0)), np.array((0, 1.0, 0)))
    np.testing.assert_allclose(between(start, end, -1.0), start, atol=1e-12)
    np.testing.assert_allclose(between(start, end, 2.0), end, atol=1e-12)
    middle = between(start, end, 0.5)
    np.testing.assert_allclose(middle[:3, 3], 0.5, atol=1e-12)
    np.testing.assert_allclose(middle[:3, :3] @ middle[:3, :3].T, np.eye(3), atol=1e-12)


def test_a_hand_points_along_its_approach_and_closes_across() -> None:
    pose = hand_pose(np.zeros(3), np.array((0, 0, -2.0)), np.array((0, 1.0, 0.5)))
    np.testing.assert_allclose(pose[:3, 0], (0, 0, -1), atol=1e-12)
    np.testing.assert_allclose(pose[:3, 1], (0, 1, 0), atol=1e-12)
    assert np.linalg.det(pose[:3, :3]) == pytest.approx(1.0)
    assert backed(pose, 0.1)[2, 3] == pytest.approx(0.1)
    assert raised(pose, 0.2)[2, 3] == pytest.approx(0.2)


def test_a_hand_turns_the_short_way() -> None:
    def turned(degrees: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        angle = np.deg2rad(degrees)
        ahead = np.array((np.cos(angle), np.sin(angle), 0.0))
        return hand_pose(np.zeros(3), ahead, np.cross((0.0, 0.0, 1.0), ahead))

    half = between(turned(170.0), turned(-170.0), 0.5)
    np.testing.assert_allclose(half[:3, 0], (-1.0, 0.0, 0.0), atol=1e-9)
