"""From a path to text: everything that can be wrong with a file before it is YAML."""

from __future__ import annotations

import os
import re
import stat
from typing import NoReturn

from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark

MOST_BYTES = 256 * 1024
_UNPRINTABLE = re.compile(
    "[^\x09\x0a\x0d\x20-\x7e\x85\xa0-\u2027\u202f-\u2065\u2070-\ud7ff\ue000-\ufefe\uff00-\ufffd"
    "\U00010000-\U0010ffff]"
)
"""Characters that YAML forbids, and those that reorder or break lines of a terminal."""


def read_text(path: str) -> str:
    """The text of a regular UTF-8 file of bounded size; anything else is an ``InputError``."""
    return decode(_read_bytes(path), path)


def decode(data: bytes, file: str) -> str:
    """UTF-8 as text, without a byte order mark and without unprintable characters."""
    if len(data) > MOST_BYTES:
        _refuse(file, f"the file is larger than {MOST_BYTES // 1024} KiB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", errors="replace")
        _refuse(
            file,
            f"not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}; "
            "save the file as UTF-8",
            before,
        )
    check_text(text, file)
    return text


def check_text(text: str, file: str) -> None:
    """Refuse characters that have no place in a text file."""
    if len(text) > MOST_BYTES:
        _refuse(file, f"the text is longer than {MOST_BYTES // 1024} KiB")
    bad = _UNPRINTABLE.search(text)
    if bad is not None:
        name = "NUL" if bad.group() == "\0" else f"U+{ord(bad.group()):04X}"
        _refuse(file, f"character {name} is not allowed in a text file", text[: bad.start()])


def _read_bytes(path: str) -> bytes:
    try:
        found = os.stat(path)
        mode = found.st_mode
        if stat.S_ISDIR(mode):
            _refuse(path, "this is a directory, not a file")
        if not stat.S_ISREG(mode):
            _refuse(path, "this is not a regular file")
        if found.st_size == 0:
            return b""  # what the kernel makes up as it is read may never come
        with open(path, "rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        _refuse(path, "no such file")
    except OSError as error:
        _refuse(path, f"cannot be read: {error.strerror or error}")
    except ValueError as error:  # a NUL or a surrogate in the path
        _refuse(path, f"cannot be read: {error}")


def _refuse(file: str, message: str, before: str = "") -> NoReturn:
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    raise InputError([Mistake(Mark(file, line, column), message)])
