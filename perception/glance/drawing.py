"""What was seen, drawn over the picture that it was seen in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import TypeAlias

import numpy as np

from cotree.perception.camera import Array
from cotree.perception.frame import Frame, Image
from cotree.perception.glance.looking import Glance, HandFound
from cotree.perception.markers.detect import Mark
from cotree.perception.objects.found import Found

Colour: TypeAlias = tuple[int, int, int]

HAND: Colour = (46, 204, 113)
JOINT: Colour = (255, 255, 255)
MARKER: Colour = (255, 176, 0)
THING: Colour = (64, 156, 255)
INK: Colour = (20, 20, 20)
FINGERS = tuple((0, *range(first, first + 4)) for first in (1, 5, 9, 13, 17))
"""The landmarks of each finger, from the wrist on."""
KNUCKLES = (5, 9, 13, 17)
EDGES = ((0, 1), (1, 3), (3, 2), (2, 0), (4, 5), (5, 7), (7, 6), (6, 4), (0, 4), (1, 5), (2, 6),
         (3, 7))  # fmt: skip
FRACTION = 4
"""Bits of a pixel's fraction that OpenCV is given."""


def drawn(frame: Frame, glance: Glance, cv2: ModuleType) -> Image:
    """A copy of the picture with everything that was seen."""
    pen = _Pen(frame.rgb.copy(), cv2)
    for thing in glance.things:
        _thing(pen, thing, frame)
    for mark in glance.markers:
        _marker(pen, mark)
    for hand in glance.hands:
        _hand(pen, hand)
    return pen.image


class _Pen:
    """Draws lines, dots and words that keep their size whatever the picture's is."""

    def __init__(self, image: Image, cv2: ModuleType) -> None:
        self.image, self._cv2 = image, cv2
        self.scale = max(image.shape[:2]) / 640.0

    def line(self, points: Iterable[Sequence[float]], colour: Colour, wide: float = 2.0) -> None:
        """A line through these pixels."""
        found = np.array([(each[0], each[1]) for each in points], dtype=np.float64)
        if not np.isfinite(found).all() or np.abs(found).max() > 1e5:
            return
        fixed = np.round(found * (1 << FRACTION)).astype(np.int32)
        thick = max(1, round(wide * self.scale))
        self._cv2.polylines(self.image, [fixed], False, colour, thick, self._cv2.LINE_AA, FRACTION)

    def dot(self, at: Sequence[float], colour: Colour, wide: float = 2.5) -> None:
        """A round dot."""
        self.line([at, at], colour, 2 * wide)

    def word(self, at: Sequence[float], text: str, colour: Colour) -> None:
        """A word on a plate, inside the picture."""
        font, size = self._cv2.FONT_HERSHEY_SIMPLEX, 0.45 * self.scale
        thick = max(1, round(self.scale))
        (wide, tall), below = self._cv2.getTextSize(text, font, size, thick)
        height, width = self.image.shape[:2]
        x = round(min(max(float(at[0]), 0.0), max(0.0, width - wide - 4.0)))
        y = round(min(max(float(at[1]), tall + 4.0), max(tall + 4.0, height - below - 2.0)))
        plate = ((x, y - tall - 3), (x + wide + 4, y + below))
        self._cv2.rectangle(self.image, *plate, colour, -1)
        spot = (x + 2, y - 1)
        self._cv2.putText(self.image, text, spot, font, size, INK, thick, self._cv2.LINE_AA)


def _hand(pen: _Pen, hand: HandFound) -> None:
    pixels = hand.landmarks
    for finger in FINGERS:
        pen.line([pixels[i] for i in finger], HAND)
    pen.line([pixels[i] for i in KNUCKLES], HAND)
    for pixel in pixels:
        pen.dot(pixel, JOINT, 1.6)
    left, top = min(u for u, _ in pixels), min(v for _, v in pixels)
    where = "" if hand.palm is None else " " + _metres(hand.palm)
    pen.word((left, top - 4 * pen.scale), f"hand {hand.confidence:.0%}{where}", HAND)


def _marker(pen: _Pen, mark: Mark) -> None:
    pen.line([*mark.corners, mark.corners[0]], MARKER)
    pen.dot(mark.corners[0], MARKER, 3.0)
    where = " " + _metres(mark.pose.at) if mark.pose.by_depth else ""
    u, v = np.max(mark.corners, axis=0)
    pen.word((u, v), f"{mark.id}{where}", MARKER)


def _thing(pen: _Pen, thing: Found, frame: Frame) -> None:
    corners = _corners(thing)
    ahead = (corners - np.asarray(frame.camera.at)) @ np.asarray(frame.camera.ahead)
    if float(ahead.min()) <= 0.01:
        return
    pixels = frame.camera.pixels(corners)
    for one, other in EDGES:
        pen.line([pixels[one], pixels[other]], THING, 1.5)
    u, v = pixels.min(axis=0)
    wide, deep, tall = (round(side * 1000) for side in thing.size)
    name = f"{thing.name} " if thing.name else ""
    pen.word((u, v), f"{name}{wide} x {deep} x {tall} mm", THING)


def _corners(thing: Found) -> Array:
    """The eight corners of the box around a thing."""
    half = np.asarray(thing.size) / 2
    signs = np.array([(x, y, z) for z in (-1, 1) for y in (-1, 1) for x in (-1, 1)])
    corners: Array = np.asarray(thing.at) + signs * half
    return corners


def _metres(at: Sequence[float]) -> str:
    return " ".join(f"{round(value, 2) + 0.0:.2f}" for value in at)
