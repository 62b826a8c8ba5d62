"""What was found in a frame, for who looks at its picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from cotree.perception.camera import Array
from cotree.perception.frame import Frame
from cotree.perception.hands.landmarks import Hand2D
from cotree.perception.objects.found import Found
from cotree.runtime.senses.marks import Mark


def marks_of(frame: Frame, hands: Iterable[Hand2D], things: Sequence[Found]) -> tuple[Mark, ...]:
    """The landmarks of hands, and where things are."""
    size = np.array([frame.rgb.shape[1], frame.rgb.shape[0]], dtype=np.float64)
    found = [Mark("hand", "", _shares(hand.pixels / size)) for hand in hands]
    if things:
        pixels = frame.camera.pixels(np.array([thing.at for thing in things]))
        spots = zip(things, pixels / size, strict=True)
        found += [Mark("object", thing.name, _shares(spot[None])) for thing, spot in spots]
    return tuple(found)


def _shares(points: Array) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 4), round(float(y), 4)) for x, y in points)
