"""How many letters of one peer are read: a token bucket each, on the local clock.

A peer that runs wild costs nobody else anything.  A letter that is dropped is a letter lost, which
the protocol stands.
"""

from __future__ import annotations

RATE_HZ = 200.0
"""Letters per second that a peer may send for long; an honest one in a team of a hundred needs a
quarter of that."""
BURST = 400.0
"""Letters at once, as after a pause."""


class Flood:
    """What each peer may still send."""

    def __init__(self) -> None:
        self._left: dict[str, float] = {}
        self._since_s: dict[str, float] = {}

    def admits(self, peer: str, now_s: float) -> bool:
        """Whether one more letter of this peer is read now."""
        left = self._left.get(peer, BURST)
        since_s = self._since_s.get(peer, now_s)
        if now_s > since_s:
            left = min(BURST, left + (now_s - since_s) * RATE_HZ)
        self._since_s[peer] = max(since_s, now_s)
        if left < 1.0:
            self._left[peer] = left
            return False
        self._left[peer] = left - 1.0
        return True
