"""Whether somebody wants this process to stop what it does, for work that takes long in one go."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

T = TypeVar("T")


class Interrupter(Protocol):
    """Hears of signals while a mission runs."""

    def asked(self) -> bool:
        """Whether it was asked to stop."""

    def aside(self, work: Callable[[], T], give_up: Callable[[], None]) -> T:
        """Do this, and have it given up at once when a signal comes."""


_heeded: list[Interrupter] = []


@contextlib.contextmanager
def heeding(interrupter: Interrupter) -> Iterator[None]:
    """While this lasts, ``interrupted`` says what this one says."""
    _heeded.append(interrupter)
    try:
        yield
    finally:
        _heeded.remove(interrupter)


def interrupted() -> bool:
    """Whether this process was asked to stop."""
    return any(each.asked() for each in _heeded)


def interruptibly(work: Callable[[], T], give_up: Callable[[], None]) -> T:
    """What work gives that runs outside of Python, where nobody hears a signal."""
    return _heeded[-1].aside(work, give_up) if _heeded else work()
