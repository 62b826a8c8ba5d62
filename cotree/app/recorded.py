"""A run from its first message to its last, whatever ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from cotree.runtime.interrupts import interrupts
from cotree.runtime.messages import End, Message
from cotree.runtime.stopper import Stopper


class Runs(Protocol):
    """One robot's loop, or a whole crew."""

    stopper: Stopper

    def run(self) -> End:
        """Run until it is over; when anything goes wrong, whatever moves is stopped."""

    def broken(self, error: BaseException) -> End:
        """The end of a run that an error ended."""


def recorded(
    runs: Runs,
    opening: Iterable[Message],
    write: Callable[[Message], None],
    halting: Callable[[], None] | None,
    judged: Callable[[End], End] = lambda end: end,
) -> End:
    """Write the opening, run, and write the end; Ctrl-C asks it to stop, and tells ``halting``.

    ``judged``: has the last word on how it ended.
    """
    for message in opening:
        write(message)
    try:
        with interrupts(runs.stopper, halting):
            end = judged(runs.run())
    except Exception as error:
        write(runs.broken(error))
        raise
    except BaseException as error:  # a leaf that wants to end the process: SystemExit and the like
        end = runs.broken(error)
    write(end)
    return end
