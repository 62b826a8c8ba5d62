"""Stored pictures as a camera: a video, a bag of ROS 2, or a folder, from the mission's start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from cotree.core.senses import CameraModel
from cotree.perception.blind import Blind
from cotree.perception.footage import FootageError, Shot
from cotree.perception.footage.pictures import bytes_of, one_shot
from cotree.perception.frame import Frame, frame_of
from cotree.perception.sources.model import camera_of, table_depth

DEPTH = ".depth.png"
"""What the depth of a picture in a folder is called: millimetres, as 16-bit integers."""
SOON_S = 1e-6


class Played:
    """Shows of stored pictures the newest at each time of the mission."""

    def __init__(self, shots: Iterator[Shot], model: CameraModel) -> None:
        self._shots = shots
        self._camera = camera_of(model)
        self._table = table_depth(model) if model.depth == "table" else None
        self._shown: Shot | None = None
        self._next: Shot | None = None
        self._over = "its recording is over"

    def at(self, t_s: float) -> Frame | Blind:
        """The picture of this time."""
        while self._next is None or self._next.t_s <= t_s + SOON_S:
            self._shown = self._next or self._shown
            try:
                self._next = next(self._shots, None)
            except FootageError as error:
                self._over = str(error)
                self._next = None
            if self._next is None:
                return Blind(self._over)
        shot = self._shown or self._next
        depth = shot.depth if self._table is None else self._table
        return frame_of(t_s, shot.rgb, depth, self._camera)

    def close(self) -> None:
        """Let go of the file."""
        if isinstance(self._shots, Iterator) and hasattr(self._shots, "close"):
            self._shots.close()


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder in the order of their names, without those of depths."""
    return sorted(each for each in folder.glob("*.png") if not each.name.endswith(DEPTH))


def shots_of(pictures: list[Path], hz: float, cv2: ModuleType) -> Iterator[Shot]:
    """Pictures that were taken so many times a second, each with the depth beside it."""
    for number, file in enumerate(pictures):
        depth = file.with_name(file.name.removesuffix(".png") + DEPTH)
        shot = one_shot(file, bytes_of(file), depth if depth.exists() else None, cv2)
        if shot is None:
            raise FootageError(f"{file.name} is no picture")
        yield Shot(number / hz, shot.rgb, shot.depth)
