"""Run every stage of a build, whatever becomes of the others, and say at the end how it was.

A table has one stage a line: its name, its limit in seconds, and its command.  ``--within`` ends
all of it before somebody else does so without a word.  Exit code: 0 when each stage passed and at
least one test ran, else 1; 2 when the table is wrong.

At the end stand the table of stages, every line in which a stage named what failed, pytest's own
closing lines, and ``N passed, N failed``.  So it is, too, when this program itself is told to end.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

GRACE_S = 30.0
"""So long a stage that is told to end may take to say what it was at."""
TOLD = re.compile(
    r"^(FAILED|ERROR|RERUN|QUARANTINED|Unsafe|stale|survived|broken|slow|misfit|make: \*\*\*) "
)
CLOSING = re.compile(r"^(=+ )?\d+ (passed|failed|error|skipped|deselected|xfailed).* in [\d.]+s")
COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped)")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Wrong(Exception):
    """The table cannot be read; the message says where and why."""


@dataclass(frozen=True)
class Stage:
    """One command of the build, and how long it may take."""

    name: str
    limit_s: float
    command: tuple[str, ...]


@dataclass
class Result:
    """What became of a stage."""

    stage: Stage
    word: str = "not run"
    took_s: float = 0.0
    machine: str = ""
    told: list[str] = field(default_factory=list)
    """The lines that name what failed."""
    closing: list[str] = field(default_factory=list)
    """pytest's closing lines."""

    def hears(self, line: str) -> None:
        """Keep what the end of the build repeats."""
        line = COLOUR.sub("", line).rstrip()
        if TOLD.match(line):
            self.told.append(line)
        elif CLOSING.match(line):
            self.closing.append(line)

    def count(self, *words: str) -> int:
        """How many tests ended so, by all closing lines."""
        found = COUNT.findall("\n".join(self.closing))
        return sum(int(number) for number, word in found if word in words)


def read(text: str) -> list[Stage]:
    """The stages of a table, in order."""
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.split("#")[0].strip()]
    stages = [_stage(n, line) for n, line in lines]
    names = [stage.name for stage in stages]
    if not stages or len(set(names)) < len(names):
        raise Wrong("at least one stage, and no name twice")
    return stages


def _stage(number: int, line: str) -> Stage:
    name, *rest = shlex.split(line, comments=True)
    if len(rest) < 2 or not rest[0].isdecimal():
        raise Wrong(f"line {number}: write name, limit in seconds, command: {line.strip()}")
    return Stage(name, float(rest[0]), tuple(rest[1:]))


class Machine:
    """How busy the machine is, by what Linux counts; nothing where it does not."""

    def __init__(self) -> None:
        self._before = self._ticks()

    def since(self) -> str:
        """Load now; of the time since the last question, what others took and what was waited."""
        before, self._before = self._before, self._ticks()
        total, stolen = (now - then for now, then in zip(self._before, before, strict=True))
        words = [f"load {os.getloadavg()[0]:.1f}"]
        if total:
            words.append(f"steal {100 * stolen / total:.0f} %")
        with suppress(OSError):
            words.append(f"cpu pressure {_pressure()} %")
        return ", ".join(words)

    @staticmethod
    def _ticks() -> tuple[int, int]:
        with suppress(OSError), open("/proc/stat", encoding="ascii") as file:
            numbers = [int(word) for word in file.readline().split()[1:9]]
            return sum(numbers), numbers[7]
        return 0, 0


def _pressure() -> str:
    some = Path("/proc/pressure/cpu").read_text(encoding="ascii").split("\n", 1)[0]
    return next(word[6:] for word in some.split() if word.startswith("avg60="))


