"""Frames that are frames and show nonsense: an answer or one reason, never a traceback."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from cotree.perception.blind import Blind
from cotree.perception.camera import Camera, looking
from cotree.perception.frame import Depth, Frame, Image, frame_of
from cotree.perception.hands.landmarks import Landmarker
from cotree.perception.hands.watcher import Watcher
from cotree.perception.markers import open_markers
from cotree.perception.objects import Seen, coloured, level, things_in

DICE = np.random.default_rng(0)
SIZES = ((16, 16), (17, 640), (480, 17), (120, 160))


def noise(size: tuple[int, int]) -> tuple[Image, Depth]:
    rgb = DICE.integers(0, 256, (*size, 3)).astype(np.uint8)
    return rgb, DICE.uniform(0.1, 5.0, size).astype(np.float32)


def holes(size: tuple[int, int]) -> tuple[Image, Depth]:
    rgb, depth = noise(size)
    depth[DICE.random(size) < 0.9] = np.nan
    return rgb, depth


def wall(size: tuple[int, int]) -> tuple[Image, Depth]:
    return np.zeros((*size, 3), np.uint8), np.full(size, 1.0, np.float32)


def line(size: tuple[int, int]) -> tuple[Image, Depth]:
    rgb, depth = wall(size)
    depth[:, 1 + size[1] // 40 :] = 0.0
    return rgb, depth


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("made", [noise, holes, wall, line])
def test_nonsense_is_seen_through(
    cv2: ModuleType, made: type, size: tuple[int, int], landmarker: Landmarker
) -> None:
    detector = open_markers(0.05)
    assert not isinstance(detector, Blind)
    watcher = Watcher(landmarker)
    views: list[Camera] = [
        looking((0.0, -1.0, 1.5), (0.0, 0.0, 0.75)),
        looking((0.0, 0.0, 2.0), (0.0, 0.0, 0.0)),
        looking((0.0, 0.0, 1.0), (0.0, 1.0, 1.0), focal_px=1.0),
    ]
    for i, view in enumerate(views):
        rgb, depth = made(size)
        frame = frame_of(float(i), rgb, depth, view)
        assert isinstance(frame, Frame)
        known = [coloured("cup", 200, 30, 30, cv2)]
        for table in (None, level(0.75), level(-3.0)):
            seen = things_in(frame, known, table=table)
            assert isinstance(seen, (Seen, Blind))
            if isinstance(seen, Seen):
                assert all(np.isfinite((*each.at, *each.size)).all() for each in seen.things)
        assert isinstance(detector.look(frame), (tuple, Blind))
        assert isinstance(watcher.look(frame), (tuple, Blind))
