"""How long files are."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from pathlib import Path

import msgspec

from tools.house.rooms import by_room, room_of

LEAST_MEDIAN, MOST_MEDIAN = 60, 150
SCREENS = 200
"""Up to so many lines a file is short."""


class Lengths(msgspec.Struct, frozen=True):
    """The lengths of the files of a room."""

    files: int
    median: float
    short: float
    """The share of files that are short."""
    longest: str
    most: int


def lengths(lines: Mapping[Path, int]) -> Lengths:
    """The lengths of these files, of which there is at least one."""
    longest = max(lines, key=lambda path: (lines[path], str(path)))
    return Lengths(
        files=len(lines),
        median=statistics.median(lines.values()),
        short=sum(count <= SCREENS for count in lines.values()) / len(lines),
        longest=str(longest),
        most=lines[longest],
    )


def lengths_by_room(lines: Mapping[Path, int]) -> dict[str, Lengths]:
    """The same for each room."""
    rooms = by_room((room_of(path), path) for path in lines)
    return {room: lengths({path: lines[path] for path in paths}) for room, paths in rooms.items()}
