"""What is asked of a grasp server, and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

import msgspec

from cotree.core.places import Point

PLAIN = "plain"
"""Instead of a type of service: the topics of ``std_msgs``."""


class Cloud(msgspec.Struct, frozen=True):
    """The points of one object, and where the camera stands that saw them."""

    points: tuple[Point, ...]
    eye: Point
    frame: str = "map"


class Hand(msgspec.Struct, frozen=True):
    """One grasp as GPD says it: the base of the hand, and its axes."""

    at: Point
    approach: Point
    binormal: Point
    axis: Point
    width_m: float
    score: float


Hear: TypeAlias = Callable[[tuple[Hand, ...]], None]


class Wire(Protocol):
    """The way to one server."""

    name: str
    """What is said of it to people."""

    @property
    def up(self) -> bool:
        """Whether somebody is there."""

    def send(self, cloud: Cloud, hear: Hear) -> None:
        """Ask; ``hear`` is told the answer, on whichever thread it comes, or never."""
