"""Facts for everybody: news a few times at once, digests for ever, and what a digest shows missing.

A heartbeat's size does not grow with the team, and with the tree only by one number per 64 leaves.
"""

from __future__ import annotations

from operator import xor

from cotree.team.facts import Fact, Facts
from cotree.team.unable import Inability

REPEATS = 3
"""How many heartbeats carry a piece of news."""
MOST_NEWS = 64
"""In one heartbeat."""
PAUSE_S = 0.5
"""Between two corrections for the same peer."""


class Gossip:
    """What one teammate still has to tell."""

    def __init__(self, facts: Facts, inability: Inability) -> None:
        self._facts = facts
        self._inability = inability
        self._news: dict[int, int] = {}
        self._corrected_s: dict[str, float] = {}
        self._next_bucket: dict[str, int] = {}
        self._digests: tuple[int, ...] = ()
        self._revision = (-1, -1)

    def news(self, leaf: int) -> None:
        """A fact about this leaf is new."""
        self._news[leaf] = REPEATS

    def __bool__(self) -> bool:
        return bool(self._news) or bool(self._inability)

    def take(self) -> list[Fact]:
        """News for the next heartbeat."""
        found = []
        for leaf in list(self._news)[:MOST_NEWS]:
            found.append(self._facts[leaf])
            left = self._news.pop(leaf) - 1
            if left:
                self._news[leaf] = left
        return found

    @property
    def digests(self) -> tuple[int, ...]:
        """One number per bucket of leaves: equal for those who know the same."""
        revision = (self._facts.revision, self._inability.revision)
        if revision != self._revision:
            self._revision = revision
            self._digests = tuple(map(xor, self._facts.digests, self._inability.digests))
        return self._digests

    def differing(self, peer: str, digests: tuple[int, ...], now_s: float) -> int:
        """A bucket that a peer knows otherwise, not too often; -1: none, or not now."""
        own = self.digests
        if not digests or digests == own or now_s < self._corrected_s.get(peer, now_s):
            return -1
        start = self._next_bucket.get(peer, 0)
        for step in range(len(own)):
            bucket = (start + step) % len(own)
            if own[bucket] != digests[bucket]:
                self._corrected_s[peer] = now_s + PAUSE_S
                self._next_bucket[peer] = bucket + 1
                return bucket
        return -1
