"""Which robots have looked what became of a piece before they go on with it."""

from __future__ import annotations

from cotree.core.changes import ClaimChange
from cotree.team.effects import Outcome

KEPT = "kept"
"""A robot that stops for a person may keep its lease meanwhile, and knows what it did."""


class Looks:
    """Follows what robots tell of their claims."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], str] = {}
        """What robots found at pieces that they do not have yet."""
        self._has: set[tuple[str, str]] = set()
        """Pieces that robots have won, and not given back."""

    def told(self, robot: str, change: ClaimChange) -> bool | None:
        """Whether it found the piece untouched; None: this says nothing of a look."""
        key = (robot, change.piece)
        match change.word:
            case "verified":
                self._found[key] = change.why
                return change.why == Outcome.UNTOUCHED.value
            case "won":
                found = self._found.pop(key, KEPT if key in self._has else None)
                self._has.add(key)
                return None if found is None else found == Outcome.UNTOUCHED.value
            case "asked" | "released" | "given_up":
                self._forget(key)
            case "halted" if change.why != "person":
                self._forget(key)
        return None

    def _forget(self, key: tuple[str, str]) -> None:
        self._found.pop(key, None)
        self._has.discard(key)
