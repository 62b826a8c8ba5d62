"""Files that are written anew, wherever a name may lead."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import IO

NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""Follow no symbolic link; where the system knows none, there is nothing to follow."""


def fresh_file(path: Path) -> IO[bytes]:
    """A new, empty file; what had the name, or where it led to, is not written to."""
    with contextlib.suppress(FileNotFoundError):
        path.unlink()
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK | getattr(os, "O_CLOEXEC", 0)
    return os.fdopen(os.open(path, flags, 0o666), "wb")
