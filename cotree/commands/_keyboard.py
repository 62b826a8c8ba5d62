"""Lines that somebody types, read by a thread of its own so that nothing waits for them."""

from __future__ import annotations

import codecs
import contextlib
import os
import queue
import sys
import threading

MOST = 10_000
"""A longer line is cut."""


class Keyboard:
    """Standard input, line by line.

    The thread reads the file itself: a thread that waits inside ``sys.stdin`` would hold its lock
    when the process ends.
    """

    def __init__(self, file: int | None = None) -> None:
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(file,), daemon=True).start()

    @property
    def waiting(self) -> bool:
        """Whether there is a line, or the news that none will come any more."""
        return not self._lines.empty()

    def take(self) -> list[str | None]:
        """The lines since the last call; None is the end of all."""
        found = []
        while not self._lines.empty():
            found.append(self._lines.get())
        return found

    def _read(self, file: int | None) -> None:
        with contextlib.suppress(OSError, ValueError, AttributeError):  # closed, or never there
            self._follow(sys.stdin.fileno() if file is None else file)
        self._lines.put(None)

    def _follow(self, file: int) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        begun = ""
        while data := os.read(file, 4096):
            *lines, begun = (begun + decoder.decode(data)).split("\n")
            for line in lines:
                self._lines.put(line[:MOST].rstrip("\r"))
            begun = begun[:MOST]
        if begun:
            self._lines.put(begun)
