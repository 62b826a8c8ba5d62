"""Real processes of a team: started, watched line by line, stopped, killed, frozen."""

from __future__ import annotations

import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import cotree
from tests.kit.conducted import AUDIENCE, Conductor
from tests.kit.evidence import placed
from tests.kit.waiting import Late, until

ROOT = Path(cotree.__file__).resolve().parents[1]
_asked = itertools.count()


class Surroundings(NamedTuple):
    """Where a process runs, and by which program; all of it may be left out."""

    env: Mapping[str, str] = {}
    before: Sequence[str] = ()
    """Words that stand before its command, such as those that move it to another network."""
    program: Sequence[str] = ("-m", "cotree")


class Process:
    """One process; ``sees`` waits for a line, ``ends`` for its end."""

    def __init__(
        self, name: str, folder: Path, *args: str, around: Surroundings | None = None
    ) -> None:
        self.name = name
        self.slot = -1
        self.frozen = False
        self.team: Sequence[Process] = (self,)
        self.lines: list[str] = []
        env, before, program = around or Surroundings()
        self._process = subprocess.Popen(
            [*before, sys.executable, *program, *args],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONFAULTHANDLER": "1", **env},
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
            self.lines.append(line.rstrip())

    def said(self, pattern: str) -> str | None:
        """The first line so far that matches."""
        return next((line for line in list(self.lines) if re.search(pattern, line)), None)

    def sees(self, pattern: str) -> str:
        """The first line that matches, when it has come."""
        talks = self._reader.is_alive
        try:
            until(lambda: self.said(pattern) or not talks(), f"{self.name} says /{pattern}/")
        except Late as late:
            raise Late(f"{late}; {all_said(self.team)}") from None
        line = self.said(pattern)
        assert line is not None, f"{self.name} ended without /{pattern}/; it said\n{self.text}"
        return line

    def listens(self) -> None:
        """It has a socket, so it can hear what is said from now on."""
        files = Path(f"/proc/{self._process.pid}/fd")

        def found() -> bool:
            with suppress(OSError):  # one that is closed meanwhile
                return any("socket" in str(each.readlink()) for each in files.iterdir())
            return False

        until(found, f"{self.name} listens")

    @property
    def text(self) -> str:
        """All that it has said."""
        return "\n".join(self.lines)

    def signal(self, number: int) -> None:
        self.frozen = number == signal.SIGSTOP
        self._process.send_signal(number)

    @property
    def plays(self) -> bool:
        """Whether it is neither stopped nor dead."""
        return self.alive and not self.frozen

    def ends(self) -> int:
        """Its exit code, when it has ended."""
        try:
            until(lambda: not self.alive, f"{self.name} ends")
        except Late as late:
            raise Late(f"{late}; {all_said(self.team)}") from None
        self._reads_to_the_end()
        return int(self._process.returncode)

    def _reads_to_the_end(self) -> None:
        until(lambda: not self._reader.is_alive(), f"the last words of {self.name} are read")

    @property
    def children(self) -> list[Path]:
        """The processes that it has started, as folders that are there while they are."""
        pid = self._process.pid
        pids = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [Path(f"/proc/{each}") for each in pids]

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def last_words(self) -> str:
        """End it, whatever it does, and let it say where it is: all that it has said."""
        if self.alive:
            tasks = sorted(Path(f"/proc/{self._process.pid}/task").glob("*/wchan"))
            self.lines.append(f"threads in: {' '.join(task.read_text() for task in tasks)}")
            self._process.send_signal(signal.SIGCONT)
            self._process.send_signal(signal.SIGABRT)  # faulthandler tells all stacks
            with suppress(Late):
                until(lambda: not self.alive, f"{self.name} tells where it is")
                self._reads_to_the_end()
        return self.text

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGCONT)
            self._process.kill()
        self._process.wait()
        self._reads_to_the_end()
        assert self._process.stdout is not None
        self._process.stdout.close()


def all_said(team: Sequence[Process]) -> str:
    """What each of them has said, and where it is now; that is its end."""
    return "they said\n" + "\n".join(f"-- {each.name}\n{each.last_words()}" for each in team)


