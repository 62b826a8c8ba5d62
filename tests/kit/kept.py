"""Messages as a record on disk."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cotree.runtime.messages import Message
from cotree.runtime.record import Recorder


def kept(folder: Path, messages: Iterable[Message]) -> Path:
    """A record with these messages, in a folder."""
    recorder = Recorder(folder / "a.mcap")
    for message in messages:
        recorder.write(message)
    recorder.close()
    return folder / "a.mcap"
