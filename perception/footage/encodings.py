"""From the bytes of a ROS image to a picture or to depths, by the name of its encoding."""

from __future__ import annotations

from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from cotree.core.words import did_you_mean
from cotree.perception.footage.messages import Packed, Raw
from cotree.perception.footage.pictures import as_depth, decoded
from cotree.perception.footage.shots import MOST_PIXELS, FootageError, RawDepth, rgb_of
from cotree.perception.frame import Image

DEPTHS = {"16UC1": np.uint16, "mono16": np.uint16, "32FC1": np.float32}
COLOURS = {
    "rgb8": (3, "COLOR_RGB2BGR"),
    "bgr8": (3, ""),
    "8UC3": (3, ""),
    "rgba8": (4, "COLOR_RGBA2BGR"),
    "bgra8": (4, "COLOR_BGRA2BGR"),
    "8UC4": (4, "COLOR_BGRA2BGR"),
    "mono8": (1, "COLOR_GRAY2BGR"),
    "8UC1": (1, "COLOR_GRAY2BGR"),
    "uyvy": (2, "COLOR_YUV2BGR_UYVY"),
    "yuv422": (2, "COLOR_YUV2BGR_UYVY"),
    "yuyv": (2, "COLOR_YUV2BGR_YUY2"),
    "yuv422_yuy2": (2, "COLOR_YUV2BGR_YUY2"),
    "bayer_rggb8": (1, "COLOR_BayerRGGB2BGR"),
    "bayer_bggr8": (1, "COLOR_BayerBGGR2BGR"),
    "bayer_gbrg8": (1, "COLOR_BayerGBRG2BGR"),
    "bayer_grbg8": (1, "COLOR_BayerGRBG2BGR"),
}
"""Bytes for each pixel, and how OpenCV makes blue, green and red of them."""
COMPRESSED_DEPTH = "compressedDepth"
DEPTH_HEAD = 12
"""What image_transport writes before the PNG of a compressed depth image."""


def is_depth(message: Raw | Packed) -> bool:
    """Whether an image says how far everything is."""
    if isinstance(message, Raw):
        return message.encoding in DEPTHS
    return COMPRESSED_DEPTH in message.format or message.format.split(";")[0] in DEPTHS


def colours_of(message: Raw | Packed, cv2: ModuleType) -> Image:
    """The picture; FootageError says why there is none."""
    if isinstance(message, Packed):
        image = decoded(message.data, cv2.IMREAD_COLOR, cv2)
        if image is None:
            raise FootageError(f"its '{message.format}' is no image that OpenCV can read")
        return rgb_of(image, cv2)
    if message.encoding not in COLOURS:
        known = [*COLOURS, *DEPTHS]
        hint = did_you_mean(message.encoding, known)
        raise FootageError(f"its encoding '{message.encoding}' is not known{hint}")
    channels, change = COLOURS[message.encoding]
    pixels = _rows(message, channels, np.dtype(np.uint8)).reshape(
        message.height, message.width, channels
    )
    bgr = np.ascontiguousarray(pixels)
    try:
        return rgb_of(cv2.cvtColor(bgr, getattr(cv2, change)) if change else bgr, cv2)
    except cv2.error as error:
        raise FootageError(f"its {message.encoding} cannot be decoded: {error.err}") from None


def depths_of(message: Raw | Packed, cv2: ModuleType) -> RawDepth:
    """The depths; FootageError says why there are none."""
    if isinstance(message, Packed):
        data = message.data[DEPTH_HEAD if COMPRESSED_DEPTH in message.format else 0 :]
        image = decoded(data, cv2.IMREAD_UNCHANGED, cv2) if data else None
        if image is None:
            raise FootageError(f"its '{message.format}' is no depth that OpenCV can read")
        return as_depth(image, "it")
    type_ = np.dtype(DEPTHS[message.encoding]).newbyteorder(">" if message.big else "<")
    return as_depth(_rows(message, type_.itemsize, type_), "it")


def _rows(message: Raw, pixel: int, type_: np.dtype[np.generic]) -> NDArray[np.generic]:
    """The pixels without what stands between the rows."""
    wide = message.width * pixel
    if message.height * message.width > MOST_PIXELS or not message.height * wide:
        raise FootageError(f"it is {message.width} x {message.height}")
    if message.step < wide or len(message.data) < message.step * (message.height - 1) + wide:
        raise FootageError(
            f"it is {message.width} x {message.height} {message.encoding} and has only "
            f"{len(message.data)} bytes"
        )
    missing = message.step * message.height - len(message.data)
    whole = np.frombuffer(message.data + bytes(max(0, missing)), np.uint8)
    table = whole[: message.step * message.height].reshape(message.height, message.step)
    return np.ascontiguousarray(table[:, :wide]).view(type_)
