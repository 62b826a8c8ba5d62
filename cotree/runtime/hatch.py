"""The hatch between a page and the run: acts come in, answers and news go out, nobody waits.

One hatch is for one speaker: each person who takes part at a page has one, the operator another.
The page's thread calls ``put`` and ``news``; all the rest is for the thread that drives the run.
"""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

import msgspec

from cotree.runtime.acts import Act
from cotree.runtime.replies import Ack, No, Reply

MOST = 100
"""Acts that wait; a page that sends more at once is told no."""
View = TypeVar("View")
"""What the page is shown beside answers: the newest one counts."""


class Ticket(msgspec.Struct, frozen=True):
    """An act, and the page that waits for its answer."""

    page: int
    """Counts pages from 1; 0: nobody waits for an answer."""
    act: Act


class Hatch(Generic[View]):
    """Acts wait here until the run has time for them, in order, each once."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._acts: deque[Ticket] = deque()
        self._answers: deque[tuple[int, Reply]] = deque()
        self.shown: View | None = None
        """What the page is to know now; None: nothing yet."""

    # -- the page's thread ---------------------------------------------------------------------

    def put(self, ticket: Ticket) -> bool:
        """Leave an act; False when too many wait already."""
        if len(self._acts) >= self._most:
            return False
        self._acts.append(ticket)
        return True

    def news(self) -> list[tuple[int, Reply]]:
        """The answers since the last call, each with the page that it is for."""
        found = []
        while self._answers:
            found.append(self._answers.popleft())
        return found

    # -- the run's thread ----------------------------------------------------------------------

    @property
    def waiting(self) -> bool:
        """Whether there is an act."""
        return bool(self._acts)

    def take(self) -> list[Ticket]:
        """The acts since the last call."""
        found = []
        while self._acts:
            found.append(self._acts.popleft())
        return found

    def answer(self, ticket: Ticket, wrong: str | None = None) -> None:
        """Say that it was done, or what is wrong with it and what would be right."""
        n = ticket.act.n
        reply: Reply = Ack(n) if wrong is None else No(n, wrong)
        if ticket.page and len(self._answers) < 2 * self._most:  # else nobody listens any more
            self._answers.append((ticket.page, reply))

    def show(self, view: View) -> None:
        """Let the page know this from now on, instead of what it knew."""
        self.shown = view
