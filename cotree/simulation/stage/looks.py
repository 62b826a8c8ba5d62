"""Which robots have looked what became of a piece before they go on with it."""

from __future__ import annotations

from cotree.core.changes import ClaimChange

KEPT = "kept"
"""A robot that stops for a person may keep its lease meanwhile, and knows what it did."""
RESUMED = "resumed"
"""Why it has won again what it kept."""


class Looks:
    """Follows what robots tell of their claims."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], str] = {}
        """What robots found at pieces that they do not have yet."""
        self._has: set[tuple[str, str]] = set()
        """Pieces that robots have won, and not given back."""
        self._stands: set[tuple[str, str]] = set()
        """Those of them that they stopped for another reason than a person: because the lease was
        late, while a person came.  Whoever still has it then says so by resuming it."""

    def told(self, robot: str, change: ClaimChange) -> str | None:
        """What it knows of the piece that it begins or has looked at; None: it does not say."""
        key = (robot, change.piece)
        match change.word:
            case "verified":
                self._found[key] = change.why
                return change.why
            case "won":
                kept = key in self._has or (key in self._stands and change.why == RESUMED)
                found = self._found.pop(key, KEPT if kept else None)
                self._stands.discard(key)
                self._has.add(key)
                return found
            case "asked" | "released" | "given_up":
                self._forget(key)
            case "halted" if change.why != "person" and key in self._has:
                self._forget(key)
                self._stands.add(key)
        return None

    def _forget(self, key: tuple[str, str]) -> None:
        self._found.pop(key, None)
        self._has.discard(key)
        self._stands.discard(key)
