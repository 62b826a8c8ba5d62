"""A way around obstacles: two random trees grow towards each other (RRT-Connect), then shortcuts.

J. Kuffner and S. LaValle, "RRT-Connect", ICRA 2000.  The dice have a
seed: same question, same way.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.core.reasons import Reason
from cotree.manipulation.arm.checking import Checker, between
from cotree.manipulation.frames import Array

REACH_RAD = 0.4
"""A tree grows at most this far towards a random position before it is asked again."""


@dataclasses.dataclass(frozen=True)
class Patience:
    """How long a way is looked for: in numbers, not in seconds, so that answers are repeatable."""

    most_nodes: int = 1500
    shortcuts: int = 60
    seed: int = 1


USUAL = Patience()


class _Tree:
    """Positions, each with the one it was reached from."""

    def __init__(self, roots: Array, most: int) -> None:
        self.q = np.zeros((most + len(roots) + 1, roots.shape[1]))
        self.q[: len(roots)] = roots
        self.parent = [-1] * len(roots)

    def __len__(self) -> int:
        return len(self.parent)

    def nearest(self, q: Array) -> int:
        return int(np.argmin(((self.q[: len(self)] - q) ** 2).sum(axis=1)))

    def add(self, q: Array, parent: int) -> int:
        self.q[len(self)] = q
        self.parent.append(parent)
        return len(self) - 1

    def way(self, node: int) -> list[Array]:
        """From the root to a node."""
        found = []
        while node >= 0:
            found.append(self.q[node].copy())
            node = self.parent[node]
        return found[::-1]


def way(
    check: Checker,
    limits: tuple[Array, Array],
    start: Array,
    goals: Array,
    patience: Patience = USUAL,
) -> Array | Reason:
    """Positions (m, n) from the start to one of the goals (g, n); straight lines join them."""
    goals = np.atleast_2d(goals)
    if not check.clear(start)[0]:
        return Reason("start_blocked", "the arm touches something where it is; move it away first")
    goals = goals[check.clear(goals)]
    if not len(goals):
        return Reason("goal_blocked", "the arm would touch something at its goal")
    goals = goals[np.argsort(np.abs(goals - start).max(axis=1), kind="stable")]
    for goal in goals:
        if check.straight(start, goal):
            return np.stack((start, goal))
    dice = np.random.default_rng(patience.seed)
    found = _connect(check, limits, start, goals, (dice, patience.most_nodes))
    if found is None:
        return Reason("no_way", f"no way found in {patience.most_nodes} tries")
    return _shortened(check, found, dice, patience.shortcuts)


def _connect(
    check: Checker,
    limits: tuple[Array, Array],
    start: Array,
    goals: Array,
    budget: tuple[np.random.Generator, int],
) -> list[Array] | None:
    """Both trees grow in turns until they meet."""
    dice, most = budget
    low, high = limits
    ours, theirs = _Tree(start[None], most), _Tree(goals, most)
    forward = True
    for _ in range(most):
        aim = low + dice.random(len(low)) * (high - low)
        new = _grow(check, ours, aim, REACH_RAD)
        if new is not None:
            met = _grow(check, theirs, ours.q[new], np.inf)
            if met is not None and np.array_equal(theirs.q[met], ours.q[new]):
                one, other = ours.way(new), theirs.way(met)
                return one + other[-2::-1] if forward else other + one[-2::-1]
        if max(len(ours), len(theirs)) >= most:
            return None
        ours, theirs, forward = theirs, ours, not forward
    return None


def _grow(check: Checker, tree: _Tree, aim: Array, reach: float) -> int | None:
    """The new node, as far towards the aim as it is clear; None when it is blocked at once."""
    near = tree.nearest(aim)
    start = tree.q[near]
    away = float(np.abs(aim - start).max())
    end = aim if away <= reach else start + (aim - start) * (reach / away)
    steps = between(start, end)
    clear = check.clear(steps)
    free = len(steps) if clear.all() else int(np.argmin(clear))
    return None if free == 0 else tree.add(steps[free - 1], near)


def _shortened(check: Checker, found: list[Array], dice: np.random.Generator, tries: int) -> Array:
    """The way without the detours that chance put in it."""
    path = list(found)
    for _ in range(tries):
        if len(path) < 3:
            break
        first, last = sorted(int(each) for each in dice.choice(len(path), 2, replace=False))
        if last - first > 1 and check.straight(path[first], path[last]):
            del path[first + 1 : last]
    return np.array(path)
