from __future__ import annotations

import json
import random
import struct
import zlib

import pytest

from cotree.runtime.senses.marks import Mark
from cotree.runtime.senses.pictures import Picture
from cotree.viewer.web import images
from cotree.viewer.web.images import MOST_BYTES, encoded, sent

NOISE = random.Random(1).randbytes(320 * 240 * 3)


def picture(width: int = 4, height: int = 2, rgb: bytes = b"") -> Picture:
    marks = (Mark("aim", "cup", ((0.25, 0.5),)),)
    return Picture("front", 1.23456, width, height, rgb or bytes(range(24)), marks)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where OpenCV is not installed."""
    monkeypatch.setattr(images, "find_spec", lambda name: None)


def pixels(png: bytes) -> tuple[int, int, bytes]:
    """Width, height and the colours of a PNG without filters."""
    at, data, width, height = 8, b"", 0, 0
    while at < len(png):
        (long,), name = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        body = png[at + 8 : at + 8 + long]
        (check,) = struct.unpack(">I", png[at + 8 + long : at + 12 + long])
        assert check == zlib.crc32(name + body)
        if name == b"IHDR":
            width, height = struct.unpack(">II", body[:8])
        data += body if name == b"IDAT" else b""
        at += 12 + long
    lines = zlib.decompress(data)
    row = 3 * width + 1
    assert all(lines[y * row] == 0 for y in range(height))
    return width, height, b"".join(lines[y * row + 1 : (y + 1) * row] for y in range(height))


def test_a_message_is_a_head_and_a_file_behind_it() -> None:
    message = sent(picture())
    (long,) = struct.unpack(">I", message[:4])
    head = json.loads(message[4 : 4 + long])
    assert head["t"] == 1.23456, "the page asks for what is newer than exactly that"
    assert head["size"] == [4, 2]
    assert head["marks"] == [{"what": "aim", "name": "cup", "points": [[0.25, 0.5]]}]
    assert message[4 + long :] == encoded(picture())[1]


def test_without_opencv_it_is_a_png_with_every_pixel(plain: None) -> None:
    kind, file = encoded(picture())
    assert kind == "image/png"
    assert pixels(file) == (4, 2, bytes(range(24)))


def test_a_png_that_would_be_too_long_is_made_smaller(plain: None) -> None:
    _, file = encoded(picture(320, 240, NOISE))
    assert len(file) <= MOST_BYTES
    width, height, rgb = pixels(file)
    assert (width, height) == (160, 120)
    assert rgb[:6] == NOISE[:3] + NOISE[6:9]


@pytest.mark.senses
def test_with_opencv_it_is_a_jpeg_of_the_same_colours() -> None:
    import cv2
    import numpy as np

    red = bytes((250, 10, 20)) * 64
    kind, file = encoded(picture(8, 8, red))
    assert kind == "image/jpeg"
    again = cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR)
    assert again is not None
    np.testing.assert_allclose(again[4, 4, ::-1], (250, 10, 20), atol=6)
    assert len(encoded(picture(320, 240, NOISE))[1]) <= MOST_BYTES
