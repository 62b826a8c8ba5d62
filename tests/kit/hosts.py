"""What a process of a crew needs, by hand: a queue, a clock, a body, and dead letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cotree.core.actions import Command, Event
from cotree.runtime.swarm.queue import Queue
from cotree.team.messages import Letter


class Shifted:
    """A clock that shows so much more, and runs so much faster."""

    def __init__(self, offset_s: float = 0.0, rate: float = 1.0) -> None:
        self.offset_s, self.rate = offset_s, rate

    def steady(self, true_s: float) -> float:
        return self.offset_s + self.rate * true_s

    def true(self, steady_s: float) -> float:
        return (steady_s - self.offset_s) / self.rate


class Desktop:
    """A body that only writes down."""

    def __init__(self) -> None:
        self.commands: list[tuple[Command, float]] = []
        self.events: list[Event] = []
        self.now_s: list[float] = []

    def command(self, command: Command, now_s: float) -> None:
        self.commands.append((command, now_s))

    def advance(self, to_s: float) -> list[Event]:
        self.now_s.append(to_s)
        events, self.events = self.events, []
        return events

    def next_event_s(self) -> float | None:
        return None


class Post:
    """Where letters go, with the time at which they left."""

    def __init__(self, queue: Queue) -> None:
        self.queue = queue
        self.letters: list[tuple[str, Letter, float]] = []
        self.before: Callable[[], Any] = lambda: None

    def send(self, name: str, letter: Letter) -> None:
        self.before()
        self.letters.append((name, letter, self.queue.now_s))


def run(queue: Queue, until_s: float) -> None:
    """Let everything happen until then."""
    while queue.due_s is not None and queue.due_s <= until_s:
        queue.step()
    queue.now_s = until_s
