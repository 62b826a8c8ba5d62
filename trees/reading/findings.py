"""The mistakes found so far while reading, collected instead of stopping at the first."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import NoReturn

from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark

MOST = 100
"""After so many mistakes reading stops; more help nobody and cost time."""


class Stopped(Exception):
    """Reading cannot go on; why is among the findings."""


class Findings:
    """Collects mistakes, each place and message once."""

    def __init__(self) -> None:
        self._mistakes: dict[tuple[Mark, str], Mistake] = {}
        self._notes: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._mistakes)

    def add(self, mark: Mark, message: str) -> None:
        """Note a mistake; the same one met again through another use of a subtree counts once."""
        if (mark, message) in self._mistakes:
            return
        inner, outer = self._notes[:-3:-1], self._notes[:1]
        shown = inner if len(self._notes) <= 2 else [*inner[:1], *outer]
        notes = "".join(f" ({note})" for note in shown)
        if len(self._mistakes) >= MOST:
            self._mistakes.setdefault(
                (mark, ""), Mistake(mark, f"stopped reading here after {MOST} mistakes")
            )
            raise Stopped(message)
        self._mistakes[mark, message] = Mistake(mark, message + notes)

    def extend(self, error: InputError) -> None:
        """Take over the mistakes of something read apart."""
        for mistake in error.mistakes:
            self.add(mistake.mark, mistake.message)

    def stop(self, mark: Mark, message: str) -> NoReturn:
        """Note a mistake after which nothing that follows can be understood."""
        self.add(mark, message)
        raise Stopped(message)

    @contextlib.contextmanager
    def within(self, note: str) -> Iterator[None]:
        """Add a note to every mistake found inside the block; the innermost and outermost show."""
        self._notes.append(note)
        try:
            yield
        finally:
            self._notes.pop()

    def error(self) -> InputError:
        """Everything found, as one error."""
        return InputError(self._mistakes.values())
