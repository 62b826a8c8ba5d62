"""When a process whose task is over may go: when those who are there know it, too."""

from __future__ import annotations

import math
from collections.abc import Iterable

from cotree.team.messages import Letter

HOLDS = 2.0
"""So many leases a process stays at least: somebody may come back, or has missed the news."""
MOST_HOLDS = 6.0
"""And so many at most: who has not understood until then will not."""


class Leaving:
    """Follows what the peers know; times are the process's own."""

    def __init__(self, name: str, hold_s: float, *, stay: bool = False) -> None:
        self._name = name
        self._hold_s = hold_s
        self._stay = stay
        self._since_s: float | None = None
        self._mine: tuple[int, ...] = ()
        self._peers: dict[str, tuple[float, tuple[int, ...]]] = {}

    def said(self, letters: Iterable[Letter]) -> None:
        """Letters of its own; their digests say what it knows."""
        for letter in letters:
            self._mine = letter.digests or self._mine

    def heard(self, letters: Iterable[Letter], now_s: float) -> None:
        """Letters of peers."""
        for letter in letters:
            before = self._peers.get(letter.sender, (0.0, ()))
            self._peers[letter.sender] = (now_s, letter.digests or before[1])

    def gone(self, peer: str) -> None:
        """A peer has said goodbye."""
        self._peers.pop(peer, None)

    def over(self, now_s: float, *, over: bool) -> bool:
        """Whether to go now; ``over``: the task is."""
        if not over:
            self._since_s = None
            return False
        if self._since_s is None:
            self._since_s = now_s
        waited_s = now_s - self._since_s
        least_s = HOLDS * self._hold_s if self._peers else 0.0
        if self._stay or waited_s < least_s:
            return False
        return waited_s >= MOST_HOLDS * self._hold_s or all(
            self._knows(peer, now_s) for peer in self._peers
        )

    def due_s(self, now_s: float) -> float:
        """When to ask again."""
        return math.inf if self._since_s is None else now_s + self._hold_s / 4

    def _knows(self, peer: str, now_s: float) -> bool:
        """Whether a peer knows the same, or is not there to be told."""
        at_s, digests = self._peers[peer]
        return digests == self._mine or now_s - at_s > HOLDS * self._hold_s
