"""What was told so far, for who comes late: all of it, or what holds and all since then."""

from __future__ import annotations

from collections import deque

from cotree.viewer.web.items import Item, Tick, decode, encode
from cotree.viewer.web.whole import Whole

MOST_BYTES = 32 << 20
CHUNK = 128 << 10
"""About so much goes into one message to a page."""


class Log:
    """Items in order, each with its number; what is too old is folded into one that says all."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._opening: list[bytes] = []
        self._kept: deque[bytes] = deque()
        """As JSON, which takes a fifth of the memory that items take."""
        self._size = 0
        self._old: Whole | None = None
        self.now_s = 0.0
        """What the mission's clock shows."""
        self.figures = b""
        """The newest item about how well robots keep up; older ones are of no use."""
        self.first = 0
        """The number of the oldest one that is kept by itself."""

    @property
    def next(self) -> int:
        """The number that the next one will have."""
        return self.first + len(self._kept)

    def add(self, item: Item) -> None:
        """One more; what describes the mission stays for ever."""
        data = encode(item)
        if isinstance(item, Tick):
            self.now_s = max(self.now_s, item.t)
        if not isinstance(item, Tick) and item.__struct_config__.tag != "end":
            self._opening.append(data)
            return
        self._kept.append(data)
        self._size += len(data)
        while self._size > self._most and len(self._kept) > 1:
            self._fold()

    def opening(self) -> list[bytes]:
        """Where a page begins that knows nothing yet; it goes on with ``first``."""
        return [*self._opening, *([] if self._old is None else [encode(self._old.tick())])]

    @property
    def described(self) -> int:
        """How many items describe the mission."""
        return len(self._opening)

    def descriptions(self, number: int) -> list[bytes]:
        """Those from this one on: who is there before the mission is known gets them late."""
        return self._opening[number:]

    def since(self, number: int) -> tuple[list[bytes], int]:
        """About a chunk of what comes from this number on, and the number to go on with."""
        found: list[bytes] = []
        size, at = 0, number
        for i in range(number - self.first, len(self._kept)):
            data = self._kept[i]
            found.append(data)
            size, at = size + len(data), at + 1
            if size >= CHUNK:
                break
        return found, at

    def _fold(self) -> None:
        data = self._kept.popleft()
        self._size -= len(data)
        self.first += 1
        self._old = self._old or Whole()
        item = decode(data)
        if isinstance(item, Tick):
            self._old.take(item)


def message(items: list[bytes]) -> str:
    """Items as one message to a page."""
    return (b"[" + b",".join(items) + b"]").decode()
