"""Cameras that are not drawn: stored pictures, videos and devices."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Literal

import numpy as np
import pytest

from cotree.core.senses import CameraModel
from cotree.perception.blind import Blind
from cotree.perception.frame import Frame
from cotree.perception.sources import camera_of, open_source, table_depth
from cotree.perception.sources.opening import Source

SIZE = (160, 120)


def model(source: str, depth: Literal["measured", "table"] = "measured") -> CameraModel:
    at, looks_at = (0.0, 0.0, 1.0), (0.0, 0.3, 0.0)
    return CameraModel(at, looks_at, SIZE, hz=10.0, source=source, depth=depth)


def opened(source: str, folder: Path, depth: Literal["measured", "table"] = "measured") -> Source:
    found = open_source(model(source, depth), folder, live=False)
    assert not isinstance(found, Blind), found
    return found


def why_not(
    source: str,
    folder: Path,
    depth: Literal["measured", "table"] = "measured",
    *,
    live: bool = False,
) -> str:
    found = open_source(model(source, depth), folder, live=live)
    assert isinstance(found, Blind)
    return found.reason


def grey(value: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.full((*SIZE[::-1], 3), value, np.uint8)


@pytest.fixture
def folder(tmp_path: Path, cv2: ModuleType) -> Path:
    """Three pictures with depth, taken ten times a second."""
    (tmp_path / "shots").mkdir()
    for number in range(3):
        file = tmp_path / "shots" / f"{number:03}"
        cv2.imwrite(f"{file}.png", grey(50 * (number + 1)))
        cv2.imwrite(f"{file}.depth.png", np.full(SIZE[::-1], 1000 + number, np.uint16))
    return tmp_path


def test_a_folder_of_pictures_is_shown_in_mission_time_and_ends(folder: Path) -> None:
    source = opened("shots", folder)
    shown = [source.at(t_s) for t_s in (0.0, 0.05, 0.1)]
    assert all(isinstance(each, Frame) for each in shown)
    values = [int(each.rgb[0, 0, 0]) for each in shown if isinstance(each, Frame)]
    assert values == [50, 50, 100]
    last = shown[-1]
    assert isinstance(last, Frame)
    assert last.depth_m is not None
    assert last.depth_m[5, 5] == pytest.approx(1.001)
    over = source.at(0.5)
    assert isinstance(over, Blind)
    assert over.reason == "its recording is over"
    source.close()


def test_without_measured_depth_everything_may_be_taken_to_lie_on_the_table(folder: Path) -> None:
    source = opened("shots", folder, "table")
    seen = source.at(0.0)
    assert isinstance(seen, Frame)
    assert seen.depth_m is not None
    camera = camera_of(model("shots"))
    rays = camera.rays(np.array([[80.0, 60.0]])) * seen.depth_m[60, 80]
    assert camera.room(rays)[0, 2] == pytest.approx(0.0, abs=1e-3)
    assert (table_depth(model("x")) >= 0).all()


def test_a_video_without_depth_needs_the_table(tmp_path: Path, cv2: ModuleType) -> None:
    file = tmp_path / "talk.avi"
    film = cv2.VideoWriter(str(file), cv2.VideoWriter_fourcc(*"MJPG"), 10.0, SIZE)
    for number in range(5):
        film.write(grey(40 * number))
    film.release()
    assert "which has no depth: write 'depth: table'" in why_not("talk.avi", tmp_path)
    source = opened("talk.avi", tmp_path, "table")
    seen = source.at(0.3)
    assert isinstance(seen, Frame)
    assert abs(int(seen.rgb[5, 5, 0]) - 120) < 8
    source.close()


def test_what_is_no_camera_is_said_in_one_line(folder: Path) -> None:
    assert "there is no such file" in why_not("nowhere.mp4", folder)
    assert "is a single picture" in why_not("shots/000.png", folder)
    (folder / "text.mp4").write_text("no film")
    assert "is no video that OpenCV can read" in why_not("text.mp4", folder)
    (folder / "empty").mkdir()
    assert "is a folder without a bag" in why_not("empty", folder)
    (folder / "shots" / "001.png").write_bytes(b"broken")
    source = opened("shots", folder)
    broken = source.at(0.2)
    assert isinstance(broken, Blind)
    assert "001.png" in broken.reason


def test_a_device_shows_what_is_now_and_has_no_depth(tmp_path: Path, cv2: ModuleType) -> None:
    assert "run the mission with --real-time" in why_not("device:0", tmp_path, "table")
    assert "names no device; write device:0" in why_not("device:front", tmp_path, live=True)
    assert "has no depth: write 'depth: table'" in why_not("device:0", tmp_path, live=True)
    assert "no camera answers as device:99" in why_not("device:99", tmp_path, "table", live=True)
