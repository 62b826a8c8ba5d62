"""Many tasks as errands: chains of visits, how far it is between the places where they are done.

A task whose progress is a line (each step at some states, then the next) is a chain.  One letter
may do several steps, which are then visits to the same state, at no distance.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cotree.reallocation.ltl.tables.ratchet import Ratchet
from cotree.reallocation.ltl.tables.roads import FAR, Roads, roads
from cotree.reallocation.ltl.world.system import Ints, System

Bools = npt.NDArray[np.bool_]


class Stop(NamedTuple):
    """A visit at one of the places where it can be done (a number among the goals of the layer)."""

    visit: int
    goal: int


@dataclasses.dataclass(frozen=True, eq=False)
class Layer:
    """Robots that can do the same: their roads, and where each visit can be done."""

    roads: Roads
    goals: tuple[tuple[int, ...], ...]
    """Per visit."""
    between: list[list[int]]
    """``[goal][goal]``: from the one to the other."""


@dataclasses.dataclass(frozen=True, eq=False)
class Errands:
    """Everything that a search over tours asks."""

    chains: tuple[tuple[int, ...], ...]
    """The visits of each task, in order."""
    layers: tuple[Layer, ...]
    layer: tuple[int, ...]
    """Of each robot."""
    first: tuple[list[int], ...]
    """Per robot: from where it is to each goal of its layer."""

    @property
    def visits(self) -> int:
        """How many there are."""
        return sum(map(len, self.chains))

    def cost(self, robot: int, stops: Sequence[Stop]) -> int:
        """What a tour costs a robot."""
        if not stops:
            return 0
        between = self.layers[self.layer[robot]].between
        total = sum(between[a.goal][b.goal] for a, b in pairwise(stops))
        return min(FAR, total + self.first[robot][stops[0].goal])


def line(ratchet: Ratchet, progress: int) -> list[Bools] | None:
    """The letters that do each step that is left, or None if progress is not a line."""
    steps: list[Bools] = []
    states = [progress]
    while states[-1] != ratchet.done:
        here = states[-1]
        moves = ratchet.step[here] != here
        ahead = np.unique(ratchet.step[here][moves])
        if not len(ahead):
            return None
        states.append(int(ahead[ratchet.rank[ahead].argmax()]))
        steps.append(moves)
    return steps if _is_line(ratchet, states, steps) else None


def _is_line(ratchet: Ratchet, states: list[int], steps: list[Bools]) -> bool:
    """Whether a letter always does exactly the steps that it fits, one after the other."""
    expected = np.full(ratchet.step.shape[1], states[-1])
    for state, fits in zip(states[-2::-1], steps[::-1], strict=True):
        expected = np.where(fits, expected, state)
        if (ratchet.step[state] != expected).any():
            return False
    return True


def errands(
    lines: Sequence[Sequence[Bools]],
    systems: Sequence[tuple[System, Ints, Bools]],
    robots: Sequence[tuple[int, int]],
) -> Errands:
    """The errands of these lines; systems with letters and allowed arcs; robots as layer, state."""
    visits = [letters for steps in lines for letters in steps]
    chains, count = [], 0
    for steps in lines:
        chains.append(tuple(range(count, count + len(steps))))
        count += len(steps)
    layers = tuple(_layer(visits, *system) for system in systems)
    first = tuple(layers[layer].roads.left[:, state].tolist() for layer, state in robots)
    return Errands(tuple(chains), layers, tuple(layer for layer, _ in robots), first)


def _layer(visits: Sequence[Bools], system: System, letters: Ints, allowed: Bools) -> Layer:
    where = [np.flatnonzero(fits[letters]) for fits in visits]
    states = np.unique(np.concatenate(where)) if where else np.zeros(0, dtype=np.int64)
    ways = roads(system, allowed, states)
    goals = tuple(tuple(np.searchsorted(states, one).tolist()) for one in where)
    between = ways.left[:, states].T.tolist()
    return Layer(ways, goals, between)
