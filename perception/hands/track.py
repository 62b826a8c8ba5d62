"""Palms from frame to frame: which is whose, and which jump was no movement."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cotree.core.places import distance_m
from cotree.perception.hands.palm import Palm


class Track(msgspec.Struct, frozen=True):
    """One hand, followed."""

    id: int
    palm: Palm
    """Where it was seen last."""
    doubted: Palm | None = None
    """A place so far away that it is believed only when it is seen twice."""


class Gate(msgspec.Struct, frozen=True):
    """What one hand can do between two frames."""

    fastest_m_s: float = 4.0
    slack_m: float = 0.06
    forgets_s: float = 0.5
    """A hand that is out of sight for so long is a new one."""

    def reaches(self, before: Palm, after: Palm) -> bool:
        """Whether a hand can have gone from one place to the other."""
        far_m = self.fastest_m_s * max(0.0, after.t_s - before.t_s) + self.slack_m
        return distance_m(before.at, after.at) <= far_m


class Tracker:
    """Follows palms by where they are; left and right are mediapipe's guess and not asked."""

    def __init__(self, gate: Gate = Gate()) -> None:  # noqa: B008 (frozen)
        self.gate = gate
        self.tracks: tuple[Track, ...] = ()
        self._next = 1

    def see(self, t_s: float, palms: Sequence[Palm]) -> tuple[Track, ...]:
        """The hands that are seen now, each with the number it had before."""
        alive = [each for each in self.tracks if t_s - each.palm.t_s <= self.gate.forgets_s]
        pairs = _pairs(alive, palms)
        seen, doubting = list[Track](), list[Track]()
        for i, track in enumerate(alive):
            palm = palms[pairs[i]] if i in pairs else None
            after = self._followed(track, palm)
            (seen if palm is not None and after.palm is palm else doubting).append(after)
        new = [palm for j, palm in enumerate(palms) if j not in pairs.values()]
        seen += [self._begun(palm) for palm in new]
        self.tracks = (*seen, *doubting)
        return tuple(seen)

    def _followed(self, track: Track, palm: Palm | None) -> Track:
        if palm is None:
            return track
        doubted = track.doubted
        again = doubted is not None and self.gate.reaches(doubted, palm)
        if again or self.gate.reaches(track.palm, palm):
            return Track(track.id, palm)
        return Track(track.id, track.palm, palm)

    def _begun(self, palm: Palm) -> Track:
        self._next += 1
        return Track(self._next - 1, palm)


def _pairs(tracks: Sequence[Track], palms: Sequence[Palm]) -> dict[int, int]:
    """By the index of a track that of its palm; the nearest find each other first."""
    ways = sorted(
        (distance_m(track.palm.at, palm.at), i, j)
        for i, track in enumerate(tracks)
        for j, palm in enumerate(palms)
    )
    pairs: dict[int, int] = {}
    for _, i, j in ways:
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs
