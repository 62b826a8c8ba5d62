"""One image file, and the depth image that may lie beside it."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from cotree.perception.footage.shots import MOST_PIXELS, FootageError, RawDepth, Shot, rgb_of

BITS = 8
MOST_BYTES = 1 << 28
"""No image file is larger."""


def bytes_of(file: Path) -> bytes:
    """All of a file; FootageError says why it cannot be read."""
    try:
        size = file.stat().st_size
        if size > MOST_BYTES:
            raise FootageError(f"{file}: has {size} bytes; an image has at most {MOST_BYTES}")
        data = file.read_bytes()
    except OSError as error:
        raise FootageError(f"{file}: cannot be read: {error.strerror}") from None
    if not data:
        raise FootageError(f"{file}: is empty")
    return data


def decoded(data: bytes, flags: int, cv2: ModuleType) -> NDArray[np.generic] | None:
    """What OpenCV makes of the bytes of an image; None: they are none."""
    size = _size_of(data)
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise FootageError(
            f"is {size[0]} x {size[1]}; at most {MOST_PIXELS // 1_000_000} million pixels are read"
        )
    try:
        found = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error as error:
        raise FootageError(f"cannot be decoded: {error.err}") from None
    if found is None:
        return None
    image: NDArray[np.generic] = found
    if image.shape[0] * image.shape[1] > MOST_PIXELS:
        raise FootageError(f"has more than {MOST_PIXELS // 1_000_000} million pixels")
    return image


def one_shot(file: Path, data: bytes, depth: Path | None, cv2: ModuleType) -> Shot | None:
    """The only shot of an image file; None when it is no image."""
    try:
        image = decoded(data, cv2.IMREAD_COLOR, cv2)
    except FootageError as error:
        raise FootageError(f"{file}: {error}") from None
    if image is None:
        return None
    return Shot(0.0, rgb_of(image, cv2), None if depth is None else depth_in(depth, cv2))


def depth_in(file: Path, cv2: ModuleType) -> RawDepth:
    """A depth image: .npy in metres, or a picture of 16 bits in millimetres, or of floats."""
    if file.suffix == ".npy":
        return _array(file)
    try:
        image = decoded(bytes_of(file), cv2.IMREAD_UNCHANGED, cv2)
    except FootageError as error:
        text = str(error)
        raise FootageError(text if text.startswith(str(file)) else f"{file}: {text}") from None
    if image is None:
        raise FootageError(f"{file}: is no image that OpenCV can read")
    return as_depth(image, str(file))


def as_depth(image: NDArray[np.generic], where: str) -> RawDepth:
    """A picture of one channel whose numbers are depths, or a FootageError."""
    if image.ndim != 2 or image.dtype.itemsize * 8 == BITS:
        raise FootageError(
            f"{where}: is no depth image: one channel of 16-bit millimetres or of metres is right"
        )
    if image.dtype == np.uint16:
        return image.astype(np.uint16)
    return image.astype(np.float32)


def _array(file: Path) -> RawDepth:
    try:
        found = np.load(file, allow_pickle=False)
    except OSError as error:
        raise FootageError(f"{file}: cannot be read: {error.strerror or 'no array'}") from None
    except (ValueError, EOFError) as error:
        raise FootageError(f"{file}: is no array of numpy: {str(error).splitlines()[0]}") from None
    if not isinstance(found, np.ndarray) or found.dtype.kind not in "fu":
        raise FootageError(f"{file}: is no array of numbers")
    return as_depth(found, str(file))


def only(shot: Shot) -> Iterator[Shot]:
    """A single shot as all there are."""
    yield shot


def _size_of(data: bytes) -> tuple[int, int] | None:
    """Width and height as a PNG's head promises them, before anything is made room for."""
    if data[:8] != b"\x89PNG\r\n\x1a\n" or len(data) < 24:
        return None
    width, height = struct.unpack(">II", data[16:24])
    return int(width), int(height)
