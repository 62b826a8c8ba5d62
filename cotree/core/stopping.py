"""The three words of stopping, which are three things everywhere."""

from __future__ import annotations

import enum


class Stop(enum.IntEnum):
    """How a running behaviour is asked to stop; a higher word never gives way to a lower one."""

    INTERRUPT = 1
    """Pause: it will be resumed, so nothing needs to be put down."""
    CANCEL = 2
    """Become unencumbered (put down, step back), then stop."""
    KILL = 3
    """Stop safely now, even encumbered."""
