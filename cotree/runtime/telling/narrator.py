"""Of one teammate: its pages, in any order and with gaps, as the messages of a record."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cotree.core.actions import Event
from cotree.runtime.messages import Born, Heard, Message, Told
from cotree.runtime.telling.pages import Inside, Keeps, Last, Life, Stand, Tick
from cotree.runtime.telling.standing import Standing
from cotree.team.durable import Memory

QUIET_S = 3.0
"""Processes are numbered upwards, unless somebody has set a clock; so long a silence shows that."""


class Narrator:
    """What is known of one teammate; ``ahead_s`` is how far its clock is ahead of the listener's.

    The pages that took the least time to come say that best.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.ahead_s = 0.0
        self.heard_s = 0.0
        """When it was heard last."""
        self.last: Last | None = None
        """How its process ended."""
        self.keeps: Keeps | None = None
        """How well it keeps up."""
        self.missed = 0
        """Ticks that never came; how things stood after them did."""
        self._process: int | None = None
        self._told_of: int | None = None
        self._life = 0
        self._n = 0
        self._ticks = 0
        self._standing = Standing()

    def clock(self, process: int, t: float, now_s: float) -> bool:
        """A page of this time came now; False: it is of a process that is no more."""
        late = self._process is not None and process < self._process
        if late and now_s - self.heard_s < QUIET_S:
            return False
        self.heard_s = now_s
        if process != self._process:
            self._process, self.ahead_s = process, t - now_s
        self.ahead_s = max(self.ahead_s, t - now_s)
        return True

    def hear(self, process: int, inside: Inside, t: float) -> list[Message]:
        """What is new by a page, at this time of the mission."""
        if process != self._process:
            return []
        found: list[Message] = []
        if process != self._told_of:
            found.append(self._begins(process, inside, t))
        match inside:
            case Tick(n=n) if n > self._n:
                self._count(n, n - 1)
                self._standing.take(inside.changes)
                found += self._tick(inside.events, Told(0, t, inside.changes, inside.commands))
            case Stand(n=n) if n >= self._n:
                self._count(n, n)
                news = self._standing.news(inside.changes)
                found += self._tick((), Told(0, t, tuple(news))) if news else [self._beat(t)]
            case Keeps():
                self.keeps = inside
            case Last():
                self.last = inside
        return found

    def _count(self, n: int, known: int) -> None:
        self.missed += known - self._n
        self._n = n

    def _begins(self, process: int, inside: Inside, t: float) -> Born:
        """Another process, perhaps one whose first words were lost."""
        self._told_of, self._n, self.last = process, 0, None
        self._standing = Standing()
        self._life, remembers = self._life + 1, True
        if isinstance(inside, Life):
            self._life, remembers = max(inside.life, self._life), inside.remembers
        return Born(t, self.name, self._life, t, memory=Memory() if remembers else None)

    def _beat(self, t: float) -> Message:
        """It lives, and nothing is new."""
        self._ticks += 1
        return Heard(self._ticks, t, robot=self.name)

    def _tick(self, events: Sequence[Event], told: Told) -> list[Message]:
        self._ticks += 1
        heard = Heard(self._ticks, told.t, tuple(events), robot=self.name)
        return [heard, msgspec.structs.replace(told, n=self._ticks, robot=self.name)]
