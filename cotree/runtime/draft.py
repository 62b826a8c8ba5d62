"""A file that is written beside its place, and put there in one move when it is complete.

Two programs that write the same file at once each have a draft of their own, so neither can harm
the other's; a program that is killed leaves its draft, which the next one finds.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

WORD = "unfinished"


class Draft:
    """Opens a draft for a file; OSError says why that is impossible."""

    def __init__(self, path: Path) -> None:
        self.path = path
        """Where the file is when it is complete."""
        self.replaced = False
        """Whether an older file gave way to it."""
        self.displaced = False
        """Whether somebody else took its place meanwhile, so that it has a number instead."""
        self.beside = path
        """Where it is until then."""
        self.stream: IO[bytes]
        self._home = _home(path)
        self._before = _identity(self._home)
        if path.exists() and not path.is_file():  # a device or a pipe: there is nothing beside it
            self.stream = path.open("wb")
            return
        if self._before is not None and not os.access(path, os.W_OK):
            raise PermissionError(13, "Permission denied", str(path))
        self.beside, self.stream = _new(_names(self._home, f".{WORD}"))
        _lock(self.stream)

    def put(self) -> None:
        """The file is complete: put it into its place, or beside what came there meanwhile."""
        self.stream.flush()
        try:
            self._move()
        finally:
            self.stream.close()  # its lock lasts until it has its name, so nobody takes it for dead

    def _move(self) -> None:
        if self.beside == self.path:
            return
        if fcntl is None:
            self.stream.close()  # where there are no locks, what is open cannot be moved
        if self._before is not None and _identity(self._home) == self._before:
            self.replaced = True
            os.replace(self.beside, self._home)
            return
        home, empty = _new(_names(self._home, ""))
        empty.close()  # the name is taken now; nobody else can have it
        os.replace(self.beside, home)
        if home != self._home:
            self.displaced = True
            self.path = home
        self.beside = self.path


def left_behind(path: Path) -> list[Path]:
    """Drafts of this file that nobody writes any more."""
    home = _home(path)
    numbered = home.parent.glob(f"{_escaped(home.stem)}.{WORD}*{_escaped(home.suffix)}")
    return sorted(draft for draft in numbered if _has_content(draft) and not _is_locked(draft))


def _home(path: Path) -> Path:
    """Where the file really is, so that a link to it stays one."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def _names(home: Path, word: str) -> Iterator[Path]:
    """The name with a word in it, and then with numbers."""
    yield home.with_name(f"{home.stem}{word}{home.suffix}")
    for n in itertools.count(2):
        yield home.with_name(f"{home.stem}{word}-{n}{home.suffix}")


def _new(names: Iterator[Path]) -> tuple[Path, IO[bytes]]:
    """The first name that is free, with a new file."""
    for name in names:
        try:
            return name, name.open("xb")
        except FileExistsError:
            continue
    raise AssertionError("names never end")


def _identity(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _escaped(text: str) -> str:
    return "".join(f"[{char}]" if char in "*?[" else char for char in text)


def _lock(stream: IO[bytes]) -> None:
    """Show that somebody writes here; a file system without locks does without."""
    if fcntl is None:
        return
    try:
        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return


def _has_content(path: Path) -> bool:
    """Whether anything is lost with it; an empty one may be about to be locked."""
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


def _is_locked(path: Path) -> bool:
    if fcntl is None:
        return False
    try:
        with path.open("rb") as stream:
            fcntl.flock(stream.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    return False
