"""Hands, markers and things of one frame; a sense that is missing says so and the others go on."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cotree.core.places import Point
from cotree.perception.blind import Blind
from cotree.perception.frame import Frame
from cotree.perception.hands.landmarks import Finder, Hand2D, open_landmarker
from cotree.perception.hands.palm import Palm, palm_of
from cotree.perception.markers.detect import Detector, Mark, open_markers
from cotree.perception.objects.found import Found, things_in


class Wanted(msgspec.Struct, frozen=True):
    """What to look for."""

    hands: int = 2
    marker_m: float = 0.05
    """The side of the markers."""
    dictionary: str = "4X4_50"


class HandFound(msgspec.Struct, frozen=True):
    """One hand in a picture."""

    confidence: float
    landmarks: tuple[tuple[float, float], ...]
    """21 pixels, the wrist first."""
    palm: Point | None = None
    """In the room, where the picture has depth."""
    sigma_m: float | None = None


class Glance(msgspec.Struct, frozen=True):
    """What one picture shows; ``blind`` says why a sense saw nothing at all."""

    t_s: float
    hands: tuple[HandFound, ...] = ()
    markers: tuple[Mark, ...] = ()
    things: tuple[Found, ...] = ()
    blind: Mapping[str, str] = {}

    def __len__(self) -> int:
        return len(self.hands) + len(self.markers) + len(self.things)


class Senses:
    """The senses that are there; made by ``open_senses``, ``with`` closes them."""

    def __init__(self, finder: Finder | Blind, detector: Detector | Blind) -> None:
        self._finder, self._detector = finder, detector

    def look(self, frame: Frame, things: bool = True) -> Glance:
        """What is in this frame; times must go on.  Things are found where depth is known."""
        blind: dict[str, str] = {}
        hands = self._hands(frame)
        marks = self._detector if isinstance(self._detector, Blind) else self._detector.look(frame)
        palms = [] if isinstance(hands, Blind) else [each.palm for each in hands if each.palm]
        seen = things_in(frame, hands=palms) if things else None
        for sense, found in (("hands", hands), ("markers", marks), ("things", seen)):
            if isinstance(found, Blind):
                blind[sense] = found.reason
        return Glance(
            frame.t_s,
            () if isinstance(hands, Blind) else hands,
            () if isinstance(marks, Blind) else marks,
            () if seen is None or isinstance(seen, Blind) else seen.things,
            blind,
        )

    def _hands(self, frame: Frame) -> tuple[HandFound, ...] | Blind:
        if isinstance(self._finder, Blind):
            return self._finder
        found = self._finder.find(frame)
        if isinstance(found, Blind):
            return found
        return tuple(_seen(hand, frame) for hand in found)

    def close(self) -> None:
        """Let go of the models."""
        if not isinstance(self._finder, Blind):
            self._finder.close()

    def __enter__(self) -> Senses:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_senses(wanted: Wanted = Wanted()) -> Senses | Blind:  # noqa: B008 (frozen)
    """All senses that are installed; Blind when what was wanted makes no sense."""
    detector = open_markers(wanted.marker_m, wanted.dictionary)
    if isinstance(detector, Blind) and "is not here" not in detector.reason:
        return detector
    return Senses(open_landmarker(hands=wanted.hands), detector)


def _seen(hand: Hand2D, frame: Frame) -> HandFound:
    palm = palm_of(hand, frame)
    pixels = tuple((float(u), float(v)) for u, v in hand.pixels)
    if isinstance(palm, Palm):
        return HandFound(hand.confidence, pixels, palm.at, palm.sigma_m)
    return HandFound(hand.confidence, pixels)
