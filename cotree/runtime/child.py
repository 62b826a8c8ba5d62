"""Starting and ending a process that thinks, looks or speaks for a mission, and its life."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections.abc import Callable
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

CLOSING_S = 1.0
"""A process that has not ended so long after it was told to is killed."""
T = TypeVar("T")


class Child:
    """A process of ours, with a pipe to it."""

    def __init__(
        self, serve: Callable[[Connection, Callable[[], T]], None], make: Callable[[], T], name: str
    ) -> None:
        """``serve`` is called there, with the far end of the pipe and what it makes its worker."""
        context = multiprocessing.get_context("spawn")  # threads, OpenGL and ROS survive no fork
        resource_tracker.ensure_running()  # it would undo the mask
        self.pipe, far = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=serve, args=(far, make), name=name, daemon=True
        )
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        far.close()

    def close(self) -> None:
        """End it, whatever it does."""
        self.pipe.close()
        self.process.terminate()
        self.process.join(CLOSING_S)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def deaf_to_ctrl_c() -> None:
    """To be called in the child: Ctrl-C is the mission's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def respond(pipe: Connection, first: object, answer: Callable[[Any], object]) -> None:
    """To be called in the child: tell what is first, then answer whatever comes, one at a time.

    It ends when whoever asks has gone, however that went.
    """
    with contextlib.suppress(EOFError, OSError):
        pipe.send(first)
        while True:
            pipe.send(answer(pipe.recv()))
