"""Which of the hands that are seen is whose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cotree.core.places import Point, distance_m
from cotree.perception.hands.track import Track

MINE_M = 0.5
"""A hand that appears farther from where somebody's hand was is believed to be another one."""
UNSEEN_S = 2.0
"""After so long out of sight it may have come from anywhere."""


class Owner:
    """Follows the one hand of one person among all that are seen."""

    def __init__(self, home: Point | None = None, unseen_s: float = UNSEEN_S) -> None:
        self._home = home
        self._unseen_s = unseen_s
        self._last: Track | None = None

    def pick(self, hands: Sequence[Track]) -> Track | None:
        """The hand that was followed; else the nearest to where it was; else the likeliest."""
        found = self._first(hands) if self._last is None else self._next(hands, self._last)
        self._last = found or self._last
        return found

    def _first(self, hands: Sequence[Track]) -> Track | None:
        home = self._home
        if home is None:
            return max(hands, key=lambda each: each.palm.confidence, default=None)
        return min(hands, key=lambda each: distance_m(each.palm.at, home), default=None)

    def _next(self, hands: Sequence[Track], last: Track) -> Track | None:
        same = next((each for each in hands if each.id == last.id), None)
        if same is not None:
            return same
        near = min(hands, key=lambda each: distance_m(each.palm.at, last.palm.at), default=None)
        if near is None or distance_m(near.palm.at, last.palm.at) <= MINE_M:
            return near
        return None if near.palm.t_s - last.palm.t_s < self._unseen_s else near


class Owners:
    """Several people at one table: nobody has the hand of another."""

    def __init__(self, homes: Mapping[str, Point]) -> None:
        self._owners = {name: Owner(home) for name, home in homes.items()}

    def pick(self, hands: Sequence[Track]) -> dict[str, Track]:
        """By person: the hand."""
        left, found = list(hands), dict[str, Track]()
        for name, owner in self._owners.items():
            hand = owner.pick(left)
            if hand is not None:
                found[name] = hand
                left.remove(hand)
        return found
