"""One moment of a camera, checked once so that whatever looks at it can rely on it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cotree.perception.blind import Blind
from cotree.perception.camera import Array, Camera, wrong_with

Image: TypeAlias = NDArray[np.uint8]
Depth: TypeAlias = NDArray[np.float32]

SMALLEST_PX = 16
FARTHEST_M = 20.0
"""What a depth camera says beyond this is no depth."""
KNOWN_SHARE = 0.01
"""With depth at fewer pixels there is none."""


@dataclass(frozen=True, eq=False)
class Frame:
    """A colour image and the depth of its pixels; depth 0 is unknown, None is no depth camera."""

    t_s: float
    rgb: Image
    depth_m: Depth | None
    camera: Camera


def frame_of(t_s: float, rgb: object, depth: object, camera: Camera) -> Frame | Blind:
    """A frame of what a driver delivers, or why it is none.

    Grey images become colour; depth may be metres, or millimetres as 16-bit integers; what is not
    finite, negative or too far becomes unknown.
    """
    if not math.isfinite(t_s):
        return Blind("the frame has no time")
    wrong = wrong_with(camera)
    if wrong:
        return Blind(wrong)
    image = _image(rgb)
    if isinstance(image, Blind) or depth is None:
        return image if isinstance(image, Blind) else Frame(t_s, image, None, camera)
    metres = _metres(depth, image.shape[:2])
    return metres if isinstance(metres, Blind) else Frame(t_s, image, metres, camera)


def depth_at(frame: Frame, pixels: Array, half_px: int = 2) -> Array:
    """The median depth of the square around each pixel (u, v); NaN where none is known."""
    found = np.full(len(pixels), np.nan)
    if frame.depth_m is None:
        return found
    height, width = frame.depth_m.shape
    for i, (u, v) in enumerate(pixels):
        if not (0 <= u < width and 0 <= v < height):
            continue
        column, row = int(u), int(v)
        rows = slice(max(0, row - half_px), row + half_px + 1)
        patch = frame.depth_m[rows, max(0, column - half_px) : column + half_px + 1]
        known = patch[patch > 0.0]
        if len(known):
            found[i] = float(np.median(known))
    return found


def _image(rgb: object) -> Image | Blind:
    if not isinstance(rgb, np.ndarray) or rgb.dtype != np.uint8:
        return Blind("the image is no array of bytes")
    if rgb.ndim == 2:
        rgb = np.repeat(rgb[:, :, None], 3, axis=2)
    if rgb.ndim != 3 or rgb.shape[2] != 3:
        return Blind(f"the image has the shape {rgb.shape}, not height x width x 3")
    if min(rgb.shape[:2]) < SMALLEST_PX:
        return Blind(f"the image is {rgb.shape[1]} x {rgb.shape[0]}; {SMALLEST_PX} px is the least")
    whole: Image = np.ascontiguousarray(rgb)
    return whole


def _metres(depth: object, shape: tuple[int, ...]) -> Depth | Blind:
    if not isinstance(depth, np.ndarray) or depth.dtype.kind not in "fu":
        return Blind("the depth is no array of numbers")
    if depth.shape != shape:
        size = " x ".join(map(str, depth.shape[::-1])) or "one number"
        return Blind(f"the depth is {size} and the image {shape[1]} x {shape[0]}")
    metres: Depth = depth.astype(np.float32) * np.float32(0.001 if depth.dtype.kind == "u" else 1.0)
    with np.errstate(invalid="ignore"):
        known = (metres > 0.0) & (metres < FARTHEST_M)
    if np.count_nonzero(known) < KNOWN_SHARE * metres.size:
        return Blind("the depth is empty")
    clean: Depth = np.where(known, metres, np.float32(0.0))
    return clean
