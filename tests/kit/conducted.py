"""A time that a test moves on, for real processes: none of them is late, however busy the machine.

Processes, signals, disks and buses are real.  Their clock is a file that all of them share: it
stands until every process that is neither starting, stopped nor killed has done all that it has to
do at this time, and then goes on by one beat.  What is said over a bus needs real time to arrive,
so a beat takes a little of that, too.

``python -m tests.kit.conducted FILE SLOT PROGRAM… `` is a process that lives by that clock; the
slot ``join`` is one that is free.
"""

from __future__ import annotations

import math
import mmap
import os
import runpy
import struct
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol
from unittest.mock import patch

from cotree.runtime.clock import Clock
from tests.kit.waiting import rest, until

BEAT_S = 0.05
ARRIVES_S = 0.004
"""So long a beat takes at least: what was said in the last one is heard in the next."""
LATE_S = 0.025
"""No more than so much is made up for at once."""
LOOKS_S = 0.002
SLOTS = 64
AUDIENCE = SLOTS - 1
"""Of those who have the time, but for whom it does not wait."""
_WORD = struct.Struct("<d")
STARTING = math.nan
NO_TIMER = object()
JOIN = "join"


class Score:
    """The file: what time it is, and for each process until when it has done all."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.write_bytes(_WORD.pack(0.0) + SLOTS * _WORD.pack(STARTING))
        with file.open("r+b") as opened:
            self._words = mmap.mmap(opened.fileno(), 0)

    def now_s(self) -> float:
        """The time, for everybody."""
        return float(_WORD.unpack_from(self._words, 0)[0])

    def move(self, now_s: float) -> None:
        """It is later."""
        _WORD.pack_into(self._words, 0, now_s)

    def done(self, slot: int) -> float:
        """Until when this process has nothing to do; ``STARTING`` before it has waited at all."""
        return float(_WORD.unpack_from(self._words, 8 + 8 * slot)[0])

    def rests(self, slot: int, until_s: float) -> None:
        """It waits for that time."""
        _WORD.pack_into(self._words, 8 + 8 * slot, until_s)

    def sleeper(self, slot: int) -> Callable[[float], None]:
        """How a process with this slot sleeps."""

        def sleep(duration_s: float) -> None:
            wakes_s = self.now_s() + duration_s
            self.rests(slot, wakes_s)
            while self.now_s() < wakes_s - 1e-9:
                rest(LOOKS_S)

        return sleep


class Player(Protocol):
    """A process that lives by the clock."""

    @property
    def slot(self) -> int:
        """Which of the file's."""

    @property
    def plays(self) -> bool:
        """Whether it is neither stopped nor dead."""


class Joined(NamedTuple):
    """A process that nobody here has started."""

    slot: int
    pid: int

    @property
    def plays(self) -> bool:
        """What Linux says of it."""
        try:
            state = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return False
        return state not in "TtZX"


def join(file: Path) -> int:
    """A slot of its own for this process, of which the conductor hears at once."""
    mine = file.with_name(f"{file.name}.pid{os.getpid()}")
    mine.write_text(str(os.getpid()))
    for slot in range(SLOTS):
        try:
            os.link(mine, _of_slot(file, slot))
        except FileExistsError:
            continue
        return slot
    raise AssertionError("there are more processes than slots")


def _of_slot(file: Path, slot: int) -> Path:
    return file.with_name(f"{file.name}.{slot}")


