"""The command in a process of its own, as the tests of the page start and end it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys

LONG_S = 60.0
"""Longer than a process takes to end on a slow machine."""


def cotree(*args: str) -> tuple[subprocess.Popen[str], str]:
    """The command, and where its page is."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cotree", *args], stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(r"http://\S+", line):
            return process, found[0]
    raise AssertionError("no page")


def end(process: subprocess.Popen[str], *, gap_s: float = LONG_S) -> int:
    """Ctrl-C until it ends: the first one may halt the mission.

    Where the answer matters the gap is long: one that comes while it ends would make it 130.
    """
    with process:
        for _ in range(max(2, round(LONG_S / gap_s))):
            process.send_signal(signal.SIGINT)
            try:
                return process.wait(gap_s)
            except subprocess.TimeoutExpired:
                continue
        process.kill()
        raise AssertionError("it does not end")
