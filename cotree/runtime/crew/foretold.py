"""Robots of a crew whose programs end, and begin again, at the times that the mission says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from cotree.core.disturbances import Misfortune
from cotree.runtime.acts import FORETOLD, Inject
from cotree.runtime.crew.crew import Crew
from cotree.runtime.crew.fates import Fates, lives
from cotree.runtime.messages import Acted


class Foretold:
    """Lets programs crash and start again; who was ended by something else is left alone.

    The record is told of a crash, since the dead do not tell it.
    """

    def __init__(
        self, crew: Crew, misfortunes: Iterable[Misfortune], write: Callable[[Acted], None]
    ) -> None:
        self._crew = crew
        self._write = write
        self._fates = Fates(crew)
        self._crashed: dict[str, int] = {}
        """Robots that crashed here, and which of their lives that ended."""
        steps = {"crashes": self._crash, "restarts": self._restart}
        self._all = sorted(
            (each for each in misfortunes if each.what in steps), key=lambda each: each.at_s
        )
        for each in self._all:
            crew.queue.at(each.at_s, partial(steps[each.what], each))

    def _crash(self, what: Misfortune) -> None:
        seat = self._crew.seats[what.robot]
        if not lives(seat):
            return
        kill = Inject(what="kill", robot=what.robot)
        self._write(Acted(self._crew.queue.now_s, FORETOLD, kill))
        self._fates.die(seat, orphan=False)
        self._crashed[what.robot] = seat.lives
        if any(
            each.what == "restarts" and each.robot == what.robot and each.at_s >= what.at_s
            for each in self._all
        ):
            self._crew.returning.add(what.robot)

    def _restart(self, what: Misfortune) -> None:
        seat = self._crew.seats[what.robot]
        if not lives(seat) and self._crashed.pop(what.robot, None) == seat.lives:
            self._crew.returning.discard(what.robot)
            self._fates.boot(seat)
