"""Why something did not work, as a value that a reaction can select on and a person can read."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from typing import Any

import msgspec


class Reason(msgspec.Struct, frozen=True):
    """A failure: ``code`` for reactions, ``message`` for people, ``data`` for tools."""

    code: str
    message: str
    data: Mapping[str, Any] = {}
    path: str = ""
    """The node it happened in, as a tree path; filled in by the engine."""

    def at(self, path: str) -> Reason:
        """The same reason, placed at a node; a reason that already has its place keeps it."""
        return self if self.path else msgspec.structs.replace(self, path=path)

    def __str__(self) -> str:
        where = f"{self.path}: " if self.path else ""
        return f"{where}{self.message} [{self.code}]"


def raised(error: Exception, doing: str) -> Reason:
    """An exception as a reason, with its traceback for those who must mend it."""
    return Reason(
        "exception",
        f"{doing} raised {type(error).__name__}: {error}",
        {"traceback": "".join(traceback.format_exception(error))},
    )
