"""Keys that are typed while a picture stands on the terminal."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any

try:
    import termios
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]


@contextlib.contextmanager
def unechoed() -> Iterator[None]:
    """While this lasts the terminal does not show what is typed: ``^C`` would move the picture."""
    before = _modes()
    if before is None:
        yield
        return
    silent = [*before]
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(sys.stdout, termios.TCSADRAIN, silent)
    try:
        yield
    finally:
        if _modes() is not None:
            termios.tcsetattr(sys.stdout, termios.TCSADRAIN, before)


def _modes() -> list[Any] | None:
    """How our terminal is set; None: there is none, or it is somebody else's at the moment."""
    if termios is None:
        return None
    try:
        if os.tcgetpgrp(sys.stdout.fileno()) != os.getpgrp():
            return None  # in the background: whoever sets a terminal there is stopped
        return list(termios.tcgetattr(sys.stdout))
    except (termios.error, OSError, ValueError):
        return None
