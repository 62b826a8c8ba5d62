"""Small help with words in messages."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this one, if any is alike at all."""
    import difflib  # heavy, and only for mistakes

    found = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return found[0] if found else None


def did_you_mean(word: str, known: Iterable[str], most: int = 12) -> str:
    """``; did you mean 'place'?``, or what there is if that is not too much, or nothing."""
    choices = sorted(known)
    close = nearest(word, choices)
    if close is not None:
        return f"; did you mean '{close}'?"
    if choices and len(choices) <= most:
        return f"; known: {', '.join(choices)}"
    return ""


def visible(text: str) -> str:
    """The text without characters that could do anything but be seen."""
    return "".join(char if char.isprintable() else "�" for char in text)
