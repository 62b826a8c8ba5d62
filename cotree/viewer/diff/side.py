"""One of two records that are compared: line after line, and the story that they tell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from cotree.runtime.messages import TOPIC_OF, Heard, Hello, Message, Team, Told, Tree
from cotree.runtime.packing import BUNDLE, unbundled
from cotree.runtime.reading import Reading
from cotree.runtime.record import RecordError
from cotree.runtime.skimming import quiet, skimmed
from cotree.runtime.sound import soundly
from cotree.runtime.story import Story

OPENING = tuple(TOPIC_OF[each] for each in (Hello, Tree, Team))


class Line(msgspec.Struct, frozen=True):
    """One thing that a record says, as it stands there."""

    topic: str
    data: bytes
    message: Message | None
    """None: a letter, or nothing that a viewer shows."""

    @property
    def opens(self) -> bool:
        """Whether it says what the mission is."""
        return self.topic in OPENING


class Side:
    """Reads a record once; ``opening`` and ``story`` are complete when there are no more lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.story = Story()
        self.opening: dict[str, bytes] = {}
        self.t = 0.0
        """When the last line was, on the mission's clock."""
        self._reading = Reading(path, soundly(_lines, lambda line: line.message))
        self._left = iter(self._reading)

    def next(self) -> Line | None:
        """The next line; None: there are no more."""
        line = next(self._left, None)
        if line is None:
            return None
        if line.opens:
            self.opening.setdefault(line.topic, line.data)
        if line.message is not None:
            if isinstance(line.message, Heard | Told):
                self.t = self.story.when(line.message)
            self.story.hear(line.message)
            self.t = max(self.t, self.story.now_s)
        return line

    @property
    def cut(self) -> str:
        """Where and why it ends too early."""
        return self._reading.cut

    def check(self) -> None:
        """RecordError: it does not say what was run."""
        for topic in OPENING:
            if topic not in self.opening:
                why = self.cut or f"{self.path}: is not a complete record"
                raise RecordError(f"{why}; without '{topic}' there is nothing to compare")


def _lines(topic: str, data: bytes) -> Iterator[Line]:
    if topic != BUNDLE:
        for message in skimmed(topic, data):
            yield Line(topic, data, message)
        return
    for raw in unbundled(data):
        yield Line(topic, bytes(raw), quiet(raw))
