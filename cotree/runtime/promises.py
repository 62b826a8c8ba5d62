"""A log of promises as bytes: a row of lines, each with its length and checksums.

First what it is about, then one line for everything that one tick promised.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from zlib import crc32

import msgspec

from cotree.team.durable import Born, Durable, High, Key, Own, Value, keep
from cotree.team.facts import Fact
from cotree.team.messages import Promised
from cotree.team.roster import Roster

MAGIC = "cotree promises"
VERSION = 2
HEAD = 27
"""Bytes before each line's text: its length, that length's checksum, the text's checksum."""
TYPES: dict[str, type[Any]] = {
    "born": Born,
    "fact": Fact,
    "high": High,
    "own": Own,
    "promise": Promised,
    "roster": Roster,
}


class Identity(msgspec.Struct, frozen=True):
    """Whose promises about what."""

    mission: str
    tree: str
    """The hash of the task."""
    name: str
    magic: str = MAGIC
    version: int = VERSION


class Content(msgspec.Struct, frozen=True):
    """What a log says."""

    identity: Identity | None
    """None: not even that was written to its end."""
    disk: dict[Key, Value]
    torn: bool
    """The last line was not finished."""


class Damaged(ValueError):
    """Something other than an unfinished last line is wrong."""


def line(text: bytes) -> bytes:
    """One line of a log."""
    length = b"%08x" % len(text)
    return b"%b %08x %08x %b\n" % (length, crc32(length), crc32(text), text)


def lines(data: bytes) -> tuple[list[bytes], bool]:
    """The texts of all finished lines, and whether an unfinished one follows; or Damaged."""
    found: list[bytes] = []
    at = 0
    while at < len(data):
        text = _text(data, at)
        if text is None:
            return found, True
        found.append(text)
        at += HEAD + len(text) + 1
    return found, False


def _text(data: bytes, at: int) -> bytes | None:
    """The text of the line that begins here; None: it is not finished."""
    head = data[at : at + HEAD]
    if len(head) < HEAD:
        return None
    length, check, own, rest = head.split(b" ")
    if rest or b"%08x" % crc32(length) != check:
        raise Damaged(f"byte {at}: the length of a line is wrong")
    end = at + HEAD + int(length, 16)
    if len(data) <= end:
        return None
    if data[end : end + 1] != b"\n" or b"%08x" % crc32(data[at + HEAD : end]) != own:
        raise Damaged(f"byte {at}: a line is not what was written")
    return data[at + HEAD : end]


def written(records: Iterable[Durable]) -> bytes:
    """Everything that one tick promised, as one line: all of it counts, or nothing."""
    return line(msgspec.json.encode([(*record.key, record.value) for record in records]))


def content(data: bytes) -> Content:
    """What a log says; Damaged, when anything but its end is wrong."""
    try:
        texts, torn = lines(data)
        if not texts:
            return Content(None, {}, torn)
        identity = msgspec.json.decode(texts[0], type=Identity)
        disk: dict[Key, Value] = {}
        for text in texts[1:]:
            keep(disk, _records(text))
    except (msgspec.DecodeError, ValueError, KeyError, TypeError) as error:
        raise error if isinstance(error, Damaged) else Damaged(str(error)) from None
    return Content(identity, disk, torn)


def _records(text: bytes) -> list[Durable]:
    found = []
    for kind, leaf, value in msgspec.json.decode(text, type=list[tuple[str, int, msgspec.Raw]]):
        type_ = TYPES[kind]
        found.append(Durable((kind, leaf), msgspec.json.decode(value, type=type_ | None)))
    return found
