"""Who read what: so that a change wakes exactly those who depend on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from cotree.core.belief import Key

T = TypeVar("T")


class Watch(Generic[T]):
    """Readers by key; order of registration is kept, so that nothing depends on hashes."""

    def __init__(self) -> None:
        self._readers: dict[Key, dict[T, None]] = {}
        self._keys: dict[T, frozenset[Key]] = {}

    def reads(self, reader: T, keys: Iterable[Key]) -> None:
        """From now on these keys, and no others, concern the reader."""
        new = frozenset(keys)
        old = self._keys.get(reader, frozenset())
        if new == old:
            return
        for key in old - new:
            del self._readers[key][reader]
        for key in new - old:
            self._readers.setdefault(key, {})[reader] = None
        self._keys[reader] = new

    def reads_too(self, reader: T, keys: Iterable[Key]) -> None:
        """These keys concern the reader, besides those that already do."""
        self.reads(reader, self._keys.get(reader, frozenset()) | frozenset(keys))

    def forget(self, reader: T) -> None:
        """Nothing concerns the reader any more."""
        for key in self._keys.pop(reader, ()):
            del self._readers[key][reader]

    def concerned(self, changed: Iterable[Key]) -> dict[T, None]:
        """Everybody who read one of these keys."""
        found: dict[T, None] = {}
        for key in changed:
            found.update(self._readers.get(key, ()))
        return found
