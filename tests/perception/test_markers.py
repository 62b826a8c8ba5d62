from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from cotree.core.frames import point_of
from cotree.perception.blind import Blind
from cotree.perception.camera import looking
from cotree.perception.frame import Frame, frame_of
from cotree.perception.markers import Detector, open_markers
from tests.kit.pictures.scene import Card, Scene

SIDE_M = 0.05
SPOTS = ((-0.1, -0.1), (0.1, -0.1), (-0.1, 0.1), (0.1, 0.1))


def cards(cv2: ModuleType, dice: np.random.Generator) -> list[Card]:
    """Four markers with a white rim, turned at random and leaning up to 17 degrees."""
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    found = []
    for id_, (x, y) in enumerate(SPOTS):
        turn, lean = dice.uniform(-3, 3), dice.uniform(-0.3, 0.3)
        right = (np.cos(turn), np.sin(turn), 0.0)
        down = np.array([np.sin(turn), -np.cos(turn), np.tan(lean)]) * np.cos(lean)
        marker = cv2.aruco.generateImageMarker(words, id_, 120)
        white = cv2.copyMakeBorder(marker, 30, 30, 30, 30, cv2.BORDER_CONSTANT, value=255)
        found.append(Card((x, y, 0.8), right, point_of(down), SIDE_M * 180 / 120, white))
    return found


def frame(shown: list[Card], far_m: float, *, depth: bool = True, seed: int = 0) -> Frame:
    camera = looking((0.0, -0.7 * far_m, 0.8 + 0.714 * far_m), (0.0, 0.0, 0.8))
    rgb, deep = Scene(things=shown).seen(camera, np.random.default_rng(seed))
    found = frame_of(float(seed), rgb, deep if depth else None, camera)
    assert isinstance(found, Frame)
    return found


@pytest.fixture(scope="session")
def detector(cv2: ModuleType) -> Detector:
    found = open_markers(SIDE_M)
    assert isinstance(found, Detector), found
    return found


@pytest.mark.parametrize(("far_m", "off_m"), [(0.5, 0.004), (1.0, 0.008), (1.5, 0.012)])
def test_markers_are_where_they_are_by_depth(
    cv2: ModuleType, detector: Detector, far_m: float, off_m: float
) -> None:
    count = 0
    for seed in range(2):
        shown = cards(cv2, np.random.default_rng(seed))
        marks = detector.look(frame(shown, far_m, seed=seed))
        assert not isinstance(marks, Blind)
        for mark in marks:
            card = shown[mark.id]
            assert np.linalg.norm(np.subtract(mark.pose.at, card.middle)) < off_m
            assert mark.pose.by_depth
            assert mark.pose.distance_m == pytest.approx(far_m, abs=0.2)
            assert mark.pose.facing is not None
            assert np.dot(mark.pose.facing, np.cross(card.down, card.right)) > np.cos(0.25)
        count += len(marks)
    assert count >= 7


def test_without_depth_the_size_says_how_far_and_is_not_believed_as_much(
    cv2: ModuleType, detector: Detector
) -> None:
    shown = cards(cv2, np.random.default_rng(0))
    near, far = (detector.look(frame(shown, far_m, depth=False)) for far_m in (0.5, 1.0))
    assert not isinstance(near, Blind)
    assert not isinstance(far, Blind)
    for mark in (*near, *far):
        error = float(np.linalg.norm(np.subtract(mark.pose.at, shown[mark.id].middle)))
        assert error < 3 * mark.pose.sigma_m
        assert not mark.pose.by_depth
    assert far[0].pose.sigma_m > 3 * near[0].pose.sigma_m


def test_only_markers_of_a_known_side_are_told(cv2: ModuleType) -> None:
    shown = cards(cv2, np.random.default_rng(0))
    only = open_markers({2: SIDE_M})
    assert isinstance(only, Detector)
    marks = only.look(frame(shown, 0.8))
    assert not isinstance(marks, Blind)
    assert [mark.id for mark in marks] == [2]


def test_a_picture_without_markers_has_none(detector: Detector) -> None:
    assert detector.look(frame([], 0.8)) == ()


@pytest.mark.parametrize(
    ("side", "words", "reason"),
    [
        (0.0, "4X4_50", "the side of a marker must be given, in metres"),
        (float("nan"), "4X4_50", "the side of a marker must be given, in metres"),
        ({}, "4X4_50", "the side of a marker must be given, in metres"),
        (0.05, "4X4_5", "no ArUco dictionary '4X4_5'; did you mean '4X4_50'?"),
    ],
)
def test_a_wrong_setting_has_one_reason(
    cv2: ModuleType, side: float | dict[int, float], words: str, reason: str
) -> None:
    assert open_markers(side, words) == Blind(reason)
