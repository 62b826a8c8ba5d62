"""What C libraries write past Python to standard error goes nowhere; what we say still arrives."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def hushed(*, if_: bool = True) -> Iterator[None]:
    """Meanwhile standard error is ours alone; where there is none, nothing is done."""
    kept = _kept() if if_ else None
    if kept is None:
        yield
        return
    if sys.stderr is not None:
        sys.stderr.flush()
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        with _ours_through(kept):
            yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _kept() -> int | None:
    """Where standard error leads; None: nowhere."""
    try:
        return os.dup(2)
    except OSError:
        return None


@contextlib.contextmanager
def _ours_through(kept: int) -> Iterator[None]:
    """Meanwhile what Python says goes there, if it has gone to the same place."""
    ours = sys.stderr
    try:
        same = ours.fileno() == 2
    except (AttributeError, OSError, ValueError):  # it is no stream of this process
        same = False
    if not same:
        yield
        return
    with open(
        kept, "w", encoding=ours.encoding, errors=ours.errors, buffering=1, closefd=False
    ) as (sys.stderr):
        try:
            yield
        finally:
            sys.stderr = ours
