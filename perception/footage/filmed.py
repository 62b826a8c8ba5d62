"""The pictures of a bag: one topic of images, the depth that goes with it, and the lens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from cotree.core.words import did_you_mean
from cotree.perception.footage import messages
from cotree.perception.footage.bags import Stored, files_of, messages_in
from cotree.perception.footage.encodings import colours_of, depths_of, is_depth
from cotree.perception.footage.messages import COMPRESSED, IMAGE, INFO, Packed, Raw
from cotree.perception.footage.shots import Footage, FootageError, Lens, RawDepth, Shot

TOGETHER_S = 0.1
"""A depth image belongs to pictures that come at most so much later."""
PICTURES = (IMAGE, COMPRESSED)


def open_bag(place: Path, topic: str | None, cv2: ModuleType) -> Footage | None:
    """The pictures of a bag; None when it is none."""
    files = files_of(place)
    if not files:
        if place.is_dir():
            raise FootageError(f"{place}: is a folder without a bag (.mcap or .db3) in it")
        return None
    notes: list[str] = []
    return Footage("bag", _Film(place, topic, cv2, notes).shots(files), notes=notes)


class _Film:
    """Goes through a bag once."""

    def __init__(self, place: Path, topic: str | None, cv2: ModuleType, notes: list[str]) -> None:
        self._place, self._cv2, self._notes = place, cv2, notes
        self._topic, self._depth_topic = topic, ""
        self._other: dict[str, str] = {}
        self._depth: tuple[float, RawDepth] | None = None
        self._lenses: dict[str, tuple[int, int, Lens]] = {}
        self._first_s: float | None = None
        self._last_s = -1.0

    def shots(self, files: list[Path]) -> Iterator[Shot]:
        """All pictures of the topic; FootageError: there is none, or the bag ends early."""
        count = 0
        for stored in messages_in(files):
            shot = self._shot(stored)
            if shot is not None:
                count += 1
                yield shot
        if not count:
            raise FootageError(f"{self._place}: {self._why_none()}")

    def _shot(self, stored: Stored) -> Shot | None:
        try:
            if stored.type == INFO:
                told = messages.info(stored.data)
                self._lenses[_camera(stored.topic)] = (told.width, told.height, told.lens)
                return None
            if stored.type not in PICTURES:
                self._other.setdefault(stored.topic, stored.type)
                return None
            read = messages.image if stored.type == IMAGE else messages.compressed
            return self._picture(stored, read(stored.data))
        except (FootageError, ValueError) as error:
            raise FootageError(f"{self._place}: {stored.topic}: {error}") from None

    def _picture(self, stored: Stored, message: Raw | Packed) -> Shot | None:
        at_s = message.stamp_s or stored.t_s
        if is_depth(message) and stored.topic != self._topic:
            self._depth_topic = self._depth_topic or stored.topic
            if stored.topic == self._depth_topic:
                self._depth = (at_s, depths_of(message, self._cv2))
            return None
        if self._topic is None:
            self._topic = stored.topic
        if stored.topic != self._topic:
            if stored.topic not in self._other:
                self._notes.append(f"there are pictures of {stored.topic}, too (--topic)")
            self._other[stored.topic] = stored.type
            return None
        if is_depth(message):
            raise FootageError("has depths only; hands and markers are seen in colour or in grey")
        return self._taken(stored.topic, at_s, message)

    def _taken(self, topic: str, at_s: float, message: Raw | Packed) -> Shot | None:
        self._first_s = at_s if self._first_s is None else self._first_s
        t_s = at_s - self._first_s
        if round(t_s * 1000) <= round(self._last_s * 1000):  # an old one, or the same again
            return None
        self._last_s = t_s
        rgb = colours_of(message, self._cv2)
        depth = self._depth[1] if self._depth and at_s - self._depth[0] <= TOGETHER_S else None
        lens = self._lenses.get(_camera(topic))
        fits = lens is not None and lens[:2] == (rgb.shape[1], rgb.shape[0]) and lens[2][0] > 0
        if depth is not None and depth.shape != rgb.shape[:2]:
            depth = None
        return Shot(t_s, rgb, depth, lens[2] if lens is not None and fits else None)

    def _why_none(self) -> str:
        if self._topic is not None:
            return f"has no pictures of '{self._topic}'{did_you_mean(self._topic, self._other)}"
        if self._depth is not None:
            return f"has depths of {self._depth_topic} only, and no pictures"
        there = ", ".join(f"{name} ({type_})" for name, type_ in list(self._other.items())[:6])
        return f"has no pictures ({IMAGE} or CompressedImage); there is: {there or 'nothing'}"


def _camera(topic: str) -> str:
    """The name that a camera's topics share: ``/head/image_raw`` and ``/head/camera_info``."""
    return topic.removesuffix("/compressed").rpartition("/")[0]
