"""A record from its file, one message after the other, also one that was cut off in the middle."""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Generic, TypeVar

import msgspec
from mcap.exceptions import EndOfFile, McapError
from mcap.records import Channel
from mcap.records import Message as Written
from mcap.stream_reader import CRCValidationError, StreamReader

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

    When all of it is read, ``cut`` says where and why it ends too early, if it does.
    """

    def __init__(
        self, path: Path, stream: IO[bytes], unpack: Callable[[str, bytes], Iterable[T]]
    ) -> None:
        if stream.read(len(MAGIC)) != MAGIC:
            raise RecordError(f"{path}: is not a record (it does not begin like an MCAP file)")
        stream.seek(0)
        self.path = path
        self.cut = ""
        self._stream = stream
        self._unpack = unpack
        self._count = 0

    def __iter__(self) -> Iterator[T]:
        last = ""
        try:
            for last, data in _written(self._stream):
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
        if self._count and not self.cut and last != TOPIC_OF[End]:
            self.cut = f"{self.path}: has no end after {self._counted()}"
        if not self._count and not self.cut:
            raise RecordError(f"{self.path}: is an MCAP file, but not a record of cotree")

    def _counted(self) -> str:
        return f"{self._count} message" + ("" if self._count == 1 else "s")


def streamed(path: Path, unpack: Callable[[str, bytes], Iterable[T]]) -> Reading[T]:
    """The record in a file, of which only as much is in memory as is being read."""
    try:
        with path.open("rb") as file:
            stream = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except ValueError:
        raise RecordError(f"{path}: is not a record (it is empty)") from None
    except OSError as error:
        raise unreadable(path, error) from error
    return Reading(path, stream, unpack)  # type: ignore[arg-type]


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


def _in_short(error: Exception) -> str:
    return "a checksum is wrong" if isinstance(error, CRCValidationError) else str(error)


def _check_format(path: Path, hello: bytes) -> None:
    seen = msgspec.json.decode(hello, type=_Version)
    if seen.format != FORMAT:
        raise RecordError(
            f"{path}: was written by cotree {seen.version} in format {seen.format}; "
            f"I read format {FORMAT}"
        )
