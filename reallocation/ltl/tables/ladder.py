"""What every set of tasks costs one robot, for every progress and from every state.

Robots are only asked where a task can advance (its goals).  Because progress is never undone, the
cheapest way is: go to some goal that advances, by a shortest way, then on from there.  So one table
over progress times goals says everything, from the finished end backwards.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cotree.reallocation.ltl.tables.ratchet import Ratchet
from cotree.reallocation.ltl.tables.roads import FAR, Roads, roads
from cotree.reallocation.ltl.world.system import Ints, System

MOST_CELLS = 1 << 20
"""Progress times goals; beyond, a ladder would take more than 20 MB."""
_BLOCK = 1 << 16


@dataclasses.dataclass(frozen=True, eq=False)
class Ladder:
    """The table of one kind of robot for some tasks; joint progress is one number."""

    roads: Roads
    letters: Ints
    """The letter of each state of the system."""
    tasks: tuple[Ratchet, ...]
    weights: Ints
    """Joint progress is the sum of each task's progress times its weight."""
    jump: Ints
    """``jump[progress, goal]``: the progress after reaching the goal."""
    after: Ints
    """``after[progress, goal]``: what is left after a goal that advances; FAR if it does not."""

    @property
    def finished(self) -> int:
        """The joint progress at which every task is done."""
        return int(self.weights @ _done(self.tasks))

    def joint(self, progress: Sequence[int]) -> int:
        """Each task's progress as one number."""
        return int(sum(int(w) * p for w, p in zip(self.weights, progress, strict=True)))

    def cost(self, state: int, joint: int) -> int:
        """What is left from here; FAR if it cannot be done."""
        if joint == self.finished:
            return 0
        if not len(self.roads.goals):
            return FAR
        return min(FAR, int((self.after[joint] + self.roads.again[:, state]).min()))

    def costs(self, states: Ints, progress: Ints, which: Sequence[int] | None = None) -> Ints:
        """Per robot and set of tasks (of these), what is left; tasks outside count as done."""
        chosen = range(len(self.tasks)) if which is None else which
        done = _done(self.tasks)
        joint = np.full((len(states), 1), done @ self.weights)
        for task in chosen:
            more = (progress[:, task] - done[task]) * self.weights[task]
            joint = np.concatenate([joint, joint + more[:, None]], axis=1)
        found = np.full(joint.shape, FAR, dtype=np.int64)
        for goal in range(len(self.roads.goals)):
            way = self.after[joint, goal] + self.roads.again[goal, states][:, None]
            np.minimum(found, way, out=found)
        found[joint == self.finished] = 0
        return found

    def way(self, state: int, joint: int) -> list[int]:
        """The states that a cheapest way goes through, this one not counted."""
        found: list[int] = []
        left = self.cost(state, joint)
        if left >= FAR:
            raise ValueError(f"from {self.roads.system.states[state]} the tasks cannot be done")
        while joint != self.finished:
            goal = int((self.after[joint] + self.roads.again[:, state]).argmin())
            before = joint
            while joint == before:
                state = self.roads.step(goal, state)
                found.append(state)
                joint = self.advance(joint, state)
        return found

    def advance(self, joint: int, state: int) -> int:
        """The joint progress after one more state."""
        letter = int(self.letters[state])
        after = 0
        for task, weight in zip(self.tasks, self.weights.tolist(), strict=True):
            digit = joint // weight % len(task.rank)
            after += weight * int(task.step[digit, letter])
        return after


def cells(tasks: Sequence[Ratchet], goals: int) -> int:
    """How big the table would be."""
    size = max(goals, 1)
    for task in tasks:
        size *= len(task.rank)
    return size


def goals(letters: Ints, tasks: Sequence[Ratchet]) -> Ints:
    """The states in which some task can advance."""
    advancing = np.zeros(len(letters), dtype=bool)
    for task in tasks:
        moves = (task.step != np.arange(len(task.rank))[:, None]).any(axis=0)
        advancing |= moves[letters]
    return np.flatnonzero(advancing)


def ladder(
    system: System,
    letters: Ints,
    allowed: npt.NDArray[np.bool_],
    tasks: Sequence[Ratchet],
) -> Ladder:
    """The table for these tasks over the allowed arcs."""
    found = goals(letters, tasks)
    ways = roads(system, allowed, found)
    sizes = np.array([len(task.rank) for task in tasks], dtype=np.int64)
    weights = np.concatenate([[1], np.cumprod(sizes)]).astype(np.int64)[: len(tasks)]
    digits = np.arange(int(np.prod(sizes)))[:, None] // weights % sizes
    jump = _jumps(tasks, digits, weights, letters[found])
    after = _climb(ways, tasks, digits, jump)
    return Ladder(ways, letters, tuple(tasks), weights, jump, after)


def _done(tasks: Sequence[Ratchet]) -> Ints:
    return np.array([task.done for task in tasks], dtype=np.int64)


def _jumps(tasks: Sequence[Ratchet], digits: Ints, weights: Ints, letters: Ints) -> Ints:
    jump = np.zeros((len(digits), len(letters)), dtype=np.int64)
    for index, task in enumerate(tasks):
        jump += weights[index] * task.step[digits[:, index][:, None], letters[None, :]]
    return jump


def _climb(ways: Roads, tasks: Sequence[Ratchet], digits: Ints, jump: Ints) -> Ints:
    """From the finished end backwards: all joint progresses with equally many advances at once."""
    level = np.zeros(len(digits), dtype=np.int64)
    for index, task in enumerate(tasks):
        level += np.maximum(task.rank[digits[:, index]], 0)
    finished = (digits == _done(tasks)).all(axis=1)
    between = ways.again[:, ways.goals]
    count = len(ways.goals)
    after = np.full((len(digits), count), FAR, dtype=np.int64)
    value = np.full((len(digits), count), FAR, dtype=np.int64)
    value[finished] = 0
    if not count:
        return after
    here = np.arange(count)
    for height in range(int(level.max()) + 1):
        for rows in _blocks(np.flatnonzero((level == height) & ~finished), count):
            forward = jump[rows] != rows[:, None]
            after[rows] = np.where(forward, value[jump[rows], here], FAR)
            best = (after[rows][:, :, None] + between[None]).min(axis=1)
            value[rows] = np.minimum(best, FAR)
    return after


def _blocks(rows: Ints, width: int) -> list[Ints]:
    """Rows in pieces whose square tables stay small."""
    size = max(1, _BLOCK // (width * width))
    return [rows[i : i + size] for i in range(0, len(rows), size)]
