"""Points in the world and the distance between them, in metres."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from cotree.core.disturbances import way

Point: TypeAlias = tuple[float, float, float]
"""x, y, z in metres in the mission's frame."""

SAME_PLACE_M = 0.30
"""Two locations closer than this are one place for holding the base ([P2], spec E.1)."""

ABOUT_M = 0.01
"""Ways are equally near if they differ by no more."""

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


def on_way(here: Point, to: Point, places: Mapping[str, Point], tolerance_m: float) -> list[str]:
    """The ways between places that lead here to there: from one of them, or from in between.

    A way is straight; who stands on it is on its way to either end.  Where ways come together, it
    is the nearest one that counts.
    """
    if same_place(here, to, tolerance_m):
        return []
    found = [
        (_between(at, here, to), distance_m(at, here), way(name, end))
        for end, there in places.items()
        if same_place(there, to, tolerance_m)
        for name, at in places.items()
        if name != end
    ]
    least = min((off_m for off_m, _, _ in found), default=math.inf)
    near_m = min(tolerance_m, least + ABOUT_M)
    return [name for off_m, _, name in sorted(found, key=_by_distance) if off_m <= near_m]


def _by_distance(found: tuple[float, float, str]) -> tuple[float, str]:
    return found[1:]


def _between(a: Point, here: Point, b: Point) -> float:
    """How far from the straight line between two points a third one is."""
    length = distance_m(a, b)
    if length == 0.0:
        return distance_m(a, here)
    along = sum((h - p) * (q - p) for p, h, q in zip(a, here, b, strict=True)) / length**2
    foot = tuple(p + min(max(along, 0.0), 1.0) * (q - p) for p, q in zip(a, b, strict=True))
    return math.dist(foot, here)
