"""What remains of a simulated body when its process dies: where it stands, what it holds."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import msgspec

from cotree.runtime.fresh import fresh_file
from cotree.runtime.process.telegrams import Noted

NAME = "world.json"


class Kept(msgspec.Struct, frozen=True):
    """What one process leaves to the next of its name."""

    noted: tuple[Noted, ...] = ()
    lived_s: float = 0.0
    """How far the mission had come for it; what happened by itself until then is over."""


class Keepsake:
    """A file that is as good as the world it remembers: when it is lost, others remember it too."""

    def __init__(self, folder: Path | None) -> None:
        self._path = None if folder is None else folder / NAME

    def read(self) -> Kept:
        """What was kept; nothing when it cannot be read."""
        if self._path is None:
            return Kept()
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=Kept)
        except (OSError, ValueError):
            return Kept()

    def write(self, kept: Kept) -> None:
        """Keep this instead; a full disk does not stop a body."""
        if self._path is None:
            return
        beside = self._path.with_suffix(".new")
        with contextlib.suppress(OSError):
            with fresh_file(beside) as file:
                file.write(msgspec.json.encode(kept))
            os.replace(beside, self._path)

    def drop(self) -> None:
        """The world begins anew."""
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink()


class Diary:
    """Keeps what is new, before anybody is told of it."""

    def __init__(self, keepsake: Keepsake) -> None:
        self._keepsake = keepsake
        self.kept = keepsake.read()

    def note(self, noted: list[Noted], lived_s: float) -> None:
        """What is known now."""
        now = tuple(noted)
        if now != self.kept.noted:
            self.kept = Kept(now, lived_s)
            self._keepsake.write(self.kept)
