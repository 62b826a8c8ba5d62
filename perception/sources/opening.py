"""Opens what a mission names as the source of a camera."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Protocol

from cotree.core.senses import CameraModel
from cotree.perception.blind import Blind, library
from cotree.perception.footage import FootageError, open_footage
from cotree.perception.frame import Frame
from cotree.perception.sources.device import Device
from cotree.perception.sources.played import Played, pictures_in, shots_of

DEVICE = "device:"


class Source(Protocol):
    """Whatever delivers the frames of one camera."""

    def at(self, t_s: float) -> Frame | Blind:
        """The newest frame at this time of the mission, or why there is none."""

    def close(self) -> None:
        """Let go of files and devices."""


def open_source(model: CameraModel, folder: Path, *, live: bool) -> Source | Blind:
    """The source of a camera, or why there is none; ``folder``: where its name is looked up.

    ``live``: the mission goes on in real time, so that a device can be looked through.
    """
    cv2 = library("cv2", "perception")
    if isinstance(cv2, Blind):
        return cv2
    if model.source.startswith(DEVICE):
        return _device(model, cv2, live=live)
    try:
        return _stored(model, folder / model.source, cv2)
    except FootageError as error:
        return Blind(str(error))


def _stored(model: CameraModel, path: Path, cv2: ModuleType) -> Source | Blind:
    pictures = pictures_in(path) if path.is_dir() else []
    if pictures:
        return Played(shots_of(pictures, model.hz, cv2), model)
    footage = open_footage(path)
    if footage.kind == "image":
        return Blind(f"{path} is a single picture; name a video, a bag, or a folder of pictures")
    if footage.kind == "video" and model.depth != "table":
        return Blind(f"{path} is a video, which has no depth: write 'depth: table' beside it")
    return Played(footage.shots, model)


def _device(model: CameraModel, cv2: ModuleType, *, live: bool) -> Source | Blind:
    number = model.source.removeprefix(DEVICE)
    if not number.isdecimal():
        return Blind(f"'{model.source}' names no device; write device:0")
    if not live:
        return Blind(f"{model.source} shows what is now: run the mission with --real-time")
    if model.depth != "table":
        return Blind(f"{model.source} has no depth: write 'depth: table' beside it")
    capture = cv2.VideoCapture(int(number))
    if not capture.isOpened():
        return Blind(f"no camera answers as {model.source}")
    width, height = model.size
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    return Device(capture, model, cv2)
