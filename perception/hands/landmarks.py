"""The 21 landmarks of each hand in an image, by mediapipe's tracker."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Protocol, TypeAlias

import numpy as np

from cotree.perception.blind import Blind, library
from cotree.perception.camera import Array
from cotree.perception.frame import Frame, Image
from cotree.perception.hands.model import hand_model
from cotree.perception.hushed import hushed

PALM = (0, 5, 9, 13, 17)
"""The wrist and the knuckles: where the palm is, whatever the fingers do."""


@dataclass(frozen=True, eq=False)
class Hand2D:
    """One hand in an image."""

    pixels: Array
    """21 x 2: u and v of each landmark, some of them perhaps outside the image."""
    confidence: float


Hands: TypeAlias = tuple[Hand2D, ...]


class Finder(Protocol):
    """Whatever finds hands in images; tests bring their own."""

    def find(self, frame: Frame) -> Hands | Blind:
        """The hands in the next frame."""

    def close(self) -> None:
        """Let go of the model."""


class Landmarker:
    """Follows hands through a video; made by ``open_landmarker``, to be closed by its owner."""

    def __init__(self, mediapipe: ModuleType, model: bytes, hands: int, sure: float) -> None:
        """AttributeError when this mediapipe has no Tasks."""
        self._mediapipe = mediapipe
        tasks = mediapipe.tasks
        vision = tasks.vision
        self._options = vision.HandLandmarkerOptions(
            base_options=tasks.BaseOptions(model_asset_buffer=model),
            running_mode=vision.RunningMode.VIDEO,
            num_hands=hands,
            min_hand_detection_confidence=sure,
        )
        with hushed():
            self._landmarker = vision.HandLandmarker.create_from_options(self._options)
        self._last_ms: int | None = None

    def find(self, frame: Frame) -> Hands | Blind:
        """The hands in the next frame of the video; time must go on."""
        ms = round(frame.t_s * 1000)
        if self._last_ms is not None and ms <= self._last_ms:
            return Blind(f"a frame of {frame.t_s:.3f} s came after one of {self._last_ms} ms")
        first, self._last_ms = self._last_ms is None, ms
        try:
            with hushed(if_=first):
                seen = self._landmarker.detect_for_video(self._image(frame.rgb), ms)
        except (RuntimeError, ValueError) as error:
            return Blind(f"mediapipe cannot look at the image: {str(error).splitlines()[0]}")
        size = np.array([frame.rgb.shape[1], frame.rgb.shape[0]], dtype=np.float64)
        return tuple(
            Hand2D(np.array([(mark.x, mark.y) for mark in marks]) * size, float(names[0].score))
            for marks, names in zip(seen.hand_landmarks, seen.handedness, strict=True)
        )

    def close(self) -> None:
        """Let go of the model; a landmarker that is merely dropped complains when Python ends."""
        self._landmarker.close()

    def _image(self, rgb: Image) -> object:
        return self._mediapipe.Image(image_format=self._mediapipe.ImageFormat.SRGB, data=rgb)


def open_landmarker(
    path: Path | None = None, *, hands: int = 2, sure: float = 0.5
) -> Landmarker | Blind:
    """A finder of hands, or why there is none: no mediapipe, no model, or a wrong one."""
    model = hand_model(path)
    if isinstance(model, Blind):
        return model
    found = library("mediapipe", "perception")
    if isinstance(found, Blind):
        return found
    try:
        return Landmarker(found, model, hands, sure)
    except (ImportError, AttributeError) as error:
        return Blind(f"this mediapipe has no hand tracking ({error}): cotree[perception] pins one")
    except (RuntimeError, ValueError, OSError) as error:
        return Blind(f"the hand model does not load: {str(error).splitlines()[0]}")
