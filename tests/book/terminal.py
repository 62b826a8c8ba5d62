"""A terminal in which a page is typed: bash, whose output is read up to the end of each command."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
from pathlib import Path

from cotree.runtime.clock import Clock
from tests.kit.waiting import Late, until

END = "\1ended "
"""A line of its own behind what a command says, then the code."""
AGAIN_S = 5.0
SETUP = "trap : INT\n"
"""The terminal outlives the program that Ctrl-C ends."""


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
        self._interrupted: Clock | None = None
        self._send(SETUP)

    def type(self, text: str) -> None:
        """Begin a command; it can ask nothing, and the next one waits for it."""
        self._script.write_text(text + "\n", encoding="utf-8")
        self._send(f". {self._script} </dev/null; printf '\\n{END}%d\\n' $?\n")
        self._script = self._script.with_name(f"{self._script.name}_")

    def hear(self) -> tuple[int, list[str]]:
        """How the earliest command that was not heard yet ended, and what it said."""
        end = f"\n{END}".encode()

        def ended() -> bool:
            return end in self._said and b"\n" in self._said.partition(end)[2]

        try:
            until(ended, "the command has ended", self._read)
        except Late as late:
            raise Late(f"{late}; it said\n{self._said.decode(errors='replace')}") from None
        said, _, rest = self._said.partition(end)
        code, _, self._said = rest.partition(b"\n")
        return int(code), [line.rstrip() for line in said.decode().splitlines()]

    def so_far(self) -> list[str]:
        """What it said since the last command that was heard."""
        self._read(0.0)
        return self._said.decode(errors="replace").splitlines()

    def speaks(self) -> None:
        """Wait until the program has said something."""
        until(lambda: bool(self._said.strip()), "the program has said something", self._read)

    def interrupt(self) -> None:
        """Ctrl-C, and again after a while when it came between two programs."""
        self._interrupted = Clock()
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

    def _read(self, pause_s: float) -> None:
        """What it says in this time, as soon as there is something."""
        assert self._bash.stdout is not None
        with selectors.DefaultSelector() as ready:
            ready.register(self._bash.stdout, selectors.EVENT_READ)
            some = ready.select(pause_s)
        if some:
            new = os.read(self._bash.stdout.fileno(), 1 << 16)
            assert new, f"the terminal is gone; it said\n{self._said.decode(errors='replace')}"
            self._said += new
        elif self._interrupted and self._interrupted.now_s() > AGAIN_S:
            self.interrupt()
