"""The problems found so far while reading, collected instead of stopping at the first."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import NoReturn

from cotree.core.errors import InputError, Problem
from cotree.core.mission import Mark

MOST = 100
"""After so many problems reading stops; more help nobody and cost time."""


class Stopped(Exception):
    """Reading cannot go on; why is among the findings."""


class Findings:
    """Collects problems, each place and message once."""

    def __init__(self) -> None:
        self._problems: dict[tuple[Mark, str], Problem] = {}
        self._notes: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._problems)

    def add(self, mark: Mark, message: str) -> None:
        """Note a problem; the same one met again through another use of a subtree counts once."""
        if (mark, message) in self._problems:
            return
        inner, outer = self._notes[:-3:-1], self._notes[:1]
        shown = inner if len(self._notes) <= 2 else [*inner[:1], *outer]
        notes = "".join(f" ({note})" for note in shown)
        if len(self._problems) >= MOST:
            self._problems.setdefault(
                (mark, ""), Problem(mark, f"stopped reading here after {MOST} problems")
            )
            raise Stopped(message)
        self._problems[mark, message] = Problem(mark, message + notes)

    def extend(self, error: InputError) -> None:
        """Take over the problems of something read apart."""
        for problem in error.problems:
            self.add(problem.mark, problem.message)

    def stop(self, mark: Mark, message: str) -> NoReturn:
        """Note a problem after which nothing that follows can be understood."""
        self.add(mark, message)
        raise Stopped(message)

    @contextlib.contextmanager
    def within(self, note: str) -> Iterator[None]:
        """Add a note to every problem found inside the block; the innermost and outermost show."""
        self._notes.append(note)
        try:
            yield
        finally:
            self._notes.pop()

    def error(self) -> InputError:
        """Everything found, as one error."""
        return InputError(self._problems.values())
