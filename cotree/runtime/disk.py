"""What a robot has promised, on a real disk: it survives the process, and a letter waits for it.

One folder per robot, with a log of promises in it.  A line that a dying process has not finished
was never acted upon, so it is dropped.  Any other damage means that promises may be missing: then
nothing is believed, and the robot comes back as one that has lost its memory.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO

import msgspec

from cotree.runtime.claimed import Claimed, Taken
from cotree.runtime.fresh import fresh_file
from cotree.runtime.promises import MAGIC, Damaged, Identity, content, line, written
from cotree.team.durable import Durable, Key, Memory, Value, keep, remember

LOG = "promises.log"
SMALL = 64 * 1024
"""A log shorter than this is not worth compacting."""
WORTH = 4
"""A log is compacted when it is so many times as long as it need be."""


class StateError(Exception):
    """A state that cannot be used or kept; the text is one line for people."""


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
            where = error.filename or folder
            raise StateError(f"{where}: cannot keep promises here: {error.strerror}") from error
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
        with fresh_file(beside) as stream:
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
