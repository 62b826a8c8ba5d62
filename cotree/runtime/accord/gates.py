"""Which leaves are shut for which robot: told to the peers, and asked by the metric.

A robot that scores 0 in a term that gates (it cannot grasp the thing) leaves the leaf to others;
only where nobody can do it properly, whoever is best otherwise may try.  Estimates are noisy: only
what has been shut for as long as a lease is told, and what opens is told at once.
"""

from __future__ import annotations

from cotree.behaviours.suitability import Suitability
from cotree.core.belief import Key
from cotree.team.teammate import Teammate
from cotree.trees.rights import Rights

SHUT = "shut"
FAILED = "failed"


class Gates:
    """Publishes what is shut for this robot, and knows whether anybody else can do it."""

    def __init__(self, suitability: Suitability, rights: Rights, mate: Teammate) -> None:
        self._suitability = suitability
        self._mate = mate
        self._steady_s = mate.mind.timing.hold_s
        self._piece_of = {
            unit.path: path for path, piece in rights.pieces.items() for unit in piece.units
        }
        self._since_s: dict[int, float] = {}
        """By leaf that is shut for this robot: since when."""
        self._told: set[int] = set()
        """Those of which the peers were told."""
        self._answers: dict[str, bool] = {}
        """What was answered last to ``anyone``."""
        self._now_s = 0.0
        suitability.anyone = self.anyone

    def anyone(self, path: str) -> bool:
        """Whether some other robot may pass the gate for a leaf."""
        answer = self._answers[path] = self._ask(path)
        return answer

    def _ask(self, path: str) -> bool:
        piece = self._piece_of.get(path)
        if piece is None:
            return False
        mate = self._mate
        unable = mate.unable(mate.mind.task.number[piece])
        return any(
            robot not in unable and robot != mate.mind.name and mate.alive(robot, self._now_s)
            for robot in mate.mind.roster.robots
        )

    def news(self, now_s: float) -> list[Key]:
        """The gates about which the team has changed its mind since they were asked."""
        self._now_s = now_s
        return [("gate", path) for path, was in self._answers.items() if self._ask(path) != was]

    def publish(self, now_s: float) -> None:
        """Tell the peers what stays shut for this robot, and what is not any more."""
        shut = self._suitability.shut
        if not shut and not self._since_s:
            return
        number = self._mate.mind.task.number
        now = {number[self._piece_of[path]] for path in shut if path in self._piece_of}
        self._since_s = {leaf: self._since_s.get(leaf, now_s) for leaf in now}
        steady = {leaf for leaf, at_s in self._since_s.items() if now_s - at_s >= self._steady_s}
        for leaf in sorted(steady - self._told):
            if self._word(leaf) is None:
                self._mate.cannot(leaf, SHUT, now_s)
        for leaf in sorted(self._told - now):
            if self._word(leaf) == SHUT:
                self._mate.cannot(leaf, None, now_s)
        self._told = steady

    def _word(self, leaf: int) -> str | None:
        return self._mate.unable(leaf).get(self._mate.mind.name)
