"""Planning in real time: a process of its own, started when it is asked for the first time."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeAlias

from cotree.core.steps import NoPlan
from cotree.runtime.child import Child, deaf_to_ctrl_c
from cotree.runtime.planner import Solves
from cotree.runtime.ports import Answers, Questions

FIRST_S = 2.0
"""The mission's start waits this long for its first plan, because nothing is lost yet."""
LIMIT_S = 5.0
"""A question is thought about for at most this long."""

Make: TypeAlias = Callable[[], Solves]
"""Makes a planner, in the worker."""


def serve(pipe: Connection, make: Make) -> None:
    """Answer questions until the pipe closes; a newer question ends the thinking about an older."""
    deaf_to_ctrl_c()
    solves = make()
    while True:
        try:
            serial, question = pipe.recv()
            pipe.send((serial, think(pipe, solves, question)))
        except (EOFError, OSError):  # whoever asked has gone, however it went
            return


def think(pipe: Connection, solves: Solves, question: Questions) -> Answers:
    """One answer; a planner that fails is a planner without an answer."""
    ends_s = time.monotonic() + LIMIT_S
    try:
        return solves(question, lambda: pipe.poll() or time.monotonic() > ends_s)
    except Exception as error:
        return NoPlan("not_found", f"the planner failed: {error!r}")


class WorkerPlanner:
    """Asks a worker; an answer that was overtaken by a newer question is dropped.

    A worker that dies is replaced, and asked again; only when that one dies, too, there is no plan.
    """

    def __init__(self, make: Make, first_s: float = FIRST_S) -> None:
        self._make = make
        self._wait_s = first_s
        self._serial = 0
        self._open: Questions | None = None
        """What waits for an answer."""
        self._asked_again = False
        self._child: Child | None = None

    def ask(self, problem: Questions) -> None:
        """Ask."""
        self._serial += 1
        self._open, self._asked_again = problem, False
        self._send(problem)

    def warm_up(self) -> None:
        """Start the worker before there is anything to ask, so that the first answer comes soon."""
        if self._child is None:
            self._child = Child(serve, self._make, "planner")

    def answer(self) -> Answers | None:
        """The answer, once; None while the worker thinks."""
        if self._open is None or self._child is None:
            return None
        wait_s, self._wait_s = self._wait_s, 0.0
        try:
            while self._child.pipe.poll(wait_s):
                serial, answer = self._child.pipe.recv()
                if serial == self._serial:
                    self._open = None
                    told: Answers = answer
                    return told
        except (EOFError, OSError):
            return self._lost()
        return None

    def close(self) -> None:
        """End the worker, whatever it thinks about."""
        if self._child is not None:
            self._child.close()
        self._child = None

    def _send(self, question: Questions) -> None:
        self.warm_up()
        assert self._child is not None
        with contextlib.suppress(OSError):  # the worker is gone; ``answer`` finds out and says so
            self._child.pipe.send((self._serial, question))

    def _lost(self) -> NoPlan | None:
        self.close()
        if self._open is not None and not self._asked_again:
            self._asked_again = True
            self._send(self._open)
            return None
        self._open = None
        return NoPlan("not_found", "the planner's process ended")
