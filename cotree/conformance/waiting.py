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
USUAL_S = 0.018
"""A usual machine that does nothing else counts to a million in this time."""
ROUNDS = 5
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


def slowness() -> float:
    """How many times longer than usual anything takes on this machine now; at least 1.

    A limit of seconds that is multiplied by it promises the same to slow machines and busy ones.
    """
    return max(1.0, took_s(_count) / (ROUNDS * USUAL_S))


def _count() -> None:
    for _ in range(ROUNDS):
        sum(range(1_000_000))
