"""Tasks as degrees of progress.

Letters that are put in never spoil a task (``automata.conjuncts``), so its automaton only goes
forward: one robot does the task on its own word while all others go about theirs, whatever the
order in which their steps fall; what has been reached is never lost; and of two ways the one that
has got further is never worse.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import numpy as np

from cotree.reallocation.ltl.automata.automaton import Automaton
from cotree.reallocation.ltl.world.system import Ints


@dataclasses.dataclass(frozen=True, eq=False)
class Ratchet:
    """An automaton whose states are degrees of progress."""

    start: int
    step: Ints
    """``step[progress, letter]`` never says less than ``progress`` did."""
    done: int
    """Nothing is left to do; not reachable when no word does the task."""
    rank: Ints
    """The most advances that can still be needed, per progress; -1 if it cannot be done."""

    def read(self, word: Iterable[int]) -> int:
        """The progress after a word."""
        progress = self.start
        for letter in word:
            progress = int(self.step[progress, letter])
        return progress

    @property
    def hopeless(self) -> bool:
        """Whether no word over these letters does the task."""
        return bool(self.rank[self.start] < 0)


def ratchet(automaton: Automaton) -> Ratchet:
    """The degrees of progress of a task's automaton."""
    step = automaton.step.astype(np.int64)
    if automaton.settled.any():
        done = int(automaton.settled.argmax())
    else:
        done = automaton.states
        step = np.vstack([step, np.full((1, step.shape[1]), done)])
    return Ratchet(automaton.start, step, done, _ranks(step, done))


def _ranks(step: Ints, done: int) -> Ints:
    """Longest ways to ``done``; progress never comes back, so they end."""
    rank = np.full(len(step), -1)
    rank[done] = 0
    ahead = [[int(to) for to in np.unique(row) if to != state] for state, row in enumerate(step)]
    for _ in ahead:
        for state, nexts in enumerate(ahead):
            ranks = [int(rank[to]) for to in nexts if rank[to] >= 0]
            rank[state] = max([int(rank[state]), *(1 + one for one in ranks)])
    return rank
