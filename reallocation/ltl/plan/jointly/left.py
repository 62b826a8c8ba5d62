"""What is left to pay at least, from where everybody is: what guides the joint search.

Each robot's own tasks cost it what its table says; and for every conjunct that may not end where it
is, somebody must show a letter that gets it out of there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cotree.reallocation.ltl.automata.automaton import Automaton
from cotree.reallocation.ltl.plan.robots import Problem
from cotree.reallocation.ltl.tables.ladder import Ladder
from cotree.reallocation.ltl.tables.roads import FAR, roads
from cotree.reallocation.ltl.world.system import Ints

Paid = tuple[int, ...]
"""What has been paid: by each robot where the largest of them counts, else by all together."""


class Left:
    """Bounds for one question; what was found out once is remembered."""

    def __init__(
        self,
        problem: Problem,
        living: Sequence[int],
        ladders: Sequence[Ladder],
        automata: Sequence[Automaton],
    ) -> None:
        self.apart = problem.objective != "sum"
        """Whether each robot's costs are kept apart, because the largest of them counts."""
        self._problem, self._living = problem, living
        self._ladders, self._automata = ladders, automata
        self._systems = [problem.system(robot) for robot in problem.robots]
        self._known: dict[tuple[int, int, int], int] = {}
        self._ways: dict[tuple[int, int, int], Ints] = {}

    def nothing_paid(self) -> Paid:
        """At the start."""
        return (0,) * (len(self._systems) if self.apart else 1)

    def more(self, paid: Paid, robot: int, price: int) -> Paid:
        """After one more step of a robot."""
        if not self.apart:
            return (paid[0] + price,)
        return (*paid[:robot], paid[robot] + price, *paid[robot + 1 :])

    def least(
        self, paid: Paid, states: Sequence[int], left: Sequence[int], coupled: Sequence[int]
    ) -> tuple[int, ...] | None:
        """No end costs less, the most important thing first; None: there is none."""
        own = [self._own(r, states[r], left[r]) for r in self._living]
        waiting = [
            [int(self._away(r, number, q)[states[r]]) for r in self._living]
            for number, q in enumerate(coupled)
            if not self._automata[number].accepting[q]
        ]
        more = max([sum(own), *map(min, waiting)])
        if more >= FAR:
            return None
        total = sum(paid) + more
        if not self.apart:
            return (total,)
        mine = [paid[r] for r in self._living]
        longest = max(p + o for p, o in zip(mine, own, strict=True))
        for ways in waiting:
            soonest = min(p + max(o, w) for p, o, w in zip(mine, own, ways, strict=True))
            longest = max(longest, soonest)
        return (longest, total)

    def _own(self, robot: int, state: int, left: int) -> int:
        key = robot, state, left
        if key not in self._known:
            self._known[key] = self._ladders[robot].cost(state, left)
        return self._known[key]

    def _away(self, robot: int, number: int, at: int) -> Ints:
        """From each state of a robot: how far it is to a letter that moves a conjunct on."""
        key = robot, number, at
        if key not in self._ways:
            automaton, system = self._automata[number], self._systems[robot]
            mission = self._problem.mission
            moving = automaton.step[at] != at
            places = np.flatnonzero(moving[mission.letters(system)])
            again = roads(system, mission.allowed(system), places).again
            nobody = np.full(len(system.states), FAR, dtype=np.int64)
            self._ways[key] = again.min(axis=0) if len(places) else nobody
        return self._ways[key]


def covers(one: Paid, other: Paid) -> bool:
    """Whether who has paid the first is nowhere worse off."""
    return all(a <= b for a, b in zip(one, other, strict=True))
