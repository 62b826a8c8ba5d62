"""Where things were seen last, and how sure that still is: a map that forgets.

Paper lead-follow, appendix 2: errors grow with the distance at which a thing was seen, and with the
time since, because it may have been moved; each sighting weighs as much as it is sure.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import msgspec

from cotree.core.places import Point, distance_m


class Trust(msgspec.Struct, frozen=True):
    """How fast a place becomes doubtful, and when it is forgotten."""

    drift_m_s: float = 0.005
    """How fast a thing that nobody watches may be elsewhere."""
    forgets_s: float = 120.0
    """What was not seen for so long is not known any more."""
    misses: int = 3
    """What was looked for in vain so often is not there any more."""
    moved: float = 3.0
    """A sighting so many standard deviations away says that the thing was moved."""


class Sighting(msgspec.Struct, frozen=True):
    """A thing was seen here, with this standard deviation of each coordinate."""

    name: str
    t_s: float
    at: Point
    sigma_m: float


class LastSeen(msgspec.Struct, frozen=True):
    """Where a thing is believed to be."""

    at: Point
    sigma_m: float
    seen_s: float
    missed: int = 0

    def sigma_at(self, now_s: float, trust: Trust) -> float:
        """How far each coordinate may be off by now."""
        return math.hypot(self.sigma_m, trust.drift_m_s * max(0.0, now_s - self.seen_s))


class Places(msgspec.Struct, frozen=True):
    """The map; every change is a new one."""

    known: Mapping[str, LastSeen] = {}
    trust: Trust = Trust()

    def seen(self, sightings: Iterable[Sighting]) -> Places:
        """The map after these; what is no position, or older than what is known, is not taken."""
        known = dict(self.known)
        for each in sightings:
            if _is_position(each):
                before = known.get(each.name)
                if before is None or each.t_s >= before.seen_s:
                    known[each.name] = _after(before, each, self.trust)
        return msgspec.structs.replace(self, known=known)

    def missed(self, names: Iterable[str]) -> Places:
        """The map after these were looked for, where they should be in sight, in vain."""
        known = dict(self.known)
        for name in names:
            if name in known:
                last = known[name]
                known[name] = msgspec.structs.replace(last, missed=last.missed + 1)
                if last.missed + 1 >= self.trust.misses:
                    del known[name]
        return msgspec.structs.replace(self, known=known)

    def at(self, now_s: float) -> dict[str, LastSeen]:
        """What is not forgotten, each with the doubt of now."""
        return {
            name: msgspec.structs.replace(last, sigma_m=last.sigma_at(now_s, self.trust))
            for name, last in self.known.items()
            if now_s - last.seen_s <= self.trust.forgets_s
        }

    def forgotten(self, now_s: float) -> Places:
        """The map without what is too old."""
        kept = self.at(now_s)
        known = {name: last for name, last in self.known.items() if name in kept}
        return msgspec.structs.replace(self, known=known)


def _after(before: LastSeen | None, now: Sighting, trust: Trust) -> LastSeen:
    """The place between what was known and what is seen, nearer to the surer one."""
    if before is None:
        return LastSeen(now.at, now.sigma_m, now.t_s)
    old_m = before.sigma_at(now.t_s, trust)
    if distance_m(before.at, now.at) > trust.moved * math.hypot(old_m, now.sigma_m):
        return LastSeen(now.at, now.sigma_m, now.t_s)
    gain = old_m**2 / (old_m**2 + now.sigma_m**2)
    x, y, z = (a + gain * (b - a) for a, b in zip(before.at, now.at, strict=True))
    return LastSeen((x, y, z), math.sqrt(1.0 - gain) * old_m, now.t_s)


def _is_position(each: Sighting) -> bool:
    finite = all(map(math.isfinite, (each.t_s, each.sigma_m, *each.at)))
    return finite and len(each.at) == 3 and each.sigma_m > 0.0
