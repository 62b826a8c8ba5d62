"""Look-ahead in real time: a process of its own, started when it is asked for the first time."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TypeAlias

import msgspec

from cotree.core.steps import NoPlan, Plan, Problem
from cotree.runtime.planner import Manner, solve

FIRST_S = 2.0
"""The mission's start waits this long for its first plan, because nothing is lost yet."""
LIMIT_S = 5.0
"""A question is thought about for at most this long."""

Question: TypeAlias = tuple[int, Manner, Problem]
Answer: TypeAlias = tuple[int, Plan | None, NoPlan | None]


def serve(pipe: Connection) -> None:
    """Answer questions until the pipe closes; a newer question ends the thinking about an older."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the mission's business
    decode = msgspec.msgpack.Decoder(Question).decode
    while True:
        try:
            serial, manner, problem = decode(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        answer = think(pipe, manner, problem)
        plan = answer if isinstance(answer, Plan) else None
        no_plan = answer if isinstance(answer, NoPlan) else None
        pipe.send_bytes(msgspec.msgpack.encode((serial, plan, no_plan)))


def think(pipe: Connection, manner: Manner, problem: Problem) -> Plan | NoPlan:
    """One answer; a planner that fails is a planner without an answer."""
    ends_s = time.monotonic() + LIMIT_S
    try:
        return solve(problem, manner, lambda: pipe.poll() or time.monotonic() > ends_s)
    except Exception as error:
        return NoPlan("not_found", f"the planner failed: {error!r}")


class WorkerPlanner:
    """Asks a worker; an answer that was overtaken by a newer question is dropped."""

    def __init__(self, manner: Manner, first_s: float = FIRST_S) -> None:
        self._manner = manner
        self._wait_s = first_s
        self._serial = 0
        self._open = False
        self._pipe: Connection | None = None
        self._process: BaseProcess | None = None
        self._decode: Callable[[bytes], Answer] = msgspec.msgpack.Decoder(Answer).decode

    def ask(self, problem: Problem) -> None:
        """Ask."""
        self._serial += 1
        self._open = True
        if self._pipe is None:
            self._start()
        self._send(msgspec.msgpack.encode((self._serial, self._manner, problem)))

    def answer(self) -> Plan | NoPlan | None:
        """The answer, once; None while the worker thinks."""
        if not self._open or self._pipe is None:
            return None
        wait_s, self._wait_s = self._wait_s, 0.0
        try:
            while self._pipe.poll(wait_s):
                serial, plan, no_plan = self._decode(self._pipe.recv_bytes())
                if serial == self._serial:
                    self._open = False
                    return no_plan if plan is None else plan
        except (EOFError, OSError):
            return self._lost()
        return None

    def close(self) -> None:
        """End the worker, whatever it thinks about."""
        if self._process is not None and self._pipe is not None:
            self._pipe.close()
            self._process.terminate()
            self._process.join()
        self._pipe = self._process = None

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")  # threads and ROS do not survive a fork
        self._pipe, far = context.Pipe()
        self._process = context.Process(target=serve, args=(far,), name="planner", daemon=True)
        self._process.start()
        far.close()

    def _send(self, question: bytes) -> None:
        assert self._pipe is not None
        try:
            self._pipe.send_bytes(question)
        except OSError:
            return  # the worker is gone; ``answer`` finds out and says so

    def _lost(self) -> NoPlan:
        self._open = False
        self.close()
        return NoPlan("not_found", "the planner's process ended")
