"""A small picture as a file that browsers read, of a bounded size."""

from __future__ import annotations

import importlib
import struct
import zlib
from importlib.util import find_spec

import msgspec

from cotree.runtime.senses.marks import Mark
from cotree.runtime.senses.pictures import Picture

MOST_BYTES = 64 << 10
QUALITIES = (70, 40, 15)
"""Of JPEG: the next one is for a picture that is still too large."""
MOST_MARKS = 40


class Head(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a page is told of a picture; the picture itself comes behind it."""

    t: float
    kind: str
    size: tuple[int, int]
    marks: tuple[Mark, ...] = ()


def sent(picture: Picture) -> bytes:
    """A picture as one message: the length of its head, its head, and the file."""
    kind, file = encoded(picture)
    size = picture.width, picture.height
    head = msgspec.json.encode(Head(picture.t_s, kind, size, picture.marks[:MOST_MARKS]))
    return struct.pack(">I", len(head)) + head + file


def encoded(picture: Picture) -> tuple[str, bytes]:
    """Its kind and its bytes: JPEG where OpenCV is installed, and else PNG."""
    if find_spec("cv2") is not None and find_spec("numpy") is not None:
        return "image/jpeg", _jpeg(picture)
    return "image/png", _png(picture)


def _jpeg(picture: Picture) -> bytes:
    cv2, numpy = importlib.import_module("cv2"), importlib.import_module("numpy")
    pixels = numpy.frombuffer(picture.rgb, numpy.uint8)
    pixels = pixels.reshape(picture.height, picture.width, 3)[:, :, ::-1]
    found = b""
    for quality in QUALITIES:
        found = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        if len(found) <= MOST_BYTES:
            break
    return found


def _png(picture: Picture) -> bytes:
    """Lossless, and so smaller in size when it would be too long."""
    found = _whole_png(picture.width, picture.height, picture.rgb)
    while len(found) > MOST_BYTES and picture.width > 2:
        picture = _half(picture)
        found = _whole_png(picture.width, picture.height, picture.rgb)
    return found


def _half(picture: Picture) -> Picture:
    """Every second pixel of every second row."""
    width, row = picture.width, 3 * picture.width
    rows = [picture.rgb[y * row : (y + 1) * row] for y in range(0, picture.height, 2)]
    small = b"".join(line[x : x + 3] for line in rows for x in range(0, row, 6))
    return msgspec.structs.replace(picture, width=(width + 1) // 2, height=len(rows), rgb=small)


def _whole_png(width: int, height: int, rgb: bytes) -> bytes:
    row = 3 * width
    lines = b"".join(b"\0" + rgb[y * row : (y + 1) * row] for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(lines, 3)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
