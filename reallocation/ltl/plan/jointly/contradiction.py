"""Conjuncts that contradict each other, wherever the robots are and whatever they do."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cotree.reallocation.ltl.automata.automaton import Automaton
from cotree.reallocation.ltl.automata.letters import Letter

MOST_STATES = 20_000
"""Of all automata together; beyond, nothing is said."""


def contradicting(automata: Sequence[Automaton], past: Sequence[Letter]) -> list[int]:
    """The smallest set that no continuation of this word satisfies; empty if there may be one."""
    kept = list(range(len(automata)))
    if _together(automata, past):
        return []
    for one in list(kept):
        rest = [other for other in kept if other != one]
        if rest and not _together([automata[i] for i in rest], past):
            kept = rest
    return kept


def _together(automata: Sequence[Automaton], past: Sequence[Letter]) -> bool:
    """Whether some continuation satisfies them all, or there are too many to look at."""
    table = np.concatenate([automaton.step for automaton in automata])
    columns = np.unique(table, axis=1, return_index=True)[1].tolist()
    steps = [automaton.step[:, columns].tolist() for automaton in automata]
    start = tuple(automaton.after(past) for automaton in automata)
    seen, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        if all(a.accepting[q] for a, q in zip(automata, at, strict=True)):
            return True
        for column in range(len(columns)):
            after = tuple(step[q][column] for step, q in zip(steps, at, strict=True))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > MOST_STATES:
            return True
    return False