class Conductor:
    """Moves the time on, on a thread of its own, while somebody lives by it.

    A beat of ``beat_s`` takes at least ``takes_s``; where both are the same the time is that of the
    wall, as long as nobody is late.
    """

    def __init__(self, file: Path, beat_s: float = BEAT_S, takes_s: float = ARRIVES_S) -> None:
        self.file = file
        self.players: list[Player] = []
        self._beat_s, self._takes_s = beat_s, takes_s
        self._score = Score(file)
        self._over = threading.Event()
        self._stops: list[tuple[float, Callable[[], object]]] = []
        self._thread = threading.Thread(target=self._conduct, daemon=True)
        self._thread.start()

    @property
    def now_s(self) -> float:
        """The time of all processes."""
        return self._score.now_s()

    def program(self, program: Sequence[str], slot: int) -> tuple[str, ...]:
        """The program of a process that lives by this clock."""
        return ("-m", "tests.kit.conducted", str(self.file), str(slot), *program[1:])

    def at(self, time_s: float, act: Callable[[], object]) -> None:
        """Do it at this time, while the time stands still; wait until that is done."""
        done: list[BaseException | None] = []

        def acts() -> None:
            try:
                act()
                done.append(None)
            except BaseException as error:  # it is of the test, and raised there
                done.append(error)

        self._stops.append((time_s, acts))
        until(lambda: done, f"it is {time_s:.2f} s, not {self.now_s:.2f} s")
        if done[0] is not None:
            raise done[0]

    def close(self) -> None:
        """The time stands still for ever."""
        self._over.set()
        self._thread.join()

    def _conduct(self) -> None:
        while not self._over.is_set():
            self._lets_arrive()
            self._hear_who_joins()
            while any(map(self._busy, list(self.players))) and not self._over.is_set():
                rest(LOOKS_S)
            for stop in sorted(self._stops, key=lambda each: each[0]):
                if stop[0] <= self.now_s:
                    self._stops.remove(stop)
                    stop[1]()
            self._score.move(self.now_s + self._beat_s)

    def _hear_who_joins(self) -> None:
        slot = len(self.players)
        while (said := _of_slot(self.file, slot)).exists():
            self.players.append(Joined(slot, int(said.read_text())))
            slot += 1

    def _lets_arrive(self) -> None:
        """Who starts could otherwise not be in time for anything.

        On a machine that gives nobody a turn what was said needs longer, too.
        """
        starts = any(map(self._starts, list(self.players)))
        usual_s = max(self._takes_s, self._beat_s / 2) if starts else self._takes_s
        clock = Clock()
        rest(usual_s)
        late_s = clock.now_s() - usual_s
        if late_s > ARRIVES_S:
            rest(2 * min(late_s, LATE_S))

    def _starts(self, player: Player) -> bool:
        return player.plays and math.isnan(self._score.done(player.slot))

    def _busy(self, player: Player) -> bool:
        done_s = self._score.done(player.slot)
        return player.plays and done_s <= self.now_s + 1e-9  # NaN, which starts, is not


def conducted_ros_time(score: Score, slot: int) -> type:
    """The time of a node: its executor serves the node while it waits for the next beat."""
    from cotree.ros.time import RosTime

    class Conducted(RosTime):
        def __init__(self, node: Any, executor: Any, clock: Any, *args: Any, **more: Any) -> None:
            now = SimpleNamespace(now=lambda: SimpleNamespace(nanoseconds=1e9 * score.now_s()))
            super().__init__(node, executor, now, *args, **more)

        def over(self) -> None:
            if self._timer is not None:
                super().over()
                return
            self._start_ns = self._clock.now().nanoseconds
            self._timer = NO_TIMER
            self.metronome.end(0.0)

        def close(self) -> None:
            self._timer = None

        def _wait(self) -> None:
            score.rests(slot, score.now_s() + (self.metronome.due_s - self.now_s()) / self._speed)
            while score.now_s() < score.done(slot) - 1e-9 and not self._hurried():
                self._executor.spin_once(timeout_sec=LOOKS_S)

    return Conducted


def main() -> None:
    """Run a module with its words; its clocks are those of the file."""
    file, slot, module, *words = sys.argv[1:]
    score, real = Score(Path(file)), Clock.__init__
    number = join(Path(file)) if slot == JOIN else int(slot)
    sleep = score.sleeper(number)

    def conducted(clock: Clock, speed: float = 1.0, *_: Any) -> None:
        real(clock, speed, score.now_s, sleep)

    sys.argv = [module, *words]
    with ExitStack() as stack:
        stack.enter_context(patch.object(Clock, "__init__", conducted))
        if "--ros-args" in words:
            time = conducted_ros_time(score, number)
            stack.enter_context(patch("cotree.ros.node.RosTime", time))
        runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
