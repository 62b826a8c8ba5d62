"""Asks checkers away from the tick: each has a thread of its own, and nobody waits for it.

A checker that hangs holds up nothing but itself; that its answer is missing is noticed by the tick.
"""

from __future__ import annotations

import queue
import threading
import weakref
from collections.abc import Iterable

from cotree.behaviours.desk import Inspection
from cotree.core.actions import Checked
from cotree.core.mission import Mission

PROMPT_S = 2.0
"""In virtual time a checker that has not answered by then hangs."""


class Inspector:
    """Asks, and collects what was answered.

    ``wait_s``: in virtual time, in which nothing else happens meanwhile, an answer is waited for so
    long, so that every run is the same; in real time not at all.
    """

    def __init__(self, wait_s: float = 0.0) -> None:
        self._wait_s = wait_s
        self._desks: dict[str, queue.SimpleQueue[Inspection | None]] = {}
        self._answers: queue.SimpleQueue[Checked] = queue.SimpleQueue()
        self._open: set[str] = set()
        weakref.finalize(self, _dismiss, self._desks)

    def ask(self, inspections: Iterable[Inspection]) -> None:
        """Ask; each answer comes once."""
        for inspection in inspections:
            desk = self._desks.get(inspection.path)
            if desk is None:
                desk = self._desks[inspection.path] = queue.SimpleQueue()
                self._start(inspection.path, desk)
            self._open.add(inspection.path)
            desk.put(inspection)

    def answers(self) -> list[Checked]:
        """What was answered since the last call, by the names of the checkers."""
        found: list[Checked] = []
        while self._open:
            try:
                checked = self._answers.get(timeout=self._wait_s) if self._wait_s else None
                checked = checked or self._answers.get_nowait()
            except queue.Empty:
                break
            self._open.discard(checked.checker)
            found.append(checked)
        if self._wait_s:
            self._open.clear()  # who has not answered by now hangs
        return sorted(found, key=lambda checked: checked.checker)

    def _start(self, path: str, desk: queue.SimpleQueue[Inspection | None]) -> None:
        threading.Thread(
            target=_serve, args=(desk, self._answers), name=f"checker {path}", daemon=True
        ).start()


def inspector_of(mission: Mission, wait_s: float = 0.0) -> Inspector | None:
    """Who asks the checkers of a mission that are asked away from the tick; None: it has none."""
    makes = (reaction.params.make for reaction in mission.reactions)
    return Inspector(wait_s) if any(getattr(make, "polled", False) for make in makes) else None


def _dismiss(desks: dict[str, queue.SimpleQueue[Inspection | None]]) -> None:
    """Nobody asks any more; who hangs ends with the process."""
    for desk in desks.values():
        desk.put(None)


def _serve(desk: queue.SimpleQueue[Inspection | None], answers: queue.SimpleQueue[Checked]) -> None:
    """One checker's thread, until it is told that nobody asks any more."""
    while (inspection := desk.get()) is not None:
        answers.put(Checked(inspection.path, inspection.asked_s, inspection.ask()))