class Build:
    """All stages, one after the other, and what is said at their end."""

    def __init__(self, stages: Sequence[Stage], logs: Path, within_s: float) -> None:
        self.results = [Result(stage) for stage in stages]
        self._logs = logs
        self._within_s = within_s
        self._machine = Machine()
        self._runs: subprocess.Popen[str] | None = None
        self._told_to_end = ""

    def run(self) -> int:
        """Run every stage; the exit code."""
        began_s = time.monotonic()
        for result in self.results:
            left_s = self._within_s - (time.monotonic() - began_s)
            if left_s <= 0:
                result.word = "no time left"
            elif not self._told_to_end:
                self._one(result, min(left_s, result.stage.limit_s))
        for line in self._end(time.monotonic() - began_s):
            print(line, flush=True)
        return 0 if self.green else 1

    def end(self, number: int, _frame: FrameType | None) -> None:
        """Somebody wants the build to end: it still says how far it came."""
        self._told_to_end = signal.Signals(number).name
        if self._runs:
            _kill(self._runs, signal.SIGKILL)

    @property
    def tests(self) -> int:
        """How many tests have run."""
        return sum(result.count("passed", "failed", "error", "errors") for result in self.results)

    @property
    def green(self) -> bool:
        """Whether nothing is wrong."""
        return all(result.word == "ok" for result in self.results) and self.tests > 0

    def _one(self, result: Result, limit_s: float) -> None:
        stage = result.stage
        print(f"\n== {stage.name}   [{self._machine.since()}]", flush=True)
        began_s = time.monotonic()
        with open(self._logs / stage.name, "w", 1, encoding="utf-8") as log:
            try:
                run = self._runs = subprocess.Popen(
                    stage.command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    errors="replace",
                    start_new_session=True,
                )
            except OSError as error:
                print(f"ERROR {stage.name}: {error}", flush=True)
                result.told.append(f"ERROR {stage.name}: {error}")
                result.word = "cannot start"
                return
            late = _Late(run, limit_s)
            self._listen(run, result, log)
            run.wait()
            _kill(run, signal.SIGKILL)  # whatever it has left behind
            late.cancel()
        self._runs = None
        result.took_s = time.monotonic() - began_s
        result.machine = self._machine.since()
        result.word = self._told_to_end or late.word or _word(run.returncode)
        print(f"-- {stage.name}: {result.word}, {result.took_s:.0f} s", flush=True)

    def _listen(self, run: subprocess.Popen[str], result: Result, log: Iterable[str]) -> None:
        """Pass on what it says until it has ended, even when what it started goes on talking."""
        over = threading.Thread(target=self._pass_on, args=(run, result, log), daemon=True)
        over.start()
        run.wait()
        over.join(5)
        if over.is_alive():
            _kill(run, signal.SIGKILL)
            over.join(5)

    @staticmethod
    def _pass_on(run: subprocess.Popen[str], result: Result, log: object) -> None:
        assert run.stdout is not None
        for line in run.stdout:
            with suppress(ValueError):  # the log is closed: somebody outlives the stage
                log.write(line)  # type: ignore[attr-defined]
            print(line, end="", flush=True)
            result.hears(line)

    def _end(self, took_s: float) -> Iterator[str]:
        yield "\n== the end"
        wide = max(len(result.stage.name) for result in self.results)
        for result in self.results:
            took = f"{result.took_s:5.0f} of {result.stage.limit_s:.0f} s"
            tests = ", ".join(
                f"{number} {word}"
                for word in ("passed", "failed", "skipped")
                if (number := result.count(word))
            )
            yield (
                f"  {result.stage.name:<{wide}}  {result.word:<12} {took:<15}"
                f" {'; '.join(filter(None, (tests, result.machine)))}"
            ).rstrip()
        for result in self.results:
            yield from (f"{result.stage.name}: {line}" for line in result.told)
        for result in self.results:
            yield from (f"{result.stage.name}: {line}" for line in result.closing)
        if self._told_to_end:
            yield f"ended by {self._told_to_end}"
        if not self.tests:
            yield "no test has run"
        colour = "green" if self.green else "RED"
        yield f"{colour} in {took_s:.0f} s; what each stage said: {self._logs}"
        passed = sum(result.count("passed") for result in self.results)
        failed = sum(result.count("failed", "error", "errors") for result in self.results)
        yield f"{passed} passed, {failed} failed"


class _Late:
    """Ends a stage at its limit: first it is asked to, then it is killed."""

    def __init__(self, run: subprocess.Popen[str], limit_s: float) -> None:
        self.word = ""
        self._run = run
        self._limit_s = limit_s
        self._timers = [
            threading.Timer(limit_s, self._ends, [signal.SIGINT]),  # pytest sums up
            threading.Timer(limit_s + GRACE_S, self._ends, [signal.SIGKILL]),
        ]
        for timer in self._timers:
            timer.daemon = True
            timer.start()

    def _ends(self, number: signal.Signals) -> None:
        if self._run.poll() is None:
            self.word = "too late"
            print(f"\nERROR over its limit of {self._limit_s:.0f} s: {number.name}", flush=True)
            _kill(self._run, number)

    def cancel(self) -> None:
        for timer in self._timers:
            timer.cancel()


def _kill(run: subprocess.Popen[str], number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(run.pid, number)


def _word(code: int) -> str:
    if code < 0:
        return f"killed ({-code})"
    return "ok" if code == 0 else f"FAILED ({code})"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the stages of this table and return the exit code."""
    parser = argparse.ArgumentParser(description="Run every stage of a build, and tell how it was.")
    parser.add_argument("table", type=Path, help="name, limit in seconds, command; one a line")
    parser.add_argument("--logs", type=Path, help="a folder for what each stage says")
    parser.add_argument("--within", type=float, default=1e6, help="seconds for all of it")
    parser.add_argument("--only", default="", help="only these stages: a,b")
    args = parser.parse_args(argv)
    try:
        stages = read(args.table.read_text(encoding="utf-8"))
        wanted = args.only.split(",") if args.only else [stage.name for stage in stages]
        if odd := set(wanted) - {stage.name for stage in stages}:
            raise Wrong(f"no stage {', '.join(sorted(odd))}")
    except (OSError, Wrong, ValueError) as error:
        print(f"stages: {args.table}: {error}", file=sys.stderr)
        return 2
    logs = args.logs or Path(tempfile.mkdtemp(prefix="stages-"))
    logs.mkdir(parents=True, exist_ok=True)
    build = Build([stage for stage in stages if stage.name in wanted], logs, args.within)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, build.end)
    return build.run()


if __name__ == "__main__":
    sys.exit(main())
