"""Points in the world and the distance between them, in metres."""

from __future__ import annotations

import math
from typing import TypeAlias

import msgspec

Point: TypeAlias = tuple[float, float, float]
"""x, y, z in metres in the mission's frame."""

SAME_PLACE_M = 0.30
"""Two locations closer than this are one place for holding the base ([P2], spec E.1)."""

NEAREST_M = 0.01
"""Distances are clamped below at this, so that standing on an object is never a disadvantage."""


def distance_m(a: Point, b: Point) -> float:
    """Straight-line distance."""
    return math.dist(a, b)


def same_place(a: Point, b: Point, tolerance_m: float = SAME_PLACE_M) -> bool:
    """Whether two points count as one location."""
    return math.dist(a, b) <= tolerance_m


class Location(msgspec.Struct, frozen=True):
    """Where something is to happen: a point, or the name of a place or of an object."""

    name: str = ""
    point: Point | None = None

    def __str__(self) -> str:
        if self.point is None:
            return self.name
        return "(" + ", ".join(f"{axis:g}" for axis in self.point) + ")"
