"""Where datagrams wait: bounded, and safe to fill from other threads."""

from __future__ import annotations

import threading
from collections import deque

from cotree.runtime.bus import MOST_WAITING, Datagram


class Letterbox:
    """Transports put datagrams in on any thread; the tick empties it on its own."""

    def __init__(self, limit: int = MOST_WAITING) -> None:
        self.dropped = 0
        """How many were overtaken because too many waited, or were refused."""
        self._limit = limit
        self._lock = threading.Lock()
        self._waiting: deque[Datagram] = deque()

    def put(self, datagram: Datagram) -> None:
        """Let one wait; when there are too many, the oldest goes."""
        with self._lock:
            if len(self._waiting) >= self._limit:
                self._waiting.popleft()
                self.dropped += 1
            self._waiting.append(datagram)

    def refuse(self) -> None:
        """Count one that is not worth keeping."""
        with self._lock:
            self.dropped += 1

    def empty(self) -> list[Datagram]:
        """All that waited, in the order of arrival."""
        with self._lock:
            found = list(self._waiting)
            self._waiting.clear()
        return found
