"""The record of a process that has no picture of its own to show."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cotree.commands._joining import record_of
from cotree.commands._output import complain

if TYPE_CHECKING:
    from cotree.core.mission import Mission
    from cotree.runtime.messages import Message


def add_record(parser: argparse.ArgumentParser) -> None:
    """Declare where the record goes."""
    record = parser.add_mutually_exclusive_group()
    record.add_argument(
        "--record",
        metavar="FILE",
        help="where the record goes (default: out/<mission>.<name>.mcap)",
    )
    record.add_argument("--no-record", action="store_true", help="keep no record")


@contextlib.contextmanager
def kept(args: argparse.Namespace, mission: Mission) -> Iterator[Callable[[Message], None]]:
    """Where to write the messages of one run."""
    from cotree.runtime.record import Recorder, unfinished

    where = record_of(args, mission)
    if where is None:
        yield lambda message: None
        return
    left = unfinished(Path(where))
    if left:
        complain(f"{left}; 'cotree replay' shows it, and it can be deleted")
    recorder = Recorder(Path(where))
    try:
        yield recorder.write
    finally:
        recorder.close()
        if recorder.failure:
            complain(recorder.failure)
