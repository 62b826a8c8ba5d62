from __future__ import annotations

import numpy as np
import pytest

from cotree.simulation.physics.cameras import Camera, Frame, Noise, worsened

CAMERA = Camera("front", (0.0, -1.0, 1.0), (0.0, 0.0, 0.0), width=8, height=6)


def frame(depth_m: float = 1.0) -> Frame:
    rgb = np.full((6, 8, 3), 128, dtype=np.uint8)
    depth = np.full((6, 8), depth_m, dtype=np.float32)
    return Frame(0.0, rgb, depth, CAMERA.intrinsics(), CAMERA.pose())


def test_a_camera_looks_at_what_it_looks_at() -> None:
    pose = CAMERA.pose()
    ahead = np.array((0.0, 1.0, -1.0)) / np.sqrt(2)
    np.testing.assert_allclose(pose[:3, 2], ahead, atol=1e-12)
    np.testing.assert_allclose(pose[:3, 0], (1, 0, 0), atol=1e-12)
    assert np.linalg.det(pose[:3, :3]) == pytest.approx(1.0)


def test_a_camera_can_look_straight_down() -> None:
    pose = Camera("above", (0, 0, 1), (0, 0, 0)).pose()
    assert np.isfinite(pose).all()
    np.testing.assert_allclose(pose[:3, 2], (0, 0, -1), atol=1e-12)


def test_the_middle_of_a_picture_lies_ahead() -> None:
    k = CAMERA.intrinsics()
    assert (k.cx, k.cy) == (3.5, 2.5)
    assert k.matrix()[0, 0] == pytest.approx(3 / np.tan(np.radians(22.5)))


def test_a_cloud_has_the_points_with_depth_in_the_world() -> None:
    picture = frame(np.sqrt(2))
    picture.depth_m[0, 0] = 0.0
    cloud = picture.cloud()
    assert len(cloud) == 47
    np.testing.assert_allclose(cloud.mean(axis=0), (0, 0, 0), atol=0.05)
    mask = np.zeros((6, 8), dtype=bool)
    mask[:2, :2] = True
    assert len(picture.cloud(mask)) == 3


def test_a_perfect_camera_changes_nothing() -> None:
    same = worsened(frame(), Noise(), np.random.default_rng(0))
    assert (same.depth_m == 1.0).all()
    assert (same.rgb == 128).all()


def test_noise_is_as_large_as_it_is_said_and_grows_with_distance() -> None:
    big = Frame(
        0.0,
        np.full((200, 200, 3), 128, dtype=np.uint8),
        np.full((200, 200), 2.0, dtype=np.float32),
        CAMERA.intrinsics(),
        CAMERA.pose(),
    )
    noise = Noise(colour=4.0, depth_m=0.002, holes=0.1)
    worse = worsened(big, noise, np.random.default_rng(1))
    seen = worse.depth_m[worse.depth_m > 0]
    assert np.std(seen) == pytest.approx(0.008, rel=0.05)
    assert np.mean(worse.depth_m == 0) == pytest.approx(0.1, abs=0.01)
    assert np.std(worse.rgb.astype(float)) == pytest.approx(4.0, rel=0.05)


def test_edges_have_no_depth() -> None:
    picture = frame()
    picture.depth_m[:, 4:] = 2.0
    worse = worsened(picture, Noise(edge_m=0.05), np.random.default_rng(0))
    assert (worse.depth_m[:, 4] == 0).all()
    assert (worse.depth_m[:, 3] == 1.0).all()
