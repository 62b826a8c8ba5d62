"""What is wrong with something a person wrote, as values with their place."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cotree.core.mission import Mark


class Mistake(msgspec.Struct, frozen=True):
    """Where something wrong is written, and one line that says what and what would be right."""

    mark: Mark
    message: str

    def __str__(self) -> str:
        return f"{self.mark}: {self.message}"


def _place(mistake: Mistake) -> tuple[str, int, int]:
    return mistake.mark.file, mistake.mark.line, mistake.mark.column


class InputError(Exception):
    """What was written cannot be used; ``mistakes`` says why, ordered by place."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(sorted(mistakes, key=_place))
        super().__init__(self.mistakes)

    def __str__(self) -> str:
        return "\n".join(str(mistake) for mistake in self.mistakes)
