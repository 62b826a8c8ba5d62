"""The frames of a video file, through OpenCV."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cotree.perception.footage.shots import MOST_PIXELS, Footage, FootageError, Shot, rgb_of

USUAL_HZ = 15.0
FASTEST_HZ = 1000.0
MISSING = 0.05
"""What a video promises and does not hold may be so much; counts in some formats are guesses."""


class _Video(Protocol):
    def get(self, what: int) -> float: ...

    def read(self) -> tuple[bool, NDArray[np.uint8]]: ...

    def release(self) -> None: ...


def open_video(file: Path, cv2: ModuleType) -> Footage | None:
    """The video in a file; None when it is none."""
    video = cv2.VideoCapture(str(file))
    if not video.isOpened():
        return None
    ok, first = video.read()
    if not ok:
        video.release()
        return None
    if first.shape[0] * first.shape[1] > MOST_PIXELS:
        video.release()
        raise FootageError(f"{file}: its frames are {first.shape[1]} x {first.shape[0]}: too large")
    rate_hz = float(video.get(cv2.CAP_PROP_FPS))
    if not (math.isfinite(rate_hz) and 0.0 < rate_hz <= FASTEST_HZ):
        rate_hz = USUAL_HZ
    return Footage("video", _shots(file, video, first, rate_hz, cv2), rate_hz)


def _shots(
    file: Path, video: _Video, first: NDArray[np.uint8], rate_hz: float, cv2: ModuleType
) -> Iterator[Shot]:
    """All frames; then a FootageError when there are fewer than the file promises."""
    promised = float(video.get(cv2.CAP_PROP_FRAME_COUNT))
    count, ok, frame = 0, True, first
    try:
        while ok:
            yield Shot(count / rate_hz, rgb_of(frame, cv2))
            count += 1
            ok, frame = video.read()
    finally:
        video.release()
    if count < promised * (1.0 - MISSING) - 1:
        raise FootageError(f"{file}: was cut off after {count} of {promised:.0f} frames")
