"""mediapipe finds rendered hands, and the palm is where it was drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cotree.perception.blind import Blind
from cotree.perception.camera import Array, Camera, looking
from cotree.perception.frame import Frame, frame_of
from cotree.perception.hands.landmarks import Landmarker
from cotree.perception.hands.palm import Palm, palm_of
from tests.kit.pictures.hand import PALM
from tests.kit.pictures.scene import Reaching, Scene


def posed(dice: np.random.Generator, away: bool) -> Reaching:
    yaw = dice.uniform(-0.8, 0.8)
    side = 1.0 if away else -1.0
    fingers = np.array([np.sin(yaw), side * np.cos(yaw), dice.uniform(-0.3, 0.1)])
    fingers /= np.linalg.norm(fingers)
    back = np.array([0.0, 0.0, 1.0]) - fingers * fingers[2]
    back /= np.linalg.norm(back)
    wrist = np.array([dice.uniform(-0.3, 0.3), dice.uniform(-0.2, 0.2), 0.85])
    axes = np.stack([np.cross(fingers, back), fingers, back], axis=1)
    return Reaching(wrist, axes, float(dice.uniform(0.05, 0.35)))


def seen(hands: list[Reaching], camera: Camera, t_s: float, dice: np.random.Generator) -> Frame:
    found = frame_of(t_s, *Scene(hands=hands).seen(camera, dice), camera)
    assert isinstance(found, Frame)
    return found


@pytest.mark.parametrize("count", [9, pytest.param(120, marks=pytest.mark.soak)])
def test_rendered_hands_are_found_where_they_are(landmarker: Landmarker, count: int) -> None:
    dice = np.random.default_rng(5)
    errors: list[Array] = []
    views = [((0.0, -1.0, 1.45), False), ((0.0, -0.6, 1.75), False), ((0.0, -0.6, 1.75), True)]
    for i in range(count):
        at, away = views[i % len(views)]
        hand = posed(dice, away)
        frame = seen([hand], looking(at, (0.0, 0.0, 0.75)), 10.0 * i, dice)
        landmarker.find(frame)  # in a video the hand before is looked for first
        hands = landmarker.find(replace(frame, t_s=frame.t_s + 0.1))
        assert not isinstance(hands, Blind)
        for palm in (palm_of(each, frame) for each in hands):
            assert isinstance(palm, Palm)
            errors.append(np.subtract(palm.at, hand.wrist + hand.axes @ PALM))
    assert len(errors) >= 0.95 * count
    assert float(np.median(np.linalg.norm(errors, axis=1))) < 0.030
    assert float(np.max(np.linalg.norm(errors, axis=1))) < 0.080


def test_an_empty_table_has_no_hand(landmarker: Landmarker) -> None:
    dice = np.random.default_rng(1)
    camera = looking((0.0, -1.0, 1.45), (0.0, 0.0, 0.75))
    assert landmarker.find(seen([], camera, 0.0, dice)) == ()


@pytest.mark.parametrize("t_s", [1.0, 0.5])
def test_time_must_go_on(landmarker: Landmarker, t_s: float) -> None:
    camera = looking((0.0, -1.0, 1.45), (0.0, 0.0, 0.75))
    dice = np.random.default_rng(1)
    assert landmarker.find(seen([], camera, 1.0, dice)) == ()
    found = landmarker.find(seen([], camera, t_s, dice))
    assert found == Blind(f"a frame of {t_s:.3f} s came after one of 1000 ms")
