"""What a file of pictures gives: shots, one after the other, or one line that says why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cotree.perception.blind import Blind, library
from cotree.perception.frame import Image

Kind: TypeAlias = Literal["image", "video", "bag"]
RawDepth: TypeAlias = NDArray[np.float32] | NDArray[np.uint16]
Lens: TypeAlias = tuple[float, float, float, float]
"""fx, fy, cx, cy in pixels."""

MOST_PIXELS = 50_000_000
"""A larger image is refused before its pixels are read."""


class FootageError(Exception):
    """Why a file gives no pictures, or no more of them, in one line."""


@dataclass(frozen=True, eq=False)
class Shot:
    """One picture as it was stored."""

    t_s: float
    """Since the first one."""
    rgb: Image
    depth: RawDepth | None = None
    """Metres, or millimetres as 16-bit integers."""
    lens: Lens | None = None


@dataclass(eq=False)
class Footage:
    """A file that was opened; ``shots`` can be asked for once and may end with a FootageError."""

    kind: Kind
    shots: Iterator[Shot]
    rate_hz: float = 15.0
    """How fast the pictures follow each other, as far as is known."""
    notes: list[str] = field(default_factory=list)
    """What whoever looks should know: what else is in the file, what was left out."""


def opencv() -> ModuleType:
    """OpenCV, or a FootageError that says what to install."""
    found = library("cv2", "perception")
    if isinstance(found, Blind):
        raise FootageError(f"pictures are read with OpenCV, and {found.reason}")
    return found


def rgb_of(bgr: object, cv2: ModuleType) -> Image:
    """OpenCV's picture as red, green and blue bytes."""
    found: Image = cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB)
    return found
