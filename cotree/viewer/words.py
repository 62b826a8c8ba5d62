"""Text from missions and records, made safe to show: it may have been written by anybody."""

from __future__ import annotations

import re

from cotree.core.words import visible

_BREAK = re.compile(r"\s*[\n\r\t\v\f\x85\u2028\u2029]\s*")


def plain(text: str) -> str:
    """The text in one line, without characters that could steer a terminal or break a file."""
    return visible(_BREAK.sub(" ", text))


def counted(number: int, word: str) -> str:
    """``1 step``, ``2 steps``."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
