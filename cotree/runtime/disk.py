"""What a robot has promised, on a real disk: it survives the process, and a letter waits for it.

One folder per robot.  The log in it is a row of lines, each with its length and checksums: first
what it is about, then one line for everything that one tick promised.  A line that a dying process
has not finished was never acted upon, so it is dropped.  Any other damage means that promises may
be missing: then nothing is believed, and the robot comes back as one that has lost its memory.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any
from zlib import crc32

import msgspec

from cotree.runtime.claimed import Claimed, Taken
from cotree.team.durable import Born, Durable, High, Key, Memory, Own, Value, keep, remember
from cotree.team.facts import Fact
from cotree.team.messages import Promised
from cotree.team.roster import Roster

MAGIC = "cotree promises"
VERSION = 1
LOG = "promises.log"
HEAD = 27
"""Bytes before each line's text: its length, that length's checksum, the text's checksum."""
SMALL = 64 * 1024
"""A log shorter than this is not worth compacting."""
WORTH = 4
"""A log is compacted when it is so many times as long as it need be."""
TYPES: dict[str, type[Any]] = {
    "born": Born,
    "fact": Fact,
    "high": High,
    "own": Own,
    "promise": Promised,
    "roster": Roster,
}


class StateError(Exception):
    """A state that cannot be used or kept; the text is one line for people."""


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


# -- lines -------------------------------------------------------------------------------------


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


# -- the disk ----------------------------------------------------------------------------------


class Disk:
    """One robot's folder; ``store`` returns when the promises are on disk."""

    def __init__(self, folder: Path, identity: Identity, *, forget: bool = False) -> None:
        self.folder = folder
        self.identity = identity
        self.fresh = True
        """Nothing was ever promised here."""
        self.note = ""
        """What became of an older state, in one line; empty: nothing to say."""
        self._path = folder / LOG
        self._disk: dict[Key, Value] = {}
        self._stream: IO[bytes] | None = None
        self._length = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._claimed = Claimed(folder / "lock")
        except Taken as taken:
            raise StateError(f"{folder}: is in use by {taken}; one robot has one process") from None
        except OSError as error:
            raise StateError(f"{folder}: cannot keep promises here: {error.strerror}") from error
        try:
            self._open(forget)
        except BaseException:
            self._claimed.close()
            raise

    @property
    def memory(self) -> Memory | None:
        """What there is to remember."""
        return remember(self._disk) if self._disk else None

    def store(self, records: Iterable[Durable]) -> None:
        """Write these promises, and wait until they are on disk."""
        new = list(records)
        if not new:
            return
        keep(self._disk, new)
        try:
            if self._stream is None:
                self._begin()
                return
            self._put(written(new))
            if self._length > SMALL and self._length > WORTH * len(self._all()):
                self._begin()
        except OSError as error:
            raise StateError(f"{self._path}: cannot keep promises: {error.strerror}") from error

    def close(self, *, over: bool = False) -> None:
        """Leave the folder; ``over``: the mission is, and the next one begins from nothing."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None
        if over:
            with contextlib.suppress(OSError):
                self._set_aside("over")
        self._claimed.close()

    # -- how -----------------------------------------------------------------------------------

    def _open(self, forget: bool) -> None:
        if forget:
            self._set_aside("forgotten")
            return
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            raise StateError(f"{self._path}: cannot read promises: {error.strerror}") from error
        try:
            found = content(data)
        except Damaged as damage:
            self._lose(str(damage))
            return
        if found.identity is not None:
            self._check(found.identity)
            self.fresh = False
            self._disk = found.disk
            self._begin()

    def _check(self, found: Identity) -> None:
        """StateError, unless these are this robot's promises about this task."""
        mine = self.identity
        if found.magic != MAGIC:
            raise StateError(f"{self._path}: is no state of a robot; name another folder: --state")
        remedy = "start with --forget, or name another folder with --state"
        for what, theirs, ours in (
            ("version", found.version, mine.version),
            ("robot", found.name, mine.name),
            ("mission", found.mission, mine.mission),
            ("task tree", found.tree, mine.tree),
        ):
            if theirs != ours:
                raise StateError(
                    f"{self._path}: these promises are of {what} '{theirs}', not '{ours}'; {remedy}"
                )

    def _lose(self, why: str) -> None:
        """Believe nothing: who has lost its memory asks the others."""
        aside = self._set_aside("damaged")
        self.fresh = False
        self.note = f"{self._path}: damaged ({why}); kept as {aside}, and nothing is believed of it"

    def _set_aside(self, word: str) -> str:
        """Keep the last log of this kind under another name."""
        aside = self._path.with_name(f"{LOG}.{word}")
        with contextlib.suppress(FileNotFoundError):
            os.replace(self._path, aside)
        return aside.name

    def _all(self) -> bytes:
        """The shortest log that says all."""
        records = (Durable(key, value) for key, value in self._disk.items())
        return line(msgspec.json.encode(self.identity)) + written(records)

    def _begin(self) -> None:
        """Put a log of what counts now into the place of what is there."""
        beside = self._path.with_name(f"{LOG}.new")
        data = self._all()
        with open(beside, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if self._stream is not None:
            self._stream.close()
        os.replace(beside, self._path)
        _sync_folder(self.folder)
        self._stream = open(self._path, "ab", buffering=0)  # noqa: SIM115 (closed by close)
        self._length = len(data)

    def _put(self, data: bytes) -> None:
        assert self._stream is not None
        rest = memoryview(data)
        while rest:
            rest = rest[self._stream.write(rest) :]
        os.fsync(self._stream.fileno())
        self._length += len(data)


def _sync_folder(folder: Path) -> None:
    """A renamed file has its name for good only when its folder is on disk."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
