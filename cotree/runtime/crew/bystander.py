"""A witness: it votes and gossips, and has no robot."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from cotree.runtime.crew.ports import LocalTime
from cotree.team.durable import Key, Memory, Value, keep, remember
from cotree.team.messages import Letter
from cotree.team.teammate import Teammate

ROUNDING_S = 1e-9
"""A look that comes a rounding error too soon would be planned again for the same instant."""


class Wakes(Protocol):
    """How a witness comes to life."""

    def __call__(
        self, name: str, life: int, memory: Memory | None, now_s: float, *, first: bool
    ) -> Teammate:
        """A new incarnation; ``memory`` is what the disk says."""


class Bystander:
    """Runs a teammate that never claims anything."""

    def __init__(
        self,
        name: str,
        clock: LocalTime,
        wakes: Wakes,
        plan: Callable[[float, Callable[[], None]], None],
        send: Callable[[str, Letter], None],
    ) -> None:
        self.name = name
        self.clock = clock
        self.mate: Teammate | None = None
        self.disk: dict[Key, Value] = {}
        self.lives = 0
        self.paused = False
        self.send = send
        self._wakes = wakes
        self._plan = plan
        self._planned_s = math.inf
        self._backlog: list[Letter] = []

    def boot(self, true_s: float) -> None:
        """A new process; the first one of a mission knows that nobody promised anything yet."""
        first = self.lives == 0
        memory = remember(self.disk) if self.disk else None
        self.lives += 1
        self.mate = self._wakes(
            self.name, self.lives, memory, self.clock.steady(true_s), first=first
        )
        self.act(true_s)

    def die(self, *, disk: bool) -> None:
        """The process is gone; with it, perhaps, the disk."""
        self.mate = None
        self.paused = False
        self._backlog.clear()
        if not disk:
            self.disk.clear()

    def hear(self, letter: Letter, true_s: float) -> None:
        """A letter arrives, and is answered at once."""
        if self.mate is None:
            return
        if self.paused:
            self._backlog.append(letter)
            return
        self.mate.receive(letter, self.clock.steady(true_s))
        self.act(true_s)

    def resume(self, true_s: float) -> None:
        """After a pause: all that waited is handled."""
        self.paused = False
        waiting, self._backlog = self._backlog, []
        for letter in waiting:
            self.hear(letter, true_s)
        self.act(true_s)

    def act(self, true_s: float) -> None:
        """Store, send, and plan the next look."""
        mate = self.mate
        if mate is None or self.paused:
            return
        mate.tick(self.clock.steady(true_s))
        out = mate.drain()
        keep(self.disk, out.durable)
        for letter in out.letters:
            if self.mate is mate:  # it may die while it speaks
                self.send(self.name, letter)
        due_s = max(self.clock.true(mate.due_s) + ROUNDING_S, true_s)
        if due_s < self._planned_s or self._planned_s <= true_s:
            self._planned_s = due_s
            self._plan(due_s, lambda: self._look(due_s))

    def _look(self, due_s: float) -> None:
        if due_s == self._planned_s:
            self.act(due_s)
