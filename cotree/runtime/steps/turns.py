"""Whose turn has come, of the steps that have other work before them in the task."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.work_facts import turn
from cotree.runtime.steps.floor import Floor
from cotree.runtime.steps.teller import Teller
from cotree.trees.part import Part

COME = "come"


class Turns:
    """One robot's eyes for the turns of steps; the robot that plans says so to everybody."""

    def __init__(self, floor: Floor, parts: Mapping[str, Part], teller: Teller) -> None:
        self._floor = floor
        self._teller = teller
        together: dict[tuple[str, ...], list[str]] = {}
        for step in sorted(floor.before):
            together.setdefault(floor.before[step], []).append(step)
        self._waiting = [
            ([parts[path] for path in before], together[before]) for before in together
        ]
        """Steps that wait for the same parts of the task, with these."""

    def look(self, *, leads: bool) -> None:
        """Whose turn has come: all before is done or was passed over; what failed opens nothing."""
        if not leads or not self._floor.table.closed:
            return
        for parts, steps in self._waiting:
            if all(part.is_reached() for part in parts):
                for step in steps:
                    if step in self._floor.table.closed:
                        self._teller.tell(turn(step), COME)
