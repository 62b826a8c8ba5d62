"""What a process does last: it leaves what can hang, and ends all the same."""

from __future__ import annotations

import atexit
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

Leave = Callable[[], None]


def end(code: int) -> int:
    """End the process with this code; comes back, with the code, where Python can end by itself.

    A thread that comes back from Zenoh or DDS while Python ends would abort the process, and who
    hangs there comes back at any time.  So where a thread is left for which Python would not wait,
    Python does not end: others are waited for, all that is to be done at an exit is done, all that
    was said is written, and the process is gone.
    """
    if any(thread.daemon for thread in threading.enumerate()):
        threading._shutdown()  # type: ignore[attr-defined]  # as Python does it first
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(code)
    return code


class Last:
    """What a process leaves when all of its own stands, has been told, and is on disk."""

    def __init__(self) -> None:
        self._leaves: list[Leave] = []

    def do(self, leave: Leave) -> None:
        """Do this then, after what was said before."""
        self._leaves.append(leave)

    def close(self, code: int) -> None:
        """Do it now; if it hangs, the process ends with this code.  A second time does nothing."""
        if not self._leaves:
            return
        from cotree.runtime.hanging import ending_in_time

        with ending_in_time(code):
            try:
                while self._leaves:
                    self._leaves.pop(0)()
            except KeyboardInterrupt:  # whoever does not want to wait for it
                os._exit(code)
