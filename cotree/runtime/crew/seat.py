"""One robot of a crew: a process that may die, and what survives it: disk, body, clock."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from py_trees.common import Status

from cotree.core.alarms import earliest
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.runtime.clock import stopwatch
from cotree.runtime.crew.ports import LocalTime
from cotree.runtime.executor import Executor
from cotree.runtime.gauge import Gauge
from cotree.runtime.messages import Told
from cotree.runtime.ports import Body
from cotree.team.durable import Durable, Key, Memory, Value, keep, remember
from cotree.team.messages import Letter

SOON_S = 1e-6
MOST_LETTERS = 2000
"""More than this waiting for one tick, and the oldest are dropped, as a full socket would."""


class Boots(Protocol):
    """How a robot's process comes to life."""

    def __call__(
        self, robot: str, life: int, memory: Memory | None, now_s: float, *, first: bool
    ) -> Executor:
        """A new incarnation; ``memory`` is what the disk says."""


class Seat:
    """Ticks one robot on the beat of its own clock, whenever there is something to do."""

    def __init__(
        self,
        name: str,
        clock: LocalTime,
        body: Body,
        rate_hz: float,
        boots: Boots,
        plan: Callable[[float, Callable[[], None]], None],
        send: Callable[[str, Letter], None],
    ) -> None:
        self.name = name
        self.clock = clock
        self.body = body
        self.disk: dict[Key, Value] = {}
        self.executor: Executor | None = None
        self.paused = False
        self.lives = 0
        self.dropped = 0
        """Letters that nobody had time to read."""
        self.told: Callable[[Seat, Told, float], None] = lambda seat, told, true_s: None
        self.word: Callable[[float], Stop | None] = lambda true_s: None
        self.acts: Callable[[Seat, Told, list[Durable], float], None] = _nobody_looks
        """Told what a tick has decided and stored, before any letter leaves and anything moves."""
        self.send = send
        self.stride = 1
        """It ticks on each so-manyth beat only: more than 1 while the process is slow."""
        self.give_up = False
        """To be passed on to the next tick."""
        self._period_s = 1 / rate_hz
        self.gauge = Gauge(self._period_s)
        """What its ticks cost on this machine; nothing here depends on that."""
        self._boots = boots
        self._plan = plan
        self._planned_s = math.inf
        self._last = -(1 << 62)

    # -- life and death ------------------------------------------------------------------------

    def boot(self, true_s: float) -> None:
        """A new process; the first one of a mission knows that nobody promised anything yet."""
        first = self.lives == 0
        memory = remember(self.disk) if self.disk else None
        self.lives += 1
        now_s = self.clock.steady(true_s)
        self.executor = self._boots(self.name, self.lives, memory, now_s, first=first)
        self.wake(true_s)

    def die(self, *, disk: bool) -> None:
        """The process is gone; with it, perhaps, the disk."""
        self.executor = None
        self.paused = False
        if not disk:
            self.disk.clear()

    @property
    def status(self) -> Status | None:
        """How its tree stands; None while there is no process."""
        return None if self.executor is None else self.executor.status

    # -- time ----------------------------------------------------------------------------------

    def wake(self, true_s: float) -> None:
        """Tick at the first beat of its clock that is not before this time."""
        if self.executor is None:
            return
        beat = max(self._last + 1, math.ceil(self.clock.steady(true_s) / self._period_s - 1e-6))
        beat = -(-beat // self.stride) * self.stride
        due_s = self.clock.true(beat * self._period_s)
        if due_s < self._planned_s - SOON_S:
            self._planned_s = due_s
            self._plan(due_s, lambda: self._tick(due_s, beat))

    def _tick(self, true_s: float, beat: int) -> None:
        if true_s != self._planned_s:
            return
        self._planned_s = math.inf
        if self.executor is None or self.paused:
            return
        self._last = beat
        self.tick(true_s)

    def tick(self, true_s: float) -> None:
        """One tick now: hear, decide, store, send, move."""
        executor = self.executor
        assert executor is not None
        now_s = self.clock.steady(true_s)
        executor.inbox.put(self.body.advance(now_s))
        give_up, self.give_up = self.give_up, False
        word, began_s = self.word(true_s), stopwatch()
        told = executor.step(now_s, halt=word, give_up=give_up)
        self.gauge.take(stopwatch() - began_s)
        accord = executor.accord
        if accord is not None:
            durable, accord.durable = accord.durable, []
            keep(self.disk, durable)
            self.acts(self, told, durable, true_s)
            letters, accord.letters = accord.letters, []
            for letter in letters:
                if self.executor is executor:  # it may die while it speaks
                    self.send(self.name, letter)
        for command in told.commands:
            self.body.command(command, now_s)
        self.told(self, told, true_s)
        due_s = self._due_s(executor, now_s)
        if due_s is not None:
            self.wake(max(self.clock.true(due_s), true_s))

    def _due_s(self, executor: Executor, now_s: float) -> float | None:
        poll_s = executor.engine.poll_s
        if poll_s == now_s:
            return now_s
        wake_s = earliest(executor.engine.next_wake_s(), poll_s)
        if executor.accord is None:
            return wake_s
        due_s = executor.accord.due_s
        return due_s if wake_s is None else min(wake_s, due_s)

    def hear(self, letter: Letter, true_s: float) -> None:
        """A letter arrives; it waits for the next tick."""
        if self.executor is None:
            return
        self.executor.letters.append(letter)
        if len(self.executor.letters) > MOST_LETTERS:
            del self.executor.letters[0]
            self.dropped += 1
        self.wake(true_s)

    # -- questions -----------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether anything of it moves, is being stopped, or is asked of the team."""
        executor = self.executor
        if executor is None:
            return False
        waits = executor.accord is not None and executor.accord.waits
        return bool(executor.running) or waits or executor.engine.polling

    def expects(self, true_s: float) -> bool:
        """Whether its tree will do something by itself."""
        if self.executor is None:
            return False
        wake_s = self.executor.engine.expects_s()
        return wake_s is not None and wake_s > self.clock.steady(true_s)

    def stuck(self) -> tuple[Reason, ...]:
        """Why its tree waits."""
        return () if self.executor is None else self.executor.engine.stuck

    def gave_up(self) -> list[Reason]:
        """Why it gave up what it gave up."""
        accord = None if self.executor is None else self.executor.accord
        return [] if accord is None else accord.gave_up()

    def at_work(self) -> list[str]:
        """What of it runs."""
        accord = None if self.executor is None else self.executor.accord
        return [] if accord is None else accord.at_work()

    def kill(self, true_s: float) -> None:
        """Stop everything that moves, past the tree."""
        if self.executor is not None:
            for command in self.executor.kill():
                self.body.command(command, self.clock.steady(true_s))


def _nobody_looks(seat: Seat, told: Told, durable: list[Durable], true_s: float) -> None:
    """Outside of simulations nobody checks what a robot does."""
