"""Ctrl-C while a command starts: there is nothing to halt yet, so it ends the process at once.

Python's own KeyboardInterrupt, raised while a compiled module is imported, can crash the process.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def dying_of_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C end the process silently, until ``heeding_ctrl_c`` or the end of this."""
    before = signal.getsignal(signal.SIGINT)
    ours = (
        before is signal.default_int_handler
        and threading.current_thread() is threading.main_thread()
    )
    if ours:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGINT, before)


def heeding_ctrl_c() -> None:
    """From now on there is something to put in order: Ctrl-C is a KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        with contextlib.suppress(ValueError):  # only the main thread may say so
            signal.signal(signal.SIGINT, signal.default_int_handler)
