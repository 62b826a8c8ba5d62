"""A camera of this machine, through OpenCV."""

from __future__ import annotations

from types import ModuleType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cotree.core.senses import CameraModel
from cotree.perception.blind import Blind
from cotree.perception.footage.shots import rgb_of
from cotree.perception.frame import Frame, frame_of
from cotree.perception.sources.model import camera_of, table_depth


class Capture(Protocol):
    """What OpenCV opens."""

    def read(self) -> tuple[bool, NDArray[np.uint8]]:
        """The next picture, and whether there is one; it is waited for."""

    def release(self) -> None:
        """Let go of it."""


class Device:
    """Shows what is before a camera now; everything is taken to lie on the table."""

    def __init__(self, capture: Capture, model: CameraModel, cv2: ModuleType) -> None:
        self._capture = capture
        self._camera, self._table = camera_of(model), table_depth(model)
        self._cv2 = cv2

    def at(self, t_s: float) -> Frame | Blind:
        """The next picture."""
        good, bgr = self._capture.read()
        if not good:
            return Blind("it delivers no pictures")
        return frame_of(t_s, rgb_of(bgr, self._cv2), self._table, self._camera)

    def close(self) -> None:
        """Let go of the camera."""
        self._capture.release()
