"""Python's warnings as lines for whoever typed the command."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator

from cotree.commands._output import complain


@contextlib.contextmanager
def in_one_line() -> Iterator[None]:
    """Each warning for users is one line, told once, and ends nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("default", UserWarning)
        warnings.showwarning = _tell
        yield


def _tell(message: Warning | str, *where: object, **more: object) -> None:
    complain(f"warning: {message}")
