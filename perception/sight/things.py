"""Where the things of a mission lie, as one camera sees them."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

import msgspec
import numpy as np

from cotree.core.actions import Event, FactSeen, ObjectSeen
from cotree.core.places import Point, distance_m
from cotree.perception.blind import Blind
from cotree.perception.frame import Frame
from cotree.perception.objects.found import Found, Seen, things_in
from cotree.perception.objects.looks import Look
from cotree.perception.objects.table import Plane, points_at
from cotree.perception.places import LastSeen, Places, Sighting
from cotree.perception.sight.over import on_table

HERE_M = 0.05
"""A thing that is seen so near to where one should stand at first is that one."""
NEWS_M = 0.01
"""What moved less is not told again."""
BARE_M = 0.008
"""Where the table is seen as flat as this, nothing stands on it."""
AROUND_PX = 4
FADED = 2.0
"""Doubt is told again when it has changed by this factor."""


class ThingSight:
    """Tells where things are: learned where they should stand at first, and forgotten in time."""

    def __init__(self, stand: Mapping[str, Point], table: Plane | None = None) -> None:
        """``stand``: where the mission says that each thing stands before anything moves."""
        self._stand = dict(stand)
        self._table = table
        self._known: dict[str, Look] = {}
        self._places = Places()
        self._told: dict[str, Point] = {}
        self._doubts: dict[str, float] = {}
        self._lost: set[str] = set()
        self.seen: tuple[Found, ...] = ()
        """The things of the newest look that were recognised."""

    def look(
        self, frame: Frame, hands: Sequence[Point], held: Collection[str], *, all_of: bool
    ) -> tuple[Event, ...] | Blind:
        """What has changed, or, where a hand is about, all that is seen.

        What a robot holds (``held``) is not looked for.
        """
        seen = things_in(frame, tuple(self._known.values()), table=self._table, hands=hands)
        if isinstance(seen, Blind):
            return seen
        self._forget_held(held)
        found = [each for each in self._named(seen, held) if not each.cut]
        self.seen = tuple(found)
        self._places = self._places.seen(map(_sighting, found))
        self._places = self._places.missed(self._missing(frame, seen, found))
        now = self._places.at(frame.t_s)
        news = self._where(now, {each.name for each in found} if all_of else set())
        return (*news, *self._how_sure(now))

    # -- which is which ------------------------------------------------------------------------

    def _named(self, seen: Seen, held: Collection[str]) -> list[Found]:
        """What is recognised; what is not, and stands where one should, is learned."""
        found = [each for each in seen.things if each.name and each.name not in held]
        for each in seen.things:
            name = self._stands_here(each, held) if not each.name and not each.cut else None
            if name is not None:
                self._known[name] = msgspec.structs.replace(each.look, name=name)
                found.append(msgspec.structs.replace(each, name=name))
        return found

    def _stands_here(self, each: Found, held: Collection[str]) -> str | None:
        x, y, _ = each.at
        ways = {
            name: math.dist((x, y), at[:2])
            for name, at in self._stand.items()
            if name not in self._known and name not in held
        }
        nearest = min(ways, key=lambda name: ways[name], default=None)
        return nearest if nearest is not None and ways[nearest] <= HERE_M else None

    def _forget_held(self, held: Collection[str]) -> None:
        """What a robot has in its gripper is where the robot says, and will be somewhere else."""
        for name in held:
            self._told.pop(name, None)
            self._stand.pop(name, None)
        known = {name: at for name, at in self._places.known.items() if name not in held}
        self._places = msgspec.structs.replace(self._places, known=known)

    def _missing(self, frame: Frame, seen: Seen, found: list[Found]) -> list[str]:
        """Known things of which only the bare table is seen."""
        there = {each.name for each in found}
        known = self._places.known.items()
        return [
            name
            for name, last in known
            if name not in there and _is_bare(frame, seen.table, last.at)
        ]

    # -- what is told --------------------------------------------------------------------------

    def _where(self, now: Mapping[str, LastSeen], repeat: Collection[str]) -> list[Event]:
        news: list[Event] = []
        for name, last in sorted(now.items()):
            at, before = on_table(last.at), self._told.get(name)
            moved = before is None or distance_m(before, at) > NEWS_M
            if moved or name in repeat:
                self._told[name] = at
                news.append(ObjectSeen(name, at))
        return news

    def _how_sure(self, now: Mapping[str, LastSeen]) -> list[Event]:
        """Doubts that have grown or shrunk, and what is not known any more."""
        news: list[Event] = []
        for name, last in sorted(now.items()):
            before = self._doubts.get(name, 0.0)
            if not before / FADED < last.sigma_m < before * FADED:
                self._doubts[name] = last.sigma_m
                news.append(FactSeen(f"{name}/doubt_m", round(last.sigma_m, 3)))
        lost = {name for name in self._doubts if name not in now and name in self._told}
        changed = sorted(lost ^ self._lost)
        news += [FactSeen(f"{name}/lost", name in lost) for name in changed]
        self._lost = lost
        return news


def _sighting(found: Found) -> Sighting:
    """As sure as the worst of its two directions on the table."""
    (xx, _, _), (_, yy, _), _ = found.covariance
    return Sighting(found.name, found.t_s, found.at, math.sqrt(max(xx, yy)))


def _is_bare(frame: Frame, table: Plane, at: Point) -> bool:
    """Whether the table is seen where this thing was: nothing stands there, nor hides it."""
    ((u, v),) = frame.camera.pixels(np.array([at]))
    height, width = frame.rgb.shape[:2]
    if frame.depth_m is None or not (AROUND_PX <= u < width - AROUND_PX):
        return False
    if not AROUND_PX <= v < height - AROUND_PX:
        return False
    offsets = np.arange(-AROUND_PX, AROUND_PX + 1)
    rows, columns = (each.ravel() for each in np.meshgrid(int(v) + offsets, int(u) + offsets))
    known = frame.depth_m[rows, columns] > 0.0
    over = table.height(points_at(frame, rows[known], columns[known]))
    return 2 * len(over) > len(rows) and float(np.median(np.abs(over))) < BARE_M
