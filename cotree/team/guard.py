"""The actuator's side: it survives its process, and stops by itself when nobody extends.

A pure machine with its own clock: whoever runs it (a driver, an action server, the simulator)
passes the time in and stops what it is told to stop.
"""

from __future__ import annotations

import msgspec

from cotree.team.ballots import ZERO, Ballot


class Running(msgspec.Struct):
    """One behaviour that moves."""

    leaf: int
    token: Ballot
    deadline_s: float
    resources: frozenset[str]


class Guard:
    """Runs one behaviour per resource set; the highest token per leaf that it has seen counts."""

    def __init__(self) -> None:
        self.running: dict[int, Running] = {}
        self._highest: dict[int, Ballot] = {}

    def start(
        self,
        leaf: int,
        token: Ballot,
        deadline_s: float,
        now_s: float,
        resources: frozenset[str] = frozenset(),
    ) -> str | None:
        """Let a behaviour begin; returns why not, or None."""
        if now_s >= deadline_s:
            return "deadline"
        if token <= self._highest.get(leaf, ZERO):
            return "token"
        if leaf in self.running:
            return "busy"
        if any(not each.resources.isdisjoint(resources) for each in self.running.values()):
            return "busy"
        self._highest[leaf] = token
        self.running[leaf] = Running(leaf, token, deadline_s, resources)
        return None

    def extend(self, leaf: int, token: Ballot, deadline_s: float, now_s: float) -> bool:
        """Move a deadline; a passed one, an old token or an earlier deadline changes nothing."""
        running = self.running.get(leaf)
        if running is None or running.token != token or now_s >= running.deadline_s:
            return False
        running.deadline_s = max(running.deadline_s, deadline_s)
        return True

    def due(self, now_s: float) -> list[int]:
        """Leaves that must stop now, because their deadline has passed."""
        return [leaf for leaf, each in self.running.items() if now_s >= each.deadline_s]

    def next_due_s(self) -> float | None:
        """When the next deadline passes."""
        return min((each.deadline_s for each in self.running.values()), default=None)

    def ended(self, leaf: int) -> None:
        """Nothing of this leaf moves any more."""
        self.running.pop(leaf, None)

    def leftovers(self) -> list[int]:
        """What an old incarnation left running: a new one stops these first of all."""
        return list(self.running)
