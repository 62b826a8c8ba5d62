"""Writing a record: MCAP with one JSON message after the other, readable up to any cut.

Each message is a chunk of its own, so it is on disk as soon as its tick is over, its checksum
shows damage to it alone, and the bytes depend on nothing but the messages.  Only the heartbeats of
a team, in which nothing happens, wait for each other.  Any MCAP tool opens it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from cotree.runtime.chunks import MAGIC, ChunkWriter
from cotree.runtime.draft import Draft, left_behind
from cotree.runtime.messages import TOPICS, Message, Said, time_s
from cotree.runtime.packing import BUNDLE, Packer
from cotree.runtime.schemas import schemas

WRITTEN = (*(topic for topic, type_ in TOPICS.items() if type_ is not Said), BUNDLE)
"""The topics of a record; letters are only in bundles."""


class RecordError(Exception):
    """A record that cannot be written or read; the text is one line for people."""


class Recorder:
    """Writes one record; ``close`` puts it into its place, a crash leaves it readable beside it.

    A disk that fails later on does not stop the robot: writing ends, and ``failure`` says why.
    """

    def __init__(self, path: Path) -> None:
        self.failure = ""
        try:
            _protect(path)
            self._draft = Draft(path)
        except OSError as error:
            raise RecordError(f"{path}: cannot write a record here: {_why(path, error)}") from error
        self._stream = self._draft.stream
        self._writer = ChunkWriter(self._stream, "cotree", schemas())
        self._packer = Packer()
        self._time_ns = 0
        self._safely(self._writer.begin)

    @property
    def path(self) -> Path:
        """Where the record is when it is complete."""
        return self._draft.path

    @property
    def beside(self) -> Path:
        """Where it is until then."""
        return self._draft.beside

    @property
    def note(self) -> str:
        """What became of another record of this name, or an empty string."""
        if self._draft.displaced:
            return "another run took the name meanwhile"
        return "replaces an older one" if self._draft.replaced else ""

    def write(self, message: Message) -> None:
        """Add a message; unless it is a heartbeat, the operating system has it after this."""
        if self.failure:
            return
        self._time_ns = max(0, round(time_s(message) * 1e9))
        self._put(self._packer.pack(message))

    def _put(self, written: Iterable[tuple[str, bytes]]) -> None:
        def put() -> None:
            for topic, data in written:
                self._writer.add(topic, self._time_ns, data)

        self._safely(put)

    def _safely(self, write: Callable[[], None]) -> None:
        try:
            write()
        except OSError as error:
            self.failure = f"{self.beside}: the record stops here: {error.strerror}"

    def close(self) -> None:
        """Complete the record; a second time does nothing."""
        if self._stream.closed:
            return
        self._put(self._packer.rest())
        try:
            if self.failure:
                self._stream.close()
                return
            self._writer.finish()
            self._draft.put()
        except OSError as error:
            self.failure = self.failure or f"{self.beside}: the record has no end: {error.strerror}"


def unfinished(path: Path) -> str:
    """Names the records that killed runs left beside this one, in one line, or nothing."""
    drafts = left_behind(path)
    if not drafts:
        return ""
    more = f" (and {len(drafts) - 1} more)" if len(drafts) > 1 else ""
    return f"{drafts[-1]}: the unfinished record of a run that was killed{more}"


def _why(path: Path, error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return f"there is no folder '{path.parent}'; make it first: mkdir -p '{path.parent}'"
    return str(error.strerror)


def _protect(path: Path) -> None:
    """Records replace records; they do not replace anything else."""
    if not path.is_file() or path.stat().st_size == 0:
        return
    with path.open("rb") as stream:
        if stream.read(len(MAGIC)) != MAGIC:
            raise RecordError(f"{path}: is not a record; I do not replace it with one")
