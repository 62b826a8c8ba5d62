"""The end of a process that hangs, with a code of our choice.

Fast DDS can wait for itself while it is left (Fast-DDS #6193, #6502), and rclpy holds up Python as
a whole meanwhile: no thread of Python runs any more, so the end comes from outside of Python.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import sys
from collections.abc import Callable, Iterator

LEAVING_S = 10.0
"""Longer than it takes to leave anything, also on a slow machine."""


@contextlib.contextmanager
def ending_in_time(code: int) -> Iterator[None]:
    """End the process with this code when what is inside hangs, even if it holds Python up."""
    calls_off = _ends_later(LEAVING_S, code)
    try:
        yield
    finally:
        calls_off()


# -- a timer of the C library that calls ``_exit`` on a thread of its own ----------------------


class _Event(ctypes.Structure):
    _fields_ = (
        ("value", ctypes.c_void_p),
        ("signal", ctypes.c_int),
        ("notify", ctypes.c_int),
        ("function", ctypes.c_void_p),
        ("attributes", ctypes.c_void_p),
        ("room", ctypes.c_char * 64),
    )


class _Times(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_long) for name in ("every_s", "every_ns", "after_s", "after_ns")
    )


BY_THREAD = 2
"""SIGEV_THREAD of Linux."""
MONOTONIC = 1
"""CLOCK_MONOTONIC of Linux."""


def _ends_later(after_s: float, code: int) -> Callable[[], None]:
    """What calls it off."""
    library = ctypes.CDLL(None)
    if sys.platform != "linux" or not hasattr(library, "timer_create"):
        return _ends_with_1(after_s)
    timer = ctypes.c_void_p()
    exits = ctypes.cast(library._exit, ctypes.c_void_p)
    event = _Event(code, 0, BY_THREAD, exits, None, b"")
    if library.timer_create(MONOTONIC, ctypes.byref(event), ctypes.byref(timer)) != 0:
        return _ends_with_1(after_s)
    whole_s, rest_s = divmod(after_s, 1.0)
    times = _Times(0, 0, int(whole_s), int(rest_s * 1e9))
    library.timer_settime(timer, 0, ctypes.byref(times), None)
    return lambda: library.timer_delete(timer)


def _ends_with_1(after_s: float) -> Callable[[], None]:
    """Where there is no such timer."""
    faulthandler.dump_traceback_later(after_s, exit=True)
    return faulthandler.cancel_dump_traceback_later
