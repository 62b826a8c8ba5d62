"""``why``, asked from a page: in a process of its own, one at a time, and never in a tick.

A robot's process only starts it; the record is read, and run again up to that moment, elsewhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec

PATIENCE_S, LAST_S = 120.0, 1.0
"""After so long there is no answer (it is nice to all else that runs here); and so long a stopped
process may take to end."""
MOST_BYTES = 64 << 10
"""So much of an answer is shown."""
NICE = 10


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What changed at a node until then, and why."""

    path: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
    t: Annotated[float, msgspec.Meta(ge=0, le=1e9)]


class NoAnswer(Exception):
    """There is none; the text is one line for people."""


_decode = msgspec.json.Decoder(Question).decode


def question_of(data: bytes) -> Question:
    """What somebody asks; ``NoAnswer`` says what is wrong with it."""
    try:
        return _decode(data)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise NoAnswer(f"this is no question: {error}"[:300]) from None


class Asking:
    """Answers with the lines that ``cotree why`` prints about a record.

    ``record``: where it is now; None: there is none, or not yet.
    """

    def __init__(
        self,
        record: Callable[[], Path | None] = lambda: None,
        command: tuple[str, ...] = (sys.executable, "-m", "cotree", "why"),
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._patience_s = patience_s
        self.record = record
        self._command = command
        self._busy = False

    async def answer(self, question: Question) -> list[str]:
        """The lines; ``NoAnswer`` says why there are none."""
        record = self.record()
        if record is None:
            raise NoAnswer("this run keeps no record, and 'why' reads one: run it with a record")
        if self._busy:
            raise NoAnswer("another question is being answered; ask again when that is done")
        self._busy = True
        try:
            return await self._ask(str(record), question)
        finally:
            self._busy = False

    async def _ask(self, record: str, question: Question) -> list[str]:
        process = await asyncio.create_subprocess_exec(
            *self._command, "--at", f"{question.t:.6f}", "--", record, question.path,
            stdin=DEVNULL, stdout=PIPE, stderr=PIPE, env=_environment(),
        )  # fmt: skip
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
        answer = asyncio.ensure_future(_all(process))
        try:
            done, _ = await asyncio.wait({answer}, timeout=self._patience_s)
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await asyncio.wait({answer}, timeout=LAST_S)  # it ends with the process
            answer.cancel()
        if not done:
            raise NoAnswer(f"no answer within {self._patience_s:g} s; ask 'cotree why {record}'")
        said, wrong = answer.result()
        if process.returncode:
            raise NoAnswer(_last(wrong) or "no answer")
        return said.decode(errors="replace").splitlines()


async def _all(process: Process) -> tuple[bytes, bytes]:
    """What it says, as much of it as is shown, and what is wrong."""
    out, err = process.stdout, process.stderr
    assert out is not None
    assert err is not None
    said, wrong = await asyncio.gather(_some(out), _some(err))
    await process.wait()
    return said, wrong


async def _some(stream: asyncio.StreamReader) -> bytes:
    found = b""
    while part := await stream.read(4096):
        found = (found + part)[:MOST_BYTES]
    return found


def _last(text: bytes) -> str:
    lines = text.decode(errors="replace").strip().splitlines()
    return lines[-1][:300] if lines else ""


def _environment() -> dict[str, str]:
    """The same modules as here, and none that lie in the working folder by chance."""
    path = os.pathsep.join(filter(None, sys.path))
    return {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}
