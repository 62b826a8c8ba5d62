"""Giving back: each release, with its facts, is repeated until a quorum of voters has noted it."""

from __future__ import annotations

import msgspec

from cotree.team.messages import Freed, Release


class _Pending(msgspec.Struct):
    release: Release
    noted: set[str]
    next_s: float
    wait_s: float
    since_s: float


class Releases:
    """Those that not everybody has noted yet."""

    def __init__(self, resend_s: float, rest_s: float, term_s: float) -> None:
        self._resend_s = resend_s
        self._rest_s = rest_s
        self._term_s = term_s
        self._pending: dict[tuple[int, object], _Pending] = {}

    def add(self, release: Release, me: str, now_s: float) -> None:
        """One more, noted by oneself; it goes out with the next ``due``."""
        key = (release.leaf, release.ballot)
        self._pending[key] = _Pending(release, {me}, now_s, self._resend_s, now_s)

    def noted(self, voter: str, freed: Freed) -> None:
        """A voter has it."""
        pending = self._pending.get((freed.leaf, freed.ballot))
        if pending is not None:
            pending.noted.add(voter)

    def tidy(self, voters: tuple[str, ...], now_s: float) -> None:
        """Forget what all have noted, and what a quorum has noted once the promises are over."""
        for key, pending in list(self._pending.items()):
            count = sum(voter in pending.noted for voter in voters)
            old = now_s - pending.since_s > self._term_s
            if count == len(voters) or (old and 2 * count > len(voters)):
                del self._pending[key]

    def due(self, now_s: float) -> list[tuple[Release, set[str]]]:
        """Those to be sent now, each with the voters that need not hear it again."""
        found = []
        for pending in self._pending.values():
            if now_s >= pending.next_s:
                pending.next_s = now_s + pending.wait_s
                pending.wait_s = min(2 * pending.wait_s, self._rest_s)
                found.append((pending.release, pending.noted))
        return found

    def next_due_s(self) -> float | None:
        """When something is to be repeated."""
        return min((pending.next_s for pending in self._pending.values()), default=None)
