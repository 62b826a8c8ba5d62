"""Waiting for what really happens elsewhere, in other threads and processes.

A real transport tells nobody when a datagram will arrive, and its time cannot be stepped.  So its
tests ask again until it is true or too late; they are as quick as the transport and never sleep
for a guessed time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

ASKING_S = 0.002
_never = threading.Event()


def until(true: Callable[[], object], within_s: float = 10.0) -> bool:
    """Ask until it is true; False: it was not in time."""
    deadline_s = time.monotonic() + within_s
    while not true():
        if time.monotonic() > deadline_s:
            return False
        _never.wait(ASKING_S)
    return True


def took_s(act: Callable[[], object]) -> float:
    """How long something takes."""
    before_s = time.monotonic()
    act()
    return time.monotonic() - before_s
