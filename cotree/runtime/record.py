"""Writing a record: MCAP with one JSON message after the other, readable up to any cut.

It is written without chunks, so that each message is on disk as soon as its tick is over and the
bytes depend on nothing but the messages.  Any MCAP tool opens it.
"""

from __future__ import annotations

from pathlib import Path

from mcap.writer import CompressionType, Writer

from cotree.runtime.messages import TOPIC_OF, TOPICS, Message, encode, time_s

MAGIC = b"\x89MCAP0\r\n"
ANY = b'{"type":"object"}'


class RecordError(Exception):
    """A record that cannot be written or read; the text is one line for people."""


class Recorder:
    """Writes one record; ``close`` completes it, a crash leaves it readable.

    A disk that fails later on does not stop the robot: writing ends, and ``failure`` says why.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.failure = ""
        try:
            _protect(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = path.open("wb")
        except OSError as error:
            raise RecordError(f"{path}: cannot write a record here: {error.strerror}") from error
        self._writer = Writer(self._stream, use_chunking=False, compression=CompressionType.NONE)
        self._writer.start(profile="", library="cotree")
        self._channels = {topic: self._channel(topic) for topic in TOPICS}
        self._count = 0

    def write(self, message: Message) -> None:
        """Add a message; it is handed to the operating system before this returns."""
        if self.failure:
            return
        time_ns = round(time_s(message) * 1e9)
        try:
            self._writer.add_message(
                self._channels[TOPIC_OF[type(message)]],
                log_time=time_ns,
                data=encode(message),
                publish_time=time_ns,
                sequence=self._count,
            )
            self._stream.flush()
        except OSError as error:
            self.failure = f"{self.path}: the record stops here: {error.strerror}"
        self._count += 1

    def close(self) -> None:
        """Complete the record; a second time does nothing."""
        if self._stream.closed:
            return
        try:
            if not self.failure:
                self._writer.finish()  # type: ignore[no-untyped-call]
            self._stream.close()
        except OSError as error:
            self.failure = self.failure or f"{self.path}: the record has no end: {error.strerror}"

    def _channel(self, topic: str) -> int:
        schema = self._writer.register_schema(f"cotree.{topic}", "jsonschema", ANY)
        return self._writer.register_channel(topic, "json", schema)


def _protect(path: Path) -> None:
    """Records replace records; they do not replace anything else."""
    if not path.is_file() or path.stat().st_size == 0:
        return
    with path.open("rb") as stream:
        if stream.read(len(MAGIC)) != MAGIC:
            raise RecordError(f"{path}: is not a record; I do not replace it with one")
