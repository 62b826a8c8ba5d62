"""Places where there is room for one at a time: who comes while somebody is there waits."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cotree.reallocation.lead_follow.collaboration.actions import Act
from cotree.reallocation.lead_follow.problem import Subtask


class Stay(msgspec.Struct, frozen=True):
    """An agent at a place where there is room for one."""

    place: str
    agent: str
    from_s: float
    until_s: float
    waited_s: float = 0.0
    """How long the agent stood before it."""


class Places:
    """Who is where, and when: whoever begins first to go somewhere comes first."""

    def __init__(self, subtasks: Iterable[Subtask], alone_at: frozenset[str]) -> None:
        self._subtasks = {each.id: each for each in subtasks if each.place in alone_at}
        self.stays: list[Stay] = []

    def takes_s(self, act: Act, now_s: float, nominal_s: float) -> float:
        """How long an action that begins now takes, with the waiting before its place."""
        subtask = self._subtasks.get(act.subtask)
        if subtask is None or not (act.places or act.action in ("H3", "R3")):
            return nominal_s
        whole = subtask.at_place_s is None or not act.places
        stay_s = nominal_s if whole else min(nominal_s, subtask.at_place_s or 0.0)
        comes_s = from_s = now_s + nominal_s - stay_s
        for other in sorted(self._others(subtask.place, now_s), key=lambda stay: stay.from_s):
            if from_s < other.until_s and other.from_s < from_s + stay_s:
                from_s = other.until_s
        waited_s = from_s - comes_s
        stay = Stay(subtask.place, act.agent, from_s, from_s + stay_s, waited_s)
        self.stays.append(stay)
        return nominal_s + waited_s

    def _others(self, place: str, now_s: float) -> list[Stay]:
        return [stay for stay in self.stays if stay.place == place and stay.until_s > now_s]
