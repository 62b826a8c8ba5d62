"""Ctrl-C and SIGTERM: they stop the mission instead of the program."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from types import FrameType

from cotree.runtime.stopper import Stopper

SIGNALS = (signal.SIGINT, signal.SIGTERM)


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
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
