"""The three messages of ROS 2 that make pictures, read from CDR by hand.

``sensor_msgs/Image``, ``CompressedImage`` and ``CameraInfo``; nothing of ROS is needed.
"""

from __future__ import annotations

import struct

import msgspec

from cotree.perception.footage.shots import Lens

IMAGE = "sensor_msgs/msg/Image"
COMPRESSED = "sensor_msgs/msg/CompressedImage"
INFO = "sensor_msgs/msg/CameraInfo"
HEAD = 4
"""Bytes of CDR that say how the rest is written."""


class Raw(msgspec.Struct, frozen=True):
    """An image as it travelled."""

    stamp_s: float
    height: int
    width: int
    encoding: str
    big: bool
    """Whether numbers of 16 and more bits have their big end first."""
    step: int
    data: bytes


class Packed(msgspec.Struct, frozen=True):
    """An image as a JPEG or PNG."""

    stamp_s: float
    format: str
    data: bytes


class Info(msgspec.Struct, frozen=True):
    """What a camera says about its lens."""

    stamp_s: float
    height: int
    width: int
    lens: Lens


class _Reader:
    """Reads CDR: each number stands at a multiple of its size, counted from behind the head."""

    def __init__(self, data: bytes) -> None:
        """ValueError when it cannot be CDR."""
        if len(data) < HEAD or data[0] != 0 or data[1] not in (0, 1):
            raise ValueError("is no plain CDR")
        self._data, self._at, self._order = data, HEAD, "<" if data[1] else ">"

    def number(self, code: str) -> int:
        """The next integer, by its letter in ``struct``."""
        return int(self._next(code, 1)[0])

    def numbers(self, code: str, count: int) -> tuple[float, ...]:
        """So many numbers in a row."""
        return tuple(float(each) for each in self._next(code, count))

    def block(self) -> bytes:
        """A length, and so many bytes."""
        length = self.number("I")
        if length > len(self._data) - self._at:
            raise ValueError(f"{length} bytes are promised, {len(self._data) - self._at} are left")
        self._at += length
        return self._data[self._at - length : self._at]

    def text(self) -> str:
        """A string, which ends with a zero."""
        return self.block().rstrip(b"\0").decode("utf-8", "replace")

    def stamp_s(self) -> float:
        """The time of a header, whose frame is passed over."""
        seconds, nanoseconds = self.number("i"), self.number("I")
        self.text()
        return seconds + nanoseconds * 1e-9

    def _next(self, code: str, count: int) -> tuple[float, ...]:
        size = struct.calcsize(code)
        self._at += (HEAD - self._at) % size
        if self._at + size * count > len(self._data):
            raise ValueError("ends too early")
        found = struct.unpack_from(f"{self._order}{count}{code}", self._data, self._at)
        self._at += size * count
        return found


def image(data: bytes) -> Raw:
    """An ``Image``; ValueError says why it is none."""
    cdr = _Reader(data)
    stamp_s, height, width = cdr.stamp_s(), cdr.number("I"), cdr.number("I")
    encoding, big, step = cdr.text(), bool(cdr.number("B")), cdr.number("I")
    return Raw(stamp_s, height, width, encoding, big, step, cdr.block())


def compressed(data: bytes) -> Packed:
    """A ``CompressedImage``; ValueError says why it is none."""
    cdr = _Reader(data)
    return Packed(cdr.stamp_s(), cdr.text(), cdr.block())


def info(data: bytes) -> Info:
    """A ``CameraInfo``; ValueError says why it is none."""
    cdr = _Reader(data)
    stamp_s, height, width = cdr.stamp_s(), cdr.number("I"), cdr.number("I")
    cdr.text()
    cdr.numbers("d", cdr.number("I"))
    k = cdr.numbers("d", 9)
    return Info(stamp_s, height, width, (k[0], k[4], k[2], k[5]))
