"""Reading a record back, also one that was cut off in the middle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar, overload

import msgspec

from cotree.runtime.messages import (
    TOPIC_OF,
    Born,
    End,
    Heard,
    Hello,
    Message,
    Said,
    Team,
    Told,
    Tree,
)
from cotree.runtime.packing import Unpacker
from cotree.runtime.reading import Reading
from cotree.runtime.record import RecordError
from cotree.runtime.sound import soundly

M = TypeVar("M", Hello, Tree, Team, Heard, Told, End, Born, Said)


SMALL = 1 << 22
"""Bytes of a record that is kept in memory."""


class Messages(Sequence[Message]):
    """The messages of a long record, each time read anew from its file; none of them is kept."""

    def __init__(self, path: Path, count: int) -> None:
        self._path = path
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Message]:
        return islice(_reading(self._path), self._count)

    @overload
    def __getitem__(self, index: int) -> Message: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Message]: ...
    def __getitem__(self, index: int | slice) -> Message | Sequence[Message]:
        if isinstance(index, slice):
            return tuple(islice(self, *index.indices(self._count)))
        return next(islice(self, range(self._count)[index], None))


class Recording(msgspec.Struct, frozen=True):
    """A record; of a long one only what it is about is in memory."""

    hello: Hello
    tree: Tree
    team: Team
    messages: Sequence[Message]
    """All messages in the order in which they were written."""
    cut: str = ""
    """Where and why it is damaged or ends too early, in one line, or an empty string."""

    def all(self, type_: type[M]) -> list[M]:
        """All messages of one kind."""
        return [message for message in self.messages if isinstance(message, type_)]

    @property
    def end(self) -> End | None:
        """How the run ended, if the record knows."""
        return next(iter(self.all(End)), None)


def read(path: Path) -> Recording:
    """The record in a file; RecordError says in one line what is wrong with it."""
    reading = _reading(path)
    small = reading.size <= SMALL
    kept: list[Message] = []
    count, first = 0, dict[type[Message], Message]()
    for message in reading:
        count += 1
        first.setdefault(type(message), message)
        if small:
            kept.append(message)
    return Recording(
        _one(path, first, Hello, reading.cut),
        _one(path, first, Tree, reading.cut),
        _one(path, first, Team, reading.cut),
        tuple(kept) if small else Messages(path, count),
        reading.cut,
    )


def _reading(path: Path) -> Reading[Message]:
    return Reading(path, soundly(Unpacker().unpack, lambda message: message))


def _one(path: Path, first: dict[type[Message], Message], type_: type[M], cut: str) -> M:
    found = first.get(type_)
    if isinstance(found, type_):
        return found
    why = cut or f"{path}: is not a complete record"
    raise RecordError(f"{why}; without '{TOPIC_OF[type_]}' there is nothing to show")
