"""Text from missions and records, made safe to show: it may have been written by anybody."""

from __future__ import annotations


def plain(text: str) -> str:
    """The text without characters that could steer a terminal or break a file."""
    return "".join(char if char.isprintable() else "�" for char in text)
