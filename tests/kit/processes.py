"""Real processes of a team: started, watched line by line, stopped, killed, frozen."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cotree
from cotree.core.actions import Begin, Carry, Ended, Release
from cotree.runtime.messages import Born, Heard, Message, Told
from cotree.runtime.read import read

ROOT = Path(cotree.__file__).resolve().parents[1]


class Process:
    """One process; ``sees`` waits for a line, until a deadline."""

    def __init__(self, name: str, folder: Path, *args: str) -> None:
        self.name = name
        self.lines: list[str] = []
        self._news = threading.Condition()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cotree", *args],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._news:
                self.lines.append(line.rstrip())
                self._news.notify_all()
        with self._news:
            self._news.notify_all()

    def said(self, pattern: str, within_s: float) -> str | None:
        """The first line that matches, if it comes in this time."""

        def found() -> str | None:
            return next((line for line in self.lines if re.search(pattern, line)), None)

        with self._news:
            self._news.wait_for(lambda: found() or not self._reader.is_alive(), within_s)
            return found()

    def sees(self, pattern: str, within_s: float) -> str:
        """The first line that matches, which must come in this time."""
        line = self.said(pattern, within_s)
        assert line is not None, f"{self.name} did not say /{pattern}/; it said\n{self.text}"
        return line

    @property
    def text(self) -> str:
        """All that it has said."""
        return "\n".join(self.lines)

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def ends(self, within_s: float) -> int:
        """Its exit code; it must end in this time."""
        try:
            code = self._process.wait(within_s)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{self.name} goes on; it said\n{self.text}") from None
        self._reader.join(5)
        return code

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGCONT)
            self._process.kill()
        self._process.wait()
        self._reader.join(5)
        assert self._process.stdout is not None
        self._process.stdout.close()


class Team:
    """The processes of one mission in one folder."""

    def __init__(self, folder: Path, mission: str, bus: str) -> None:
        self.folder = folder
        self.processes: list[Process] = []
        self.bus = bus if bus != "udp" else f"udp:{free_ports(8)}"
        name = f"mission: {os.getpid()} {folder.name}"  # no other team on this machine has it
        (folder / "mission.yaml").write_text(f"{name}\n{mission}")

    def robot(self, name: str, *more: str, record: str = "") -> Process:
        where = ("--record", f"{record or name}.mcap")
        args = ("robot", "--mission", "mission.yaml", "--name", name, *where, *more)
        return self._start(name, args)

    def other(self, kind: str, name: str, *more: str) -> Process:
        return self._start(name, (kind, "mission.yaml", "--name", name, *more))

    def _start(self, name: str, args: tuple[str, ...]) -> Process:
        process = Process(name, self.folder, *args, "--bus", self.bus)
        self.processes.append(process)
        return process

    def nap(self, until_s: float) -> None:
        """Let time pass, where passing time is what is tested."""
        threading.Event().wait(max(0.0, until_s - now_s()))

    def verify(self, record: str) -> Process:
        """Does a record again."""
        process = Process(record, self.folder, "replay", "--verify", f"{record}.mcap")
        self.processes.append(process)
        return process

    def placed(self, *records: str) -> Counter[str]:
        """How often each object was put down where it belongs, by anybody."""
        found: Counter[str] = Counter()
        for record in records:
            for path in self.folder.glob(f"{record}*"):
                found += placed(path)
        return found


def placed(path: Path) -> Counter[str]:
    """How often each object was put down, by one record."""
    return placed_in(read(path).messages)


def placed_in(messages: Iterable[Message]) -> Counter[str]:
    """How often each object was put down, by whomever."""
    begun: dict[tuple[str, str], str] = {}
    found: Counter[str] = Counter()
    for message in messages:
        if isinstance(message, Born):  # a new process counts its actions anew
            begun = {key: what for key, what in begun.items() if key[0] != message.robot}
        elif isinstance(message, Told):
            for command in message.commands:
                if isinstance(command, Begin) and isinstance(command.action, Release | Carry):
                    begun[message.robot, command.id] = command.action.object
        elif isinstance(message, Heard):
            for event in message.events:
                if isinstance(event, Ended) and event.reason is None:
                    what = begun.pop((message.robot, event.id), None)
                    found.update([] if what is None else [what])
    return found


def whoever(sees: str, within_s: float, *processes: Process) -> tuple[Process, ...]:
    """The processes, first the one that says something like this."""
    until_s = now_s() + within_s
    while now_s() < until_s:
        for process in processes:
            if process.said(sees, 0.05):
                return (process, *(each for each in processes if each is not process))
    raise AssertionError(f"nobody said /{sees}/:\n" + "\n".join(each.text for each in processes))


@contextmanager
def team(folder: Path, mission: str, bus: str = "zenoh") -> Iterator[Team]:
    """A team whose processes all end with the test."""
    made = Team(folder, mission, bus)
    try:
        yield made
    finally:
        for process in made.processes:
            process.close()


def free_ports(count: int) -> int:
    """The first of so many neighbouring ports that nobody uses now."""
    start = 24_000 + os.getpid() % 20_000
    for first in range(start, start + 10_000, count):
        if all(_free(port) for port in range(first, first + count)):
            return first
    raise AssertionError("no free ports")


def _free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def now_s() -> float:
    """For measuring how long something took."""
    return time.monotonic()