class Team:
    """The processes of one mission in one folder."""

    speed = 1.0
    """How many times faster than real time they live."""

    def __init__(self, folder: Path, mission: str, bus: str, name: str = "") -> None:
        self.folder = folder
        self.processes: list[Process] = []
        self.bus = bus if bus != "udp" else f"udp:{free_ports(8)}"
        self.around = Surroundings()
        """Of the processes that are started from now on."""
        self.conductor: Conductor | None = None
        usual = f"{os.getpid()} {folder.name}"  # no other team on this machine has it
        (folder / "mission.yaml").write_text(f"mission: {name or usual}\n{mission}")

    def robot(self, name: str, *more: str, record: str = "") -> Process:
        where = ("--record", f"{record or name}.mcap")
        args = ("robot", "--mission", "mission.yaml", "--name", name, *where, *more)
        return self._start(name, args)

    def other(self, kind: str, name: str, *more: str) -> Process:
        return self._start(name, (kind, "mission.yaml", "--name", name, *more))

    def conducted(self) -> None:
        """From now on its processes live by the time of a conductor."""
        self.conductor = Conductor(self.folder / "time")

    def _start(self, name: str, args: tuple[str, ...]) -> Process:
        return self.lives(name, *args, *self.quick, "--bus", self.bus)

    def lives(self, name: str, *words: str) -> Process:
        """A process that ends with the test, and lives in the team's time."""
        if self.conductor is None:
            return self.starts(name, *words)
        slot = len(self.conductor.players)
        process = self._conducted(slot, name, *words)
        process.slot = slot
        self.conductor.players.append(process)
        return process

    def looks(self, name: str, *words: str) -> Process:
        """One that has the team's time, but for which the team does not wait."""
        if self.conductor is None:
            return self.starts(name, *words)
        return self._conducted(AUDIENCE, name, *words)

    def _conducted(self, slot: int, name: str, *words: str) -> Process:
        assert self.conductor is not None
        usual = self.around
        self.around = usual._replace(program=self.conductor.program(usual.program, slot))
        try:
            return self.starts(name, *words)
        finally:
            self.around = usual

    @property
    def quick(self) -> tuple[str, ...]:
        """The words that let a process live at this speed."""
        return () if self.speed == 1.0 else ("--real-time", f"{self.speed}")

    def starts(self, name: str, *args: str) -> Process:
        """A process that ends with the test."""
        process = Process(name, self.folder, *args, around=self.around)
        process.team = self.processes
        self.processes.append(process)
        return process

    def close(self) -> None:
        for process in self.processes:
            process.close()
        if self.conductor is not None:
            self.conductor.close()

    def promises(self) -> None:
        """Everybody has begun and promised something; until then all wait for whoever is lost."""
        files = [f"out/state/*/{each.name}/promises.log" for each in self.processes]
        until(lambda: all(any(self.folder.glob(file)) for file in files), "all have promised")

    def verify(self, record: str) -> Process:
        """Does a record again."""
        return self.starts(record, "replay", "--verify", f"{record}.mcap")

    def placed(self, *records: str) -> Counter[str]:
        """How often each object was put down where it belongs; no names: by anybody."""
        found: Counter[str] = Counter()
        for record in records or ("*.mcap",):
            for path in self.folder.glob(f"{record}*"):
                found += placed(path)
        return found


def whoever(sees: str, *processes: Process) -> tuple[Process, ...]:
    """The processes, first the one that says something like this."""

    def first() -> Process | None:
        return next((each for each in processes if each.said(sees)), None)

    found = until(first, f"one of {[each.name for each in processes]} says /{sees}/")
    assert found is not None
    return (found, *(each for each in processes if each is not found))


@contextmanager
def team(folder: Path, mission: str, bus: str = "zenoh") -> Iterator[Team]:
    """A team whose processes all end with the test."""
    made = Team(folder, mission, bus)
    try:
        yield made
    finally:
        made.close()


def free_ports(count: int) -> int:
    """The first of so many neighbouring ports that nobody uses now, or was told of here lately.

    They lie below those that the system gives to whoever asks for any.
    """
    start = 10_000 + (os.getpid() * 61 + next(_asked)) % 1_000 * 16
    for first in range(start, start + 4_000, count):
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
