"""A record from its file, one message after the other, also one that was cut off in the middle."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Generic, TypeVar

import msgspec
from mcap.exceptions import EndOfFile, McapError
from mcap.records import Channel, Chunk, McapRecord
from mcap.records import Message as Written
from mcap.stream_reader import CRCValidationError, StreamReader, breakup_chunk

from cotree.core.words import visible
from cotree.runtime.chunks import MAGIC
from cotree.runtime.messages import FORMAT, TOPIC_OF, End, Hello
from cotree.runtime.record import WRITTEN, RecordError, unfinished

LIMIT = 1 << 28
"""No message of a record is larger; what claims to be is damage."""
T = TypeVar("T")


class _Version(msgspec.Struct):
    format: int
    version: str = "?"


class Reading(Generic[T]):
    """What ``unpack`` makes of a record's topics and bytes, in order; RecordError: it is none.

    Only as much is in memory as is being read.  When all of it is read, ``cut`` says where and why
    it ends too early, if it does.
    """

    def __init__(self, path: Path, unpack: Callable[[str, bytes], Iterable[T]]) -> None:
        self.path = path
        self.cut = ""
        self._unpack = unpack
        self._count = 0
        try:
            with path.open("rb") as file:
                begins, self.size = file.read(len(MAGIC)), file.seek(0, io.SEEK_END)
        except OSError as error:
            raise unreadable(path, error) from error
        if begins != MAGIC:
            why = "does not begin like an MCAP file" if begins else "is empty"
            raise RecordError(f"{path}: is not a record (it {why})")

    def __iter__(self) -> Iterator[T]:
        last = ""
        try:
            with self.path.open("rb") as file:
                for last, data in _written(_Bounded(file, self.size)):
                    if last == TOPIC_OF[Hello]:
                        _check_format(self.path, data)
                    for each in self._unpack(last, data):
                        self._count += 1
                        yield each
        except (EndOfFile, OverflowError, struct.error):
            self.cut = f"{self.path}: was cut off after {self._counted()}; the rest is missing"
        except (McapError, msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
            why = _in_short(error)
            self.cut = f"{self.path}: is damaged after {self._counted()} ({why}); I stop there"
        except OSError as error:
            raise unreadable(self.path, error) from error
        if self._count and not self.cut and last != TOPIC_OF[End]:
            self.cut = f"{self.path}: has no end after {self._counted()}"
        if not self._count and not self.cut:
            raise RecordError(f"{self.path}: is an MCAP file, but not a record of cotree")

    def _counted(self) -> str:
        return f"{self._count} message" + ("" if self._count == 1 else "s")


class _Bounded:
    """A file of which nobody asks for more than there is, whatever a damaged length says."""

    def __init__(self, stream: IO[bytes], size: int) -> None:
        self._stream = stream
        self._left = size

    def read(self, size: int) -> bytes:
        """So many bytes, or all that there are."""
        data = self._stream.read(min(size, self._left))
        self._left -= len(data)
        return data


def is_record(path: Path) -> bool:
    """Whether a file begins like a record."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def unreadable(path: Path, error: OSError) -> RecordError:
    """What to say of a file that cannot be read."""
    there = unfinished(path)
    hint = f"; there is {there}" if there else ""
    return RecordError(f"{path}: cannot be read: {error.strerror}{hint}")


def _written(stream: _Bounded) -> Iterator[tuple[str, bytes]]:
    topics: dict[int, str] = {}
    count = 0
    for record in _records(stream):
        if isinstance(record, Channel):
            topics[record.id] = record.topic
        elif isinstance(record, Written) and topics.get(record.channel_id) in WRITTEN:
            if record.sequence != count:
                raise ValueError(f"message {count} is missing")
            count += 1
            yield topics[record.channel_id], record.data


def _records(stream: _Bounded) -> Iterator[McapRecord]:
    """Everything in the file; no record of ours is compressed, so nothing grows in memory."""
    reader = StreamReader(
        stream,  # type: ignore[arg-type]
        emit_chunks=True,
        validate_crcs=True,
        record_size_limit=LIMIT,
    )
    for record in reader.records:
        if not isinstance(record, Chunk):
            yield record
        elif record.compression or record.uncompressed_size != len(record.data):
            raise ValueError("it is compressed, as no record of cotree is")
        else:
            yield from breakup_chunk(record, validate_crc=True)


def _in_short(error: Exception) -> str:
    return "a checksum is wrong" if isinstance(error, CRCValidationError) else visible(str(error))


def _check_format(path: Path, hello: bytes) -> None:
    seen = msgspec.json.decode(hello, type=_Version)
    if seen.format != FORMAT:
        raise RecordError(
            f"{path}: was written by cotree {seen.version} in format {seen.format}; "
            f"I read format {FORMAT}"
        )
