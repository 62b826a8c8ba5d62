"""Ctrl-C and SIGTERM: they stop the mission instead of the program."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TypeVar

from cotree.core.interrupting import heeding
from cotree.runtime.stopper import Stopper

SIGNALS = (signal.SIGINT, signal.SIGTERM)
LOOKS_S = 0.05
"""How often it is looked whether work that is done aside shall be given up."""
T = TypeVar("T")


class _Signals:
    """Implements ``Interrupter``."""

    def __init__(self, stopper: Stopper) -> None:
        self._stopper = stopper

    def asked(self) -> bool:
        """Whether a signal came."""
        return self._stopper.asked

    def aside(self, work: Callable[[], T], give_up: Callable[[], None]) -> T:
        """In a thread: signals are heard in the main one."""
        from concurrent.futures import ThreadPoolExecutor, wait  # heavy

        with ThreadPoolExecutor(1, "aside") as aside:
            done = aside.submit(work)
            while not wait([done], LOOKS_S).done:
                if self.asked():
                    give_up()
        return done.result()


@contextlib.contextmanager
def interrupts(stopper: Stopper, heard: Callable[[], None] | None = None) -> Iterator[None]:
    """While this lasts, each signal asks the stopper; only the main thread may enter.

    ``heard`` is called in the signal's handler, so it must not use buffered streams.
    """

    def ask(number: int, frame: FrameType | None) -> None:
        stopper.ask()
        if heard is not None:
            heard()

    before = {number: signal.signal(number, ask) for number in SIGNALS}
    try:
        with heeding(_Signals(stopper)):
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
