"""What is wrong with something a person wrote, as values with their place."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cotree.core.mission import Mark


class Problem(msgspec.Struct, frozen=True):
    """One mistake: where it is written, and one line that says what and what would be right."""

    mark: Mark
    message: str

    def __str__(self) -> str:
        return f"{self.mark}: {self.message}"


def _place(problem: Problem) -> tuple[str, int, int]:
    return problem.mark.file, problem.mark.line, problem.mark.column


class InputError(Exception):
    """What was written cannot be used; ``problems`` says why, ordered by place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=_place))
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)
