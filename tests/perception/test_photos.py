"""Real hands in photographs and a video, and none in other photographs (specification 2.1)."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from cotree.perception.blind import Blind
from cotree.perception.camera import Camera
from cotree.perception.frame import Frame, Image, frame_of
from cotree.perception.hands.landmarks import Hands, Landmarker
from tests.perception.conftest import photos

CAMERA = Camera(580.0, 580.0, 319.5, 239.5)
HANDS = (
    *(f"fingerpose/{name}.jpg" for name in ("nocurl", "halfcurl", "fullcurl")),
    *(f"opencv/{name}.jpg" for name in ("handSrc", "handDst", "Hull_Original_Image", "right04")),
    *(f"opencv/Histogram_Comparison_Source_{i}.jpg" for i in range(3)),
    *(f"opencv/Back_Projection_Theory{i}.jpg" for i in (0, 2)),
    "opencv/Back_Projection1_Source_Image.jpg",
    "opencv/messi5.jpg",
    "opencv/screen_charuco.jpg",
)
NO_HANDS = 40


def found_in(landmarker: Landmarker, rgb: Image, t_s: float) -> Hands:
    frame = frame_of(t_s, rgb, None, CAMERA)
    assert isinstance(frame, Frame)
    hands = landmarker.find(frame)
    assert not isinstance(hands, Blind), hands
    return hands


def read(file: Path, cv2: ModuleType) -> Image:
    image = cv2.imread(str(file), cv2.IMREAD_COLOR)
    assert image is not None, f"{file} is no image"
    rgb: Image = np.ascontiguousarray(image[..., ::-1])
    return rgb


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_in_a_photograph_is_found(
    name: str, cv2: ModuleType, landmarker: Landmarker
) -> None:
    part, _, file = name.partition("/")
    assert found_in(landmarker, read(photos(part) / file, cv2), 0.0)


def test_a_hand_is_found_in_every_frame_of_a_video(cv2: ModuleType, landmarker: Landmarker) -> None:
    video = cv2.VideoCapture(str(photos("fingerpose") / "fingers-lq.gif"))
    found: list[bool] = []
    while (read := video.read())[0]:
        rgb = np.ascontiguousarray(read[1][..., ::-1])
        found.append(bool(found_in(landmarker, rgb, len(found) / 15)))
    video.release()
    assert found == [True] * 43


def test_no_hand_is_seen_where_there_is_none(cv2: ModuleType, landmarker: Landmarker) -> None:
    files = sorted(photos("others").iterdir())
    assert len(files) >= NO_HANDS
    alarms = [
        file.name for i, file in enumerate(files) if found_in(landmarker, read(file, cv2), 10.0 * i)
    ]
    assert alarms == []
