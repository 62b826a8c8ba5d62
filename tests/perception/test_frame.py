from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest

from cotree.perception.blind import Blind, library
from cotree.perception.camera import Camera, looking
from cotree.perception.frame import Frame, depth_at, frame_of

CAMERA = looking((0.0, -1.0, 1.5), (0.0, 0.0, 0.75))
IMAGE = np.zeros((48, 64, 3), np.uint8)
DEPTH = np.ones((48, 64), np.float32)


@pytest.mark.parametrize(
    ("image", "depth", "reason"),
    [
        (None, DEPTH, "the image is no array of bytes"),
        (IMAGE.astype(float), DEPTH, "the image is no array of bytes"),
        (np.zeros((1, 1, 3), np.uint8), None, "the image is 1 x 1; 16 px is the least"),
        (np.zeros((48, 64, 4), np.uint8), None, "the image has the shape (48, 64, 4)"),
        (np.zeros((0, 0, 3), np.uint8), None, "the image is 0 x 0"),
        (IMAGE, "deep", "the depth is no array of numbers"),
        (IMAGE, np.ones((1, 1), np.float32), "the depth is 1 x 1 and the image 64 x 48"),
        (IMAGE, np.zeros((48, 64), np.float32), "the depth is empty"),
        (IMAGE, np.full((48, 64), np.nan), "the depth is empty"),
        (IMAGE, np.full((48, 64), -np.inf), "the depth is empty"),
        (IMAGE, np.full((48, 64), 1e9), "the depth is empty"),
    ],
)
def test_what_is_no_frame_has_one_reason(image: object, depth: object, reason: str) -> None:
    found = frame_of(0.0, image, depth, CAMERA)
    assert isinstance(found, Blind)
    assert found.reason.startswith(reason)
    assert "\n" not in str(found)


def test_a_frame_has_a_time() -> None:
    assert frame_of(math.nan, IMAGE, DEPTH, CAMERA) == Blind("the frame has no time")


@pytest.mark.parametrize(
    "camera",
    [
        Camera(0.0, 580.0, 32.0, 24.0),
        Camera(580.0, math.nan, 32.0, 24.0),
        Camera(580.0, 580.0, 32.0, 24.0, right=(2.0, 0.0, 0.0)),
        Camera(580.0, 580.0, 32.0, 24.0, ahead=(0.0, math.inf, 1.0)),
    ],
)
def test_what_is_no_camera_is_told(camera: Camera) -> None:
    found = frame_of(0.0, IMAGE, DEPTH, camera)
    assert isinstance(found, Blind)
    assert found.reason.startswith("the camera's")


def test_millimetres_become_metres_and_what_is_no_depth_becomes_unknown() -> None:
    depth = np.full((48, 64), 1500, np.uint16)
    depth[0, 0] = 0
    frame = frame_of(0.0, IMAGE[..., 0], depth, CAMERA)
    assert isinstance(frame, Frame)
    assert frame.rgb.shape == (48, 64, 3)
    assert frame.depth_m is not None
    assert frame.depth_m[1, 1] == pytest.approx(1.5)
    assert frame.depth_m[0, 0] == 0.0


def test_depth_is_the_median_around_a_pixel_and_unknown_outside() -> None:
    depth = DEPTH.copy()
    depth[20:25, 30:35] = (1.0, 1.0, 1.0, 9.0, np.nan)
    frame = frame_of(0.0, IMAGE, depth, CAMERA)
    assert isinstance(frame, Frame)
    found = depth_at(frame, np.array([(32.0, 22.0), (-1.0, 5.0), (64.0, 5.0), (np.nan, 1.0)]))
    assert found[0] == pytest.approx(1.0)
    assert np.isnan(found[1:]).all()


def test_points_fall_on_their_pixels_and_come_back() -> None:
    dice = np.random.default_rng(1)
    points = dice.uniform(-0.4, 0.4, (50, 3)) + np.array([0.0, 0.0, 0.8])
    ahead = (points - np.asarray(CAMERA.at)) @ np.asarray(CAMERA.ahead)
    back = CAMERA.room(CAMERA.rays(CAMERA.pixels(points)) * ahead[:, None])
    assert np.allclose(back, points)


def test_a_camera_that_looks_straight_down_is_upright_too() -> None:
    camera = looking((0.0, 0.0, 2.0), (0.0, 0.0, 0.0))
    assert np.allclose(camera.axes.T @ camera.axes, np.eye(3))
    assert np.linalg.det(camera.axes) == pytest.approx(1.0)


def test_an_absent_library_says_what_to_install() -> None:
    assert library("no_such_eyes", "perception") == Blind(
        "no_such_eyes is not here: pip install 'cotree[perception]'"
    )


def test_heavy_libraries_load_only_when_something_is_opened() -> None:
    code = (
        "import sys, cotree.perception.hands, cotree.perception.objects, cotree.perception.markers,"
        "cotree.perception.intent, cotree.perception.speech, cotree.perception.places\n"
        "print(*{'cv2', 'mediapipe', 'pocketsphinx', 'scipy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
