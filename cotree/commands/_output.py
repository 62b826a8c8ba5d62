"""Writing to whoever reads, who may go away or have no room; the work goes on without."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from typing import TextIO

from cotree.core.words import visible

WRITING = (errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT)
"""What goes wrong with what one writes to; other errors without a name are of something else."""


class Output:
    """Standard output until it fails; nothing is written after that, and ``failure`` says why."""

    def __init__(self) -> None:
        self.failure: OSError | None = None

    def line(self, text: str) -> None:
        """Write a line, if there is anybody to read it."""
        if self.failure is not None:
            return
        try:
            print(text, flush=True)
        except OSError as error:
            self.failure = error
            silence(sys.stdout)

    @property
    def unread(self) -> bool:
        """Whether the reader went away, as ``head`` does when it has read enough."""
        return isinstance(self.failure, BrokenPipeError)


def complain(text: str) -> None:
    """Write a line, or several, to standard error, if that is possible; whatever is in it."""
    try:
        print("\n".join(map(visible, text.split("\n"))), file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """What is still in the buffer goes nowhere, without a complaint at exit."""
    try:
        place = stream.fileno()
    except (OSError, ValueError):  # it is no file, so nothing is lost in it
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, place)
    os.close(nowhere)


@contextlib.contextmanager
def apart() -> Iterator[None]:
    """Standard output is ours alone: what a solver in C prints by itself goes to standard error.

    HiGHS 1.12 prints a line of its debugging now and then, whatever its options say.
    """
    ours = sys.stdout
    out = _moved(ours)
    if out is None:
        yield
        return
    try:
        with open(out, "w", encoding=ours.encoding, errors=ours.errors, closefd=False) as stream:
            sys.stdout = stream
            try:
                yield
                stream.flush()
            except OSError:
                silence(stream)
                raise
    finally:
        sys.stdout = ours
        os.dup2(out, 1)
        os.close(out)


def _moved(stream: TextIO) -> int | None:
    """Where standard output is from now on; None: it is not a stream of the process, or cannot."""
    try:
        if stream.fileno() != 1:
            return None
        stream.flush()
        out = os.dup(1)
    except (OSError, ValueError):
        return None
    try:
        os.dup2(2, 1)
    except OSError:  # there is no standard error
        os.close(out)
        return None
    return out


def unwritable(error: OSError) -> str:
    """What is wrong with a file, with standard output, or with this machine, in one line."""
    what = error.filename
    if what is None:
        what = "standard output" if error.errno in WRITING else "the system"
    return f"{what}: {error.strerror or error}"
