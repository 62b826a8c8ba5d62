"""What peers say in a protocol that the team only carries, until somebody reads it."""

from __future__ import annotations

from collections.abc import Iterable

MOST_WAITING = 1024
"""More than this unread, and the oldest are dropped, as a full socket would."""


class Notes:
    """Keeps what was heard, with who said it."""

    def __init__(self) -> None:
        self._heard: list[tuple[str, str]] = []

    def hear(self, sender: str, notes: Iterable[str]) -> None:
        """A letter has brought these."""
        self._heard += [(sender, note) for note in notes]
        del self._heard[:-MOST_WAITING]

    def take(self) -> list[tuple[str, str]]:
        """All of it, once."""
        heard, self._heard = self._heard, []
        return heard
