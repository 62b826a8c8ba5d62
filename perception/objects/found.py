"""From a frame to the things on the table: what, where, how big, how sure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cotree.core.places import Point
from cotree.perception.blind import Blind, library
from cotree.perception.frame import Frame
from cotree.perception.objects.clusters import Limits, clusters_on
from cotree.perception.objects.looks import Alike, Look, look_of, names_of
from cotree.perception.objects.measure import Covariance, measure
from cotree.perception.objects.table import Plane, table_in


class Found(msgspec.Struct, frozen=True):
    """A thing on the table, in the mission's frame."""

    t_s: float
    name: str
    """Empty: it is none of the known things, or could be two of them."""
    at: Point
    size: Point
    covariance: Covariance
    """Of ``at``."""
    look: Look
    cut: bool = False
    """Whether it goes on outside the image."""


class Seen(msgspec.Struct, frozen=True):
    """The table and what stands on it."""

    table: Plane
    things: tuple[Found, ...]

    def named(self, name: str) -> Found | None:
        """The thing of this name, if it is seen."""
        return next((thing for thing in self.things if thing.name == name), None)


def things_in(
    frame: Frame,
    known: Sequence[Look] = (),
    *,
    table: Plane | None = None,
    hands: Sequence[Point] = (),
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    alike: Alike = Alike(),  # noqa: B008 (frozen)
) -> Seen | Blind:
    """What stands on the table, or why nothing can be said; ``table`` where it is known already.

    What is near one of the ``hands`` (palms) is the hand or in it, and is not told.
    """
    cv2 = library("cv2", "perception")
    if isinstance(cv2, Blind):
        return cv2
    plane = table_in(frame) if table is None else table
    if isinstance(plane, Blind):
        return plane
    if frame.depth_m is None:
        return Blind("things are found by depth: the camera has none")
    clusters = clusters_on(frame, plane, limits, hands, cv2)
    measured = [measure(each, plane, frame.camera) for each in clusters]
    looks = [
        look_of("", each, size.size[2], cv2) for each, size in zip(clusters, measured, strict=True)
    ]
    names = names_of(looks, known, alike)
    found = [
        Found(frame.t_s, name, one.at, one.size, one.covariance, look, cluster.cut)
        for name, one, look, cluster in zip(names, measured, looks, clusters, strict=True)
    ]
    return Seen(plane, tuple(found))
