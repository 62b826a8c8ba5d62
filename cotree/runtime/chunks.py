"""MCAP as a stream that is never gone back to: each message is a chunk with a checksum of its own.

The library's own writer either has no checksums or keeps an index in memory that grows for ever.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import IO

from mcap.data_stream import RecordBuilder
from mcap.records import Channel, Chunk, DataEnd, Footer, Header, McapRecord, Message, Schema

MAGIC = b"\x89MCAP0\r\n"


class ChunkWriter:
    """Writes one MCAP file of JSON; what ``add`` is given is with the operating system after it."""

    def __init__(self, stream: IO[bytes], library: str, schemas: Mapping[str, bytes]) -> None:
        self._stream = stream
        self._serial = 0
        self._checksum = 0
        self._numbers = {topic: number for number, topic in enumerate(schemas, 1)}
        self._library = library
        self._declared = b"".join(
            _declaration(topic, self._numbers[topic], schema) for topic, schema in schemas.items()
        )

    def begin(self) -> None:
        """Write what stands before all messages: that it is MCAP, and what they look like."""
        header = Header(profile="", library=self._library)
        self._write(MAGIC, header, _chunk(self._declared, 0))

    def add(self, topic: str, time_ns: int, data: bytes) -> None:
        """Write a message; messages are numbered from 0, so that a missing one is noticed."""
        message = Message(
            channel_id=self._numbers[topic],
            log_time=time_ns,
            data=data,
            publish_time=time_ns,
            sequence=self._serial,
        )
        self._serial += 1
        self._write(_chunk(_bytes(message), time_ns))
        self._stream.flush()

    def finish(self) -> None:
        """End the file, without an index: readers go through it from the beginning."""
        end, footer = DataEnd(self._checksum), Footer(0, 0, 0)
        self._write(end, footer, MAGIC)
        self._stream.flush()

    def _write(self, *parts: McapRecord | bytes) -> None:
        data = b"".join(part if isinstance(part, bytes) else _bytes(part) for part in parts)
        self._checksum = zlib.crc32(data, self._checksum)
        self._stream.write(data)


def _declaration(topic: str, number: int, about: bytes) -> bytes:
    schema = Schema(id=number, data=about, encoding="jsonschema", name=f"cotree.{topic}")
    channel = Channel(
        id=number, topic=topic, message_encoding="json", metadata={}, schema_id=number
    )
    return _bytes(schema) + _bytes(channel)


def _chunk(content: bytes, time_ns: int) -> Chunk:
    return Chunk(
        compression="",
        data=content,
        message_start_time=time_ns,
        message_end_time=time_ns,
        uncompressed_crc=zlib.crc32(content),
        uncompressed_size=len(content),
    )


def _bytes(record: McapRecord) -> bytes:
    builder = RecordBuilder()
    record.write(builder)
    return bytes(builder.end())  # type: ignore[no-untyped-call]
