"""Says how it lies there what people did: once, by one robot."""

from __future__ import annotations

from collections.abc import Container

from cotree.core.work_facts import placed
from cotree.runtime.steps.chronicle import Chronicle
from cotree.runtime.steps.floor import Floor
from cotree.runtime.steps.teller import Teller

LOST = 3.0
"""After so many times as long as claims hold it is known that a robot is lost."""
UNSAID_S = 4.0
"""If nobody has said for so long how it lies there what a person did, any robot says so: the one
that plans may not have heard it.  Whether that one is lost is known before."""


class Reporter:
    """One robot's eyes for what people have placed."""

    def __init__(
        self,
        floor: Floor,
        people: Container[str],
        teller: Teller,
        chronicle: Chronicle,
        hold_s: float,
    ) -> None:
        self._floor = floor
        self._people = people
        self._teller = teller
        self._chronicle = chronicle
        self._patience_s = LOST * hold_s + UNSAID_S
        self._unsaid: dict[str, float] = {}
        """Steps that people did, and no robot has said so, since when."""

    def look(self, now_s: float, *, leads: bool) -> None:
        """The robot that plans says it at once; if that was not there, another one does."""
        for step, how, who in list(self._floor.lies()):
            if who in self._people:
                self._one(step, how, who, now_s, leads=leads)

    def _one(self, step: str, how: str, who: str, now_s: float, *, leads: bool) -> None:
        value = f"{how} {who}"
        if self._floor.known(placed(step)) == value:
            self._unsaid.pop(step, None)
            return
        since_s = self._unsaid.setdefault(step, now_s)
        if leads or now_s > since_s + self._patience_s:
            self._teller.tell(placed(step), value)
        if leads:
            self._chronicle.lies(step, how, who)
