"""What a process does last: it leaves what can hang, and ends all the same."""

from __future__ import annotations

import os
from collections.abc import Callable

Leave = Callable[[], None]


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
