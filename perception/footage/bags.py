"""Bags of ROS 2: an MCAP or SQLite file, or the folder that ``ros2 bag record`` makes of them."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec
from mcap.exceptions import EndOfFile
from mcap.records import Channel, Schema
from mcap.records import Message as Written
from mcap.stream_reader import StreamReader

from cotree.perception.footage.shots import FootageError

MCAP = b"\x89MCAP0\r\n"
SQLITE = b"SQLite format 3\0"
LIMIT = 1 << 28
"""No message of a bag is larger; what claims to be is damage."""


class Stored(msgspec.Struct, frozen=True):
    """One message of a bag, not yet decoded."""

    topic: str
    type: str
    t_s: float
    """When it was written."""
    data: bytes


def files_of(place: Path) -> list[Path]:
    """The files of a bag, in order; none when it is no bag."""
    if place.is_dir():
        inside = sorted(each for each in place.iterdir() if each.is_file())
        return [each for each in inside if _head(each) in (MCAP, SQLITE)]
    return [place] if _head(place) in (MCAP, SQLITE) else []


def messages_in(files: list[Path]) -> Iterator[Stored]:
    """All messages as they were written, in order; a FootageError where they end early."""
    for file in files:
        yield from _mcap(file) if _head(file) == MCAP else _sqlite(file)


def _head(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            head = stream.read(len(SQLITE))
    except OSError:
        return b""
    return MCAP if head.startswith(MCAP) else head


def _mcap(file: Path) -> Iterator[Stored]:
    count = 0
    try:
        with file.open("rb") as stream:
            for each in _records(stream, file):
                count += 1
                yield each
    except (EndOfFile, OverflowError, struct.error):
        raise FootageError(f"{file}: was cut off after {count} messages") from None
    except OSError as error:
        raise FootageError(f"{file}: cannot be read: {error.strerror}") from None
    except FootageError:
        raise
    except Exception as error:  # each library of compression has its own for damage
        why = str(error).splitlines() or ["it makes no sense"]
        raise FootageError(f"{file}: is damaged after {count} messages: {why[0]}") from None


def _records(stream: IO[bytes], file: Path) -> Iterator[Stored]:
    schemas: dict[int, str] = {}
    channels: dict[int, Channel] = {}
    for record in StreamReader(stream, record_size_limit=LIMIT).records:
        if isinstance(record, Schema):
            schemas[record.id] = record.name
        elif isinstance(record, Channel):
            channels[record.id] = record
        elif isinstance(record, Written) and record.channel_id in channels:
            channel = channels[record.channel_id]
            if channel.message_encoding == "ros1":
                raise FootageError(f"{file}: is a bag of ROS 1; those of ROS 2 are read")
            if channel.message_encoding == "cdr":
                type_ = schemas.get(channel.schema_id, "")
                yield Stored(channel.topic, type_, record.log_time * 1e-9, record.data)


def _sqlite(file: Path) -> Iterator[Stored]:
    count = 0
    try:
        base = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            for topic, type_, ns, data in base.execute(
                "SELECT topics.name, topics.type, messages.timestamp, messages.data FROM messages "
                "JOIN topics ON topics.id = messages.topic_id "
                "WHERE topics.serialization_format = 'cdr' ORDER BY messages.timestamp, messages.id"
            ):
                yield Stored(str(topic), str(type_), int(ns) * 1e-9, bytes(data))
                count += 1
        finally:
            base.close()
    except (sqlite3.Error, TypeError, ValueError) as error:
        raise FootageError(f"{file}: is damaged after {count} messages: {error}") from None
