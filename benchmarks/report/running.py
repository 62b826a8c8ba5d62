"""Running one benchmark: what it found, or why there is nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.report.entries import Entry
from benchmarks.report.values import Figure, Reading
from benchmarks.report.venvs import ROOT, Pythons, lacking

LONGEST_S = 3600.0
"""Who takes longer is ended."""
MOST_LINES = 8
"""Of what a benchmark said when it went wrong."""
NOTHING = Reading(())


class Outcome(msgspec.Struct, frozen=True):
    """What came of one benchmark."""

    name: str
    about: str
    status: str
    """``done``, ``gate missed``, ``failed`` or ``missing`` (something that it needs)."""
    said: str = ""
    """Why, in its own words."""
    seconds: float = 0.0
    command: str = ""
    """How to run it alone."""
    reading: Reading = NOTHING
    found: Any = None
    """Its own document, whole."""

    @property
    def good(self) -> bool:
        """Whether nothing is against it; what is missing is no fault."""
        return self.status in ("done", "missing")

    @property
    def missed(self) -> tuple[Figure, ...]:
        """The figures beyond their gates."""
        return tuple(each for each in self.reading.figures if each.verdict == "missed")


def outcome(entry: Entry, quick: bool, pythons: Pythons, folder: Path) -> Outcome:
    """Run it, if what it needs is there."""
    words = entry.quick if quick else entry.full
    command = " ".join((f"benchmarks/{entry.stem}.py", *words))
    blank = Outcome(entry.name, entry.about, "missing", command=command)
    python, why = pythons.of(entry.venv)
    if not python:
        return msgspec.structs.replace(blank, said=why)
    absent = lacking(python, entry.needs)
    if absent:
        return msgspec.structs.replace(blank, said=f"not installed: {', '.join(absent)}")
    start_s = time.monotonic()
    code, out, err = _run([python, str(folder / f"{entry.stem}.py"), "--json", *words])
    blank = msgspec.structs.replace(blank, seconds=time.monotonic() - start_s)
    return judged(blank, entry, code, out, _last(err))


def judged(blank: Outcome, entry: Entry, code: int, out: str, said: str) -> Outcome:
    """What its words and its exit code mean."""
    try:
        found = json.loads(out)
        reading = entry.read(found)
    except (ValueError, LookupError, TypeError) as error:
        why = said or f"exit code {code}; {type(error).__name__}: {error}"
        return msgspec.structs.replace(blank, status="failed", said=why)
    done = msgspec.structs.replace(blank, status="done", found=found, reading=reading)
    if code not in (0, 1):
        return msgspec.structs.replace(done, status="failed", said=said or f"exit code {code}")
    if code == 1 or done.missed:
        names = "; ".join(f"{each.what}: {each.value:.4g} {each.unit}" for each in done.missed)
        return msgspec.structs.replace(done, status="gate missed", said=said if code else names)
    return done


def _run(command: Sequence[str]) -> tuple[int, str, str]:
    """Exit code, standard output and standard error; its children end with it."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "MUJOCO_GL": os.environ.get("MUJOCO_GL", "egl"),
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=LONGEST_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return 2, "", f"it took longer than {LONGEST_S:g} s"
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    return process.returncode, out, err


def _last(said: str) -> str:
    """The last lines, without what belongs to this machine."""
    home = str(Path.home())
    lines = [line.replace(f"{ROOT}/", "").replace(home, "~") for line in said.splitlines()]
    return "\n".join(lines[-MOST_LINES:]).strip()
