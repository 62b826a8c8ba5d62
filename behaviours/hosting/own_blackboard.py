"""A blackboard of its own for one py_trees tree, although py_trees has one for the process.

Clients look up ``Blackboard.storage`` whenever they are used, so whoever stands there while a tree
is made, ticked and stopped is its blackboard.  All of that happens in the thread of the tick.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from py_trees.blackboard import Blackboard  # noqa: TID251  (this keeps trees apart)

_PARTS = ("storage", "metadata", "clients", "activity_stream")


class OwnBlackboard:
    """What one tree has written, and who may write what in it."""

    def __init__(self) -> None:
        self._own: dict[str, object] = {
            "storage": {},
            "metadata": {},
            "clients": {},
            "activity_stream": None,
        }

    @contextmanager
    def open(self, **given: object) -> Iterator[None]:
        """It is py_trees' blackboard meanwhile; what is given stands in it by these names."""
        before = {part: getattr(Blackboard, part) for part in _PARTS}
        for part in _PARTS:
            setattr(Blackboard, part, self._own[part])
        Blackboard.storage.update({f"/{name}": value for name, value in given.items()})
        try:
            yield
        finally:
            for part in _PARTS:
                self._own[part] = getattr(Blackboard, part)
                setattr(Blackboard, part, before[part])

    def keys(self) -> list[str]:
        """What stands in it, sorted."""
        storage = self._own["storage"]
        return sorted(storage) if isinstance(storage, dict) else []
