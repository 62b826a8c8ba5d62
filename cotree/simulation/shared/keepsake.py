"""What remains of a simulated body when its process dies: where it stands, what it holds."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from cotree.runtime.process.telegrams import Noted

NAME = "world.json"


class Keepsake:
    """A file that is as good as the world it remembers: when it is lost, others remember it too."""

    def __init__(self, folder: Path | None) -> None:
        self._path = None if folder is None else folder / NAME

    def read(self) -> list[Noted]:
        """What was kept; nothing when it cannot be read."""
        if self._path is None:
            return []
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=list[Noted])
        except (OSError, ValueError):
            return []

    def write(self, noted: Iterable[Noted]) -> None:
        """Keep this instead; a full disk does not stop a body."""
        if self._path is None:
            return
        beside = self._path.with_suffix(".new")
        with contextlib.suppress(OSError):
            beside.write_bytes(msgspec.json.encode(list(noted)))
            os.replace(beside, self._path)

    def drop(self) -> None:
        """The world begins anew."""
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink()
