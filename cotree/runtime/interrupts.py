"""Ctrl-C and SIGTERM: they stop the mission instead of the program."""

from __future__ import annotations

import _thread
import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TypeVar

from cotree.core.interrupting import heeding
from cotree.runtime.stopper import Stopper

SIGNALS = (signal.SIGINT, signal.SIGTERM)
T = TypeVar("T")


class _Signals:
    """Implements ``Interrupter``."""

    def __init__(self, stopper: Stopper) -> None:
        self._stopper = stopper

    def asked(self) -> bool:
        """Whether a signal came."""
        return self._stopper.asked

    def aside(self, work: Callable[[], T], give_up: Callable[[], None]) -> T:
        """Here, with a thread beside it that the system tells of signals at once.

        Python's handlers are called only when the work is over.
        """
        read, write = os.pipe()
        os.set_blocking(write, False)
        before = signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        _thread.start_new_thread(_watch, (read, give_up))
        try:
            return work()
        finally:
            signal.set_wakeup_fd(before)
            os.close(write)


def _watch(read: int, give_up: Callable[[], None]) -> None:
    """Give up at each signal, in case that the first came too early, until the pipe is closed."""
    while os.read(read, 1):
        give_up()
    os.close(read)


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
