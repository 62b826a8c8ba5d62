"""When a team waits for nothing any more."""

from __future__ import annotations

GIVEN_UP = 3
"""A team that was told more often than this to give up, and did not change, is left."""


class Quiet:
    """Follows whether anything moves, is asked, or is foretold; heartbeats do not count."""

    def __init__(self, patience_s: float) -> None:
        self._patience_s = patience_s
        self._since_s: float | None = None
        self._given_up = 0

    def stirs(self) -> None:
        """Something changed."""
        self._since_s = None
        self._given_up = 0

    def over(self, now_s: float, *, idle: bool) -> bool:
        """Whether the patience is at an end now."""
        if not idle:
            self._since_s = None
            return False
        if self._since_s is None:
            self._since_s = now_s
        if now_s - self._since_s < self._patience_s:
            return False
        self._since_s = now_s
        self._given_up += 1
        return True

    @property
    def hopeless(self) -> bool:
        """Whether giving up helped nothing, again and again."""
        return self._given_up > GIVEN_UP
