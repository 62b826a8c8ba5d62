"""A terminal in which a page is typed: bash, whose output is read up to the end of each command."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from pathlib import Path

END = "\1ended "
"""A line of its own behind what a command says, then the code."""
AGAIN_S = 5.0
SETUP = "trap : INT\n"
"""The terminal outlives the program that Ctrl-C ends."""


class TooLong(Exception):
    """A command has not ended in time; says what it had said by then."""


class Terminal:
    """Types commands in ``folder``; everything that it started ends with it."""

    def __init__(self, folder: Path, environment: dict[str, str], script: Path) -> None:
        self._script = script
        self._bash = subprocess.Popen(
            ["bash", "--norc", "--noprofile"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._said = b""
        self._interrupting = False
        self._send(SETUP)

    def type(self, text: str) -> None:
        """Begin a command; it can ask nothing, and the next one waits for it."""
        self._script.write_text(text + "\n", encoding="utf-8")
        self._send(f". {self._script} </dev/null; printf '\\n{END}%d\\n' $?\n")
        self._script = self._script.with_name(f"{self._script.name}_")

    def hear(self, until_s: float) -> tuple[int, list[str]]:
        """How the earliest command that was not heard yet ended, and what it said."""
        end = f"\n{END}".encode()
        while end not in self._said or b"\n" not in self._said.partition(end)[2]:
            self._read(until_s)
        said, _, rest = self._said.partition(end)
        code, _, self._said = rest.partition(b"\n")
        return int(code), [line.rstrip() for line in said.decode().splitlines()]

    def interrupt(self) -> None:
        """Ctrl-C, and again after a while when it came between two programs."""
        self._interrupting = True
        os.killpg(self._bash.pid, signal.SIGINT)

    def close(self) -> None:
        """Whatever still runs is killed."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._bash.pid, signal.SIGKILL)
        self._bash.communicate()

    def _send(self, text: str) -> None:
        assert self._bash.stdin is not None
        self._bash.stdin.write(text.encode())
        self._bash.stdin.flush()

    def _read(self, until_s: float) -> None:
        assert self._bash.stdout is not None
        left_s = max(0.0, until_s - time.monotonic())
        with selectors.DefaultSelector() as ready:
            ready.register(self._bash.stdout, selectors.EVENT_READ)
            some = ready.select(min(left_s, AGAIN_S) if self._interrupting else left_s)
        if not some and self._interrupting and left_s > AGAIN_S:
            self.interrupt()
            return
        new = os.read(self._bash.stdout.fileno(), 1 << 16) if some else b""
        if not new:
            raise TooLong(self._said.decode(errors="replace"))
        self._said += new
