"""What becomes of a mission while one of its senses says nothing."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.actions import FactSeen
from cotree.core.reasons import Reason
from cotree.core.senses import Without
from cotree.runtime.senses.ports import Sensed

BLIND_S = 0.5
"""Who says nothing for so long is blind; single bad pictures are nobody's concern."""
WORKS = "works"


def fact_of(sense: str) -> str:
    """The fact that says whether a sense works, or why it does not."""
    return f"senses/{sense}"


class Blindness:
    """Follows the senses of one camera; ``without``: what each of them asks for when it is gone."""

    def __init__(
        self, camera: str, without: Mapping[str, Without], patience_s: float = BLIND_S
    ) -> None:
        self._camera = camera
        self._patience_s = patience_s
        self._without = without
        self._since_s: dict[str, float] = {}
        self._told: dict[str, str] = {}
        self.messages: list[str] = []
        """For people: one for each time that a sense goes or comes back."""
        self.stops: dict[str, Reason] = {}
        """By sense: why the mission must not go on, if nobody else has that sense."""

    def hear(self, sensed: Sensed) -> list[FactSeen]:
        """What everybody learns of the senses themselves."""
        news: list[FactSeen] = []
        for sense in self._without:
            why = sensed.blind.get(sense)
            if why is None:
                news += self._sees(sense)
            else:
                news += self._is_blind(sense, why, sensed.t_s)
        return news

    def has(self, sense: str) -> bool:
        """Whether it has this sense, or should have it and nobody knows better."""
        return sense in self._without and sense not in self._told

    def _sees(self, sense: str) -> list[FactSeen]:
        self._since_s.pop(sense, None)
        self.stops.pop(sense, None)
        if self._told.pop(sense, None) is None:
            return []
        self.messages.append(f"{sense}: {self._camera} works again")
        return [FactSeen(fact_of(sense), WORKS)]

    def _is_blind(self, sense: str, why: str, t_s: float) -> list[FactSeen]:
        since_s = self._since_s.setdefault(sense, t_s)
        if sense in self._told or t_s - since_s < self._patience_s:
            return []
        self._told[sense] = why
        stops = self._without[sense] == "stop"
        then = "the mission must not go on" if stops else "the mission goes on"
        self.messages.append(f"no {sense} from {self._camera}: {why}; {then} without")
        if stops:
            self.stops[sense] = Reason("blind", f"{sense}, {self._camera}: {why}")
        return [FactSeen(fact_of(sense), why)]
