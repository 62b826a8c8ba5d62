"""Reading a record back, also one that was cut off in the middle."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TypeVar

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
from cotree.runtime.reading import Reading, unreadable
from cotree.runtime.record import RecordError

M = TypeVar("M", Hello, Tree, Team, Heard, Told, End, Born, Said)


class Recording(msgspec.Struct, frozen=True):
    """A record in memory."""

    hello: Hello
    tree: Tree
    team: Team
    messages: tuple[Message, ...]
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
    try:
        data = path.read_bytes()  # whole, so that a damaged length asks for no more than there is
    except OSError as error:
        raise unreadable(path, error) from error
    reading = Reading(path, io.BytesIO(data), Unpacker().unpack)
    messages = tuple(reading)
    cut = reading.cut
    return Recording(
        _first(path, messages, Hello, cut),
        _first(path, messages, Tree, cut),
        _first(path, messages, Team, cut),
        messages,
        cut,
    )


def _first(path: Path, messages: tuple[Message, ...], type_: type[M], cut: str) -> M:
    for message in messages:
        if isinstance(message, type_):
            return message
    why = cut or f"{path}: is not a complete record"
    raise RecordError(f"{why}; without '{TOPIC_OF[type_]}' there is nothing to show")
