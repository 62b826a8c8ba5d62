"""The one way to wait for what really happens elsewhere, in other threads and processes.

A real transport tells nobody when a datagram will arrive, and its time cannot be stepped.  So its
tests ask again until it is true; they are as quick as the transport, sleep for no guessed time, and
say nothing about how long it took: that is a figure of a benchmark.
"""

from __future__ import annotations

import os
import select
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

PATIENCE_S = 120.0
"""So long whoever waits must really have run before it gives up."""
GAP_S = 0.25
"""Of the time between two questions no more counts: the machine did other things than this."""
SHORTEST_S = 0.002
LONGEST_S = 0.1
T = TypeVar("T")
_never = threading.Event()


def rest(pause_s: float) -> None:
    """Let this time pass."""
    _never.wait(pause_s)


class Late(AssertionError):
    """What was waited for did not come; on a machine that stands still that is nobody's fault."""


class Unsafe(AssertionError):
    """What must never happen has happened; no slow machine is an excuse."""


def until(true: Callable[[], T], what: str, pause: Callable[[float], object] | None = None) -> T:
    """Ask until the answer is true, and give that answer; ``Late`` says what did not come.

    ``pause`` lets a time in seconds pass, or less; it may do what makes the answer come.
    """
    began_s = before_s = time.monotonic()
    ran_s, pause_s = 0.0, SHORTEST_S
    while not (found := true()):
        if ran_s > PATIENCE_S:
            raise Late(
                f"{what}: not after {PATIENCE_S:.0f} s; {_machine(before_s - began_s, ran_s)}"
            )
        (pause or rest)(pause_s)
        pause_s = min(1.2 * pause_s, LONGEST_S)
        now_s = time.monotonic()
        ran_s += min(now_s - before_s, GAP_S)
        before_s = now_s
    return found


WAITS: tuple[tuple[Any, str], ...] = (
    (time, "sleep"),
    (select, "select"),
    (threading.Condition, "wait"),  # events, queues and futures wait on it, too
    (threading.Thread, "join"),
    (subprocess.Popen, "wait"),
    (subprocess.Popen, "communicate"),
)
"""What waits in Python."""


@contextmanager
def waiting_for_nobody(who: str) -> Iterator[None]:
    """Within it, a line of this thread that waits raises ``Unsafe``, however short the wait."""
    mine = threading.get_ident()

    def refusing(usual: Callable[..., Any], name: str) -> Callable[..., Any]:
        def wait(*args: Any, **more: Any) -> Any:
            given = args[-1] if args else more.get("timeout")
            if threading.get_ident() == mine and given != 0:
                raise Unsafe(f"{who} waits: {name}")
            return usual(*args, **more)

        return wait

    with ExitStack() as stack:
        for place, name in WAITS:
            refuse = refusing(getattr(place, name), f"{place.__name__}.{name}")
            stack.enter_context(patch.object(place, name, refuse))
        yield


def _machine(waited_s: float, ran_s: float) -> str:
    """What the machine did meanwhile."""
    words = [
        f"{waited_s - ran_s:.0f} s more in which nothing ran",
        f"load {os.getloadavg()[0]:.1f}",
    ]
    with suppress(OSError):
        text = Path("/proc/pressure/cpu").read_text(encoding="ascii")
        words.append(f"pressure {' '.join(text.split()[1:4])}")
    return ", ".join(words)
