"""Saying sentences aloud in a process of its own, so that no tick ever waits for a voice."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from typing import Protocol

from cotree.runtime.child import Child, deaf_to_ctrl_c, respond

READY_S = 30.0
"""The mission's start waits this long for a voice, because nobody has asked anything yet."""
DIED = "whoever speaks has died"


class Speaks(Protocol):
    """Says sentences, or is the reason why it cannot; nothing is raised."""

    def say(self, text: str) -> str:
        """Begin to say this, instead of what is being said; why not, or nothing."""

    def hush(self) -> None:
        """Stop speaking."""


def serve(pipe: Connection, make: Callable[[], Speaks]) -> None:
    """Say what comes, and answer each time why not, or nothing; an empty text is silence."""
    deaf_to_ctrl_c()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    mouth = make()
    try:
        respond(pipe, mouth.say(""), mouth.say)
    finally:
        mouth.hush()


class Mouthpiece:
    """Has sentences said; asking takes no time, and of what cannot be kept up the newest is said.

    ``make`` makes the mouth, in the other process.
    """

    def __init__(self, make: Callable[[], Speaks]) -> None:
        self._next: str | None = None
        self._busy = True
        """Whether it has not answered yet; at most one sentence is in the pipe."""
        self._child: Child | None = Child(serve, make, "voice")

    def warm_up(self, wait_s: float = READY_S) -> None:
        """Wait until it could speak, before anything goes on that could not wait."""
        if self._child is not None:
            wait([self._child.pipe], wait_s)

    def say(self, text: str) -> None:
        """Say this, instead of what is being said; an empty text ends that."""
        self._next = text
        self._go_on()

    def why(self) -> str | None:
        """Why it did not speak when it should have; None: nothing new; empty: it did."""
        if self._child is None:
            return None
        found: str | None = None
        try:
            while self._child.pipe.poll():
                found = self._child.pipe.recv()
                self._busy = False
        except (EOFError, OSError):
            self.close()
            return DIED
        self._go_on()
        return found

    def close(self) -> None:
        """Be silent for good."""
        if self._child is not None:
            self._child.close()
        self._child = None

    def _go_on(self) -> None:
        if self._next is None or self._busy or self._child is None:
            return
        text, self._next, self._busy = self._next, None, True
        with contextlib.suppress(OSError):  # it is gone; ``why`` finds out and says so
            self._child.pipe.send(text)
