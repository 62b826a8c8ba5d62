"""Which kind of file it is: by what is in it, not by its name."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cotree.perception.footage.filmed import open_bag
from cotree.perception.footage.pictures import bytes_of, one_shot, only
from cotree.perception.footage.shots import Footage, FootageError, opencv
from cotree.perception.footage.videos import open_video

VIDEOS = {".avi", ".mp4", ".m4v", ".mov", ".mkv", ".webm", ".mpg", ".mpeg", ".ogv", ".gif"}
"""These are videos, though OpenCV may take their first frame for an image."""


class Wish(msgspec.Struct, frozen=True):
    """What else is to be read."""

    depth: Path | None = None
    """The depth image of an image."""
    topic: str | None = None
    """Of a bag; its first pictures by default."""


def open_footage(place: Path, wish: Wish = Wish()) -> Footage:  # noqa: B008 (frozen)
    """The pictures in a file or a bag's folder; FootageError says why there are none."""
    if not place.exists():
        raise FootageError(f"{place}: there is no such file")
    cv2 = opencv()
    footage = open_bag(place, wish.topic, cv2)
    if footage is None and place.suffix.lower() in VIDEOS:
        footage = open_video(place, cv2)
    elif footage is None:
        shot = one_shot(place, bytes_of(place), wish.depth, cv2)
        footage = Footage("image", only(shot)) if shot is not None else open_video(place, cv2)
    if footage is None:
        raise FootageError(f"{place}: is no {_what(place)}")
    if wish.depth is not None and footage.kind != "image":
        raise FootageError(f"{place}: is a {footage.kind}; a depth image goes with an image only")
    if wish.topic is not None and footage.kind != "bag":
        raise FootageError(f"{place}: is no bag; topics are in bags only")
    return footage


def _what(place: Path) -> str:
    if place.suffix.lower() in VIDEOS:
        return "video that OpenCV can read; is it whole?"
    return "image, video or bag that can be read"
