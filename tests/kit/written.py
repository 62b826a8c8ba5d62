"""Records of messages that a test makes up."""

from __future__ import annotations

from pathlib import Path

from cotree.runtime.messages import Message
from cotree.runtime.record import Recorder


def written(path: Path, *messages: Message) -> Path:
    """The file, with these messages in order."""
    recorder = Recorder(path)
    for message in messages:
        recorder.write(message)
    recorder.close()
    return path
