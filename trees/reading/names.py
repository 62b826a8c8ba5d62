"""Names that people give: what they may look like, and which are known in a mission's world."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable

from cotree.core.words import did_you_mean
from cotree.trees.reading.sorts import Sorts

IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_FORBIDDEN = "/$\n\t"


@dataclasses.dataclass(frozen=True)
class Names:
    """The places, objects and areas that may be mentioned."""

    places: frozenset[str] = frozenset()
    objects: frozenset[str] = frozenset()
    areas: frozenset[str] = frozenset()
    complete: bool = True
    """False when the world is not known, so that any name may be right."""
    world: bool = True
    """Whether the mission says anything of a world."""
    sorts: Sorts = dataclasses.field(default_factory=Sorts, compare=False)
    """The capabilities that may be mentioned."""

    def hint(self, name: str, known: Iterable[str]) -> str:
        """What may have been meant by a name that is not known."""
        if not self.world:
            return "; this mission has no world: add 'world: <name>' or 'world: {places: {...}}'"
        return did_you_mean(name[:80], known)


def wrong_with_name(text: str, what: str = "a name", longest: int = 80) -> str | None:
    """Why a text cannot be the name of a node, place or object; None when it can."""
    if not text.strip():
        return f"{what} must not be empty"
    if text != text.strip():
        return f"{what} must not begin or end with a space"
    if len(text) > longest:
        return f"{what} must not be longer than {longest} characters"
    bad = next((c for c in text if c in _FORBIDDEN or not c.isprintable()), None)
    if bad is not None:
        return f"{what} must not contain {bad!r}"
    return None


def wrong_with_identifier(text: str, what: str) -> str | None:
    """Why a text cannot name a teammate, resource or parameter; None when it can."""
    if IDENTIFIER.fullmatch(text):
        return None
    return f"{what} must be a letter, then up to 63 letters, digits or _"
