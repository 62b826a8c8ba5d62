"""A folder that one process at a time may use; the operating system frees it when that dies."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path

from cotree.runtime.fresh import NO_LINK

try:
    import fcntl
except ImportError:  # no POSIX: nobody guards against a second process
    fcntl = None  # type: ignore[assignment]


class Taken(Exception):
    """Somebody else has it; the text says who."""


class Claimed:
    """Holds a lock file until ``close``, or until the process ends in whatever way."""

    def __init__(self, path: Path) -> None:
        flags = os.O_RDWR | os.O_CREAT | NO_LINK | getattr(os, "O_CLOEXEC", 0)
        self._handle = os.open(path, flags, 0o600)
        if os.fstat(self._handle).st_nlink > 1:
            os.close(self._handle)
            raise OSError(errno.EMLINK, "the lock is another file, too", str(path))
        if fcntl is None:
            return
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            who = os.read(self._handle, 20).decode(errors="replace").strip()
            os.close(self._handle)
            raise Taken(f"process {who}" if who else "another process") from None
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, str(os.getpid()).encode(), 0)

    def close(self) -> None:
        """Let others have it; a second time does nothing."""
        with contextlib.suppress(OSError):
            if self._handle >= 0:
                os.close(self._handle)
        self._handle = -1
