"""How far it is from every state to a few goals, over the arcs that the rules allow."""

from __future__ import annotations

import dataclasses

import numpy as np
import numpy.typing as npt

from cotree.reallocation.ltl.world.system import Ints, System

FAR = 1 << 55
"""No way; sums of a few of these still fit."""


@dataclasses.dataclass(frozen=True, eq=False)
class Roads:
    """The arcs that a robot may use, and its distances to the goals."""

    system: System
    source: Ints
    target: Ints
    cost: Ints
    first: Ints
    """The allowed arcs of state ``s`` are ``first[s]`` to ``first[s + 1]``."""
    goals: Ints
    left: Ints
    """``left[goal, state]``: what the way costs, nothing if the robot is there."""
    again: Ints
    """The same with at least one step: a goal is reached anew."""

    def step(self, goal: int, state: int) -> int:
        """The next state on a cheapest way to a goal (its index), with at least one step."""
        begin, end = int(self.first[state]), int(self.first[state + 1])
        ahead = self.target[begin:end]
        total = self.cost[begin:end] + self.left[goal, ahead]
        return int(ahead[total.argmin()])


def roads(system: System, allowed: npt.NDArray[np.bool_], goals: Ints) -> Roads:
    """Distances to all goals at once: relaxed arc by arc until nothing gets shorter."""
    source, target, cost = system.source[allowed], system.target[allowed], system.cost[allowed]
    count = len(system.states)
    first = np.searchsorted(source, np.arange(count + 1))
    left = np.full((len(goals), count), FAR, dtype=np.int64)
    left[np.arange(len(goals)), goals] = 0
    leaving, starts = np.unique(source, return_index=True)
    again = left
    while len(leaving) and len(goals):
        steps = np.minimum.reduceat(left[:, target] + cost, starts, axis=1)
        shorter = np.minimum(left[:, leaving], steps)
        if (shorter == left[:, leaving]).all():
            again = left.copy()
            again[:, leaving] = np.minimum(steps, FAR)
            break
        left[:, leaving] = shorter
    stuck = np.setdiff1d(np.arange(count), leaving)
    again = again.copy()
    again[:, stuck] = FAR
    return Roads(system, source, target, cost, first, goals, left, again)
