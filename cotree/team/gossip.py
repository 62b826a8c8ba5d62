"""Facts for everybody: news a few times at once, digests for ever, and what a digest shows missing.

A heartbeat's size does not grow with the team, and with the tree only by one number per 64 leaves.
"""

from __future__ import annotations

from cotree.team.facts import Fact, Facts

REPEATS = 3
"""How many heartbeats carry a piece of news."""
MOST_NEWS = 64
"""In one heartbeat."""
PAUSE_S = 0.5
"""Between two corrections for the same peer."""


class Gossip:
    """What one teammate still has to tell."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._news: dict[int, int] = {}
        self._corrected_s: dict[str, float] = {}
        self._next_bucket: dict[str, int] = {}

    def news(self, leaf: int) -> None:
        """A fact about this leaf is new."""
        self._news[leaf] = REPEATS

    def __bool__(self) -> bool:
        return bool(self._news)

    def take(self) -> list[Fact]:
        """News for the next heartbeat."""
        found = []
        for leaf in list(self._news)[:MOST_NEWS]:
            found.append(self._facts[leaf])
            left = self._news.pop(leaf) - 1
            if left:
                self._news[leaf] = left
        return found

    def correction(self, peer: str, digests: tuple[int, ...], now_s: float) -> list[Fact]:
        """One bucket that a peer knows otherwise, not too often; the next one next time."""
        own = self._facts.digests
        if not digests or now_s < self._corrected_s.get(peer, now_s):
            return []
        start = self._next_bucket.get(peer, 0)
        for step in range(len(own)):
            bucket = (start + step) % len(own)
            if own[bucket] != digests[bucket]:
                self._corrected_s[peer] = now_s + PAUSE_S
                self._next_bucket[peer] = bucket + 1
                return self._facts.bucket(bucket)
        return []
