"""How a mission is stopped from outside: cancel first, kill when asked twice or too slow."""

from __future__ import annotations

from cotree.core.stopping import Stop


class Stopper:
    """What has been asked, and how long ago; ``ask`` may be called from a signal handler."""

    def __init__(self, patience_s: float) -> None:
        self._patience_s = patience_s
        self._asked: Stop | None = None
        self._since_s: float | None = None
        self._asks = 0
        self._noticed = 0

    def ask(self) -> None:
        """Stop: the first time cancel, from the second time on kill."""
        self._asked = Stop.CANCEL if self._asked is None else Stop.KILL
        self._asks += 1

    def news(self) -> bool:
        """Whether anybody asked since the last call."""
        before, self._noticed = self._noticed, self._asks
        return self._noticed > before

    @property
    def asked(self) -> bool:
        """Whether anybody asked."""
        return self._asked is not None

    def word(self, now_s: float) -> Stop | None:
        """What to tell the tree now: a cancel that takes too long becomes a kill."""
        if self._asked is None:
            return None
        if self._since_s is None:
            self._since_s = now_s
        if now_s - self._since_s > self._patience_s:
            self._asked = Stop.KILL
        return self._asked

    def in_vain(self, now_s: float) -> bool:
        """Whether even the kill had its time."""
        return self._since_s is not None and now_s - self._since_s > 2 * self._patience_s
