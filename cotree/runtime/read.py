"""Reading a record back, also one that was cut off in the middle."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TypeVar

import msgspec
from mcap.exceptions import EndOfFile, McapError
from mcap.records import Channel
from mcap.records import Message as Written
from mcap.stream_reader import CRCValidationError, StreamReader

from cotree.runtime.chunks import MAGIC
from cotree.runtime.messages import (
    FORMAT,
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
from cotree.runtime.record import WRITTEN, RecordError, unfinished

LIMIT = 1 << 28
"""No message of a record is larger; what claims to be is damage."""

M = TypeVar("M", Hello, Tree, Team, Heard, Told, End, Born, Said)


class _Version(msgspec.Struct):
    format: int
    version: str = "?"


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
        there = unfinished(path)
        hint = f"; there is {there}" if there else ""
        raise RecordError(f"{path}: cannot be read: {error.strerror}{hint}") from error
    return _read(path, io.BytesIO(data))


def _read(path: Path, stream: IO[bytes]) -> Recording:
    if stream.read(len(MAGIC)) != MAGIC:
        raise RecordError(f"{path}: is not a record (it does not begin like an MCAP file)")
    stream.seek(0)
    messages: list[Message] = []
    unpacker = Unpacker()
    cut = ""
    try:
        for topic, data in _written(stream):
            if topic == "hello":
                _check_format(path, data)
            messages += unpacker.unpack(topic, data)
    except (EndOfFile, OverflowError, struct.error):
        cut = f"{path}: was cut off after {_counted(messages)}; the rest is missing"
    except (McapError, msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
        cut = f"{path}: is damaged after {_counted(messages)} ({_in_short(error)}); I stop there"
    if messages and not cut and not isinstance(messages[-1], End):
        cut = f"{path}: has no end after {_counted(messages)}"
    if not messages and not cut:
        raise RecordError(f"{path}: is an MCAP file, but not a record of cotree")
    return Recording(
        _first(path, messages, Hello, cut),
        _first(path, messages, Tree, cut),
        _first(path, messages, Team, cut),
        tuple(messages),
        cut,
    )


def _written(stream: IO[bytes]) -> Iterator[tuple[str, bytes]]:
    topics: dict[int, str] = {}
    count = 0
    for record in StreamReader(stream, validate_crcs=True, record_size_limit=LIMIT).records:
        if isinstance(record, Channel):
            topics[record.id] = record.topic
        elif isinstance(record, Written) and topics.get(record.channel_id) in WRITTEN:
            if record.sequence != count:
                raise ValueError(f"message {count} is missing")
            count += 1
            yield topics[record.channel_id], record.data


def _counted(messages: list[Message]) -> str:
    return f"{len(messages)} message" + ("" if len(messages) == 1 else "s")


def _in_short(error: Exception) -> str:
    return "a checksum is wrong" if isinstance(error, CRCValidationError) else str(error)


def _check_format(path: Path, hello: bytes) -> None:
    seen = msgspec.json.decode(hello, type=_Version)
    if seen.format != FORMAT:
        raise RecordError(
            f"{path}: was written by cotree {seen.version} in format {seen.format}; "
            f"I read format {FORMAT}"
        )


def _first(path: Path, messages: list[Message], type_: type[M], cut: str) -> M:
    for message in messages:
        if isinstance(message, type_):
            return message
    why = cut or f"{path}: is not a complete record"
    raise RecordError(f"{why}; without '{TOPIC_OF[type_]}' there is nothing to show")
