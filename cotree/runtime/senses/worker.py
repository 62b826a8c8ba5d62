"""Looking in a process of its own: in real time, so that no tick ever waits for a picture."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from multiprocessing.connection import Connection, wait

from cotree.runtime.child import Child, deaf_to_ctrl_c, respond
from cotree.runtime.senses.ports import Eye, Moment, Sensed

FIRST_S = 30.0
"""The mission's start waits this long for somebody to be ready, because nothing is lost yet."""
DIED = "whoever looks has died twice; the mission's record says what was asked of it last"


def serve(pipe: Connection, make: Callable[[], Eye]) -> None:
    """Look at what is asked until the pipe closes."""
    deaf_to_ctrl_c()
    eye = make()
    try:
        respond(pipe, None, eye.look)
    finally:
        eye.close()


class WorkerLooker:
    """Implements ``Looker``: at most one look is under way, and nobody waits for it.

    ``senses`` are the words of what it does, for saying that it has died.  One that dies is
    replaced once.
    """

    def __init__(self, make: Callable[[], Eye], senses: tuple[str, ...]) -> None:
        self._make = make
        self._senses = senses
        self._busy = True
        """Whether it looks, or is still getting ready."""
        self._lives = 1
        self._child: Child | None = Child(serve, make, "eye")

    def warm_up(self, wait_s: float = FIRST_S) -> None:
        """Wait until it is ready to look, before anything goes on that could not wait."""
        if self._child is not None:
            wait([self._child.pipe], wait_s)
            self.answers()

    def ask(self, moment: Moment) -> bool:
        """Have this looked at; False: the last look still goes on."""
        if self._busy or self._child is None:
            return False
        self._busy = True
        with contextlib.suppress(OSError):  # it is gone; ``answers`` finds out and says so
            self._child.pipe.send(moment)
        return True

    def answers(self) -> list[Sensed]:
        """What was told since the last call."""
        if self._child is None:
            return []
        try:
            if not self._child.pipe.poll():
                return []
            told: Sensed | None = self._child.pipe.recv()
        except (EOFError, OSError):
            return self._lost()
        self._busy = False
        return [] if told is None else [told]

    def close(self) -> None:
        """End it, whatever it looks at."""
        if self._child is not None:
            self._child.close()
        self._child = None

    def _lost(self) -> list[Sensed]:
        self.close()
        self._busy = True
        self._lives += 1
        if self._lives == 2:
            self._child = Child(serve, self._make, "eye")
            return []
        return [Sensed(0.0, blind=dict.fromkeys(self._senses, DIED))]
