"""The search itself: best first, over who has which task, where everybody is, and what is shown."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from cotree.reallocation.ltl.allocation.share import Objective, value
from cotree.reallocation.ltl.automata.automaton import Automaton
from cotree.reallocation.ltl.plan.jointly.left import Left, Paid, covers
from cotree.reallocation.ltl.plan.jointly.order import Step
from cotree.reallocation.ltl.plan.robots import Problem
from cotree.reallocation.ltl.tables.roads import FAR
from cotree.reallocation.ltl.world.system import Ints


class TooMany(Exception):
    """More joint states would have to be looked at than is allowed."""


class _Node(NamedTuple):
    """Where everybody is; equal nodes have equal futures."""

    share: int
    states: tuple[int, ...]
    left: tuple[int, ...]
    """Per robot: the joint progress of its tasks."""
    coupled: tuple[int, ...]
    last: int
    """Who made the last step, if nobody cares about its letter; else -1."""


class _Before(NamedTuple):
    """How a node was reached at a price."""

    node: _Node
    paid: Paid
    robot: int


class Found(NamedTuple):
    """Who does what, and every step of the team in a row."""

    tasks: list[list[int]]
    steps: list[Step]


class Search:
    """One question."""

    def __init__(
        self, problem: Problem, open_: tuple[int, ...], progress: Ints, costs: Ints
    ) -> None:
        self.problem, self.open, self.progress, self.costs = problem, open_, progress, costs
        mission = problem.mission
        self.living = [i for i, robot in enumerate(problem.robots) if not robot.lost]
        self.systems = [problem.system(robot) for robot in problem.robots]
        self.letters = [mission.letters(system).tolist() for system in self.systems]
        self.automata: list[Automaton] = [
            one.automaton for one in mission.coupled if one.automaton is not None
        ]
        self.cares = np.zeros(len(mission.alphabet), dtype=bool)
        for automaton in self.automata:
            rows = np.arange(automaton.states)[:, None]
            self.cares |= (automaton.step != rows).any(axis=0)
        tables = [mission.table(system, open_) for system in self.systems]
        self.ladders = [ladder for ladder, _ in tables]
        self.which = [which for _, which in tables]
        self.arcs = [self._arcs(index) for index in range(len(self.systems))]
        self.left = Left(problem, self.living, self.ladders, self.automata)
        self.best: dict[_Node, list[Paid]] = {}
        """What nobody has reached for less: alternatives, where each robot pays for itself."""
        self.before: dict[tuple[_Node, Paid], _Before | None] = {}
        self.queue: list[tuple[tuple[int, ...], int, int, _Node, Paid]] = []
        self.serial = itertools.count()

    def run(self, most: int) -> Found | None:
        """The best way for the team; None: there is none."""
        coming = self._shares()
        bound, share = next(coming, _NO_MORE)
        shares: list[tuple[int, ...]] = []
        looked_at = 0
        while self.queue or bound < _NO_MORE[0]:
            while bound < _NO_MORE[0] and (not self.queue or bound <= self.queue[0][0]):
                shares.append(share)
                self._begin(len(shares) - 1, share)
                bound, share = next(coming, _NO_MORE)
            if not self.queue:
                continue
            _, _, _, node, paid = heapq.heappop(self.queue)
            if paid not in self.best[node]:
                continue
            if self._over(node):
                return self._told(node, paid, shares[node.share])
            looked_at += 1
            if looked_at > most:
                raise TooMany
            self._expand(node, paid)
        return None

    def _shares(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Who has which task, best first, as far as tasks alone are concerned."""
        rows = []
        objective: Objective = "lexicographic" if self.left.apart else "sum"
        for owners in itertools.product(self.living, repeat=len(self.open)):
            masks: dict[int, int] = {}
            for bit, robot in enumerate(owners):
                masks[robot] = masks.get(robot, 0) | 1 << bit
            costs = [int(self.costs[robot, mask]) for robot, mask in masks.items()]
            if sum(costs) < FAR:
                rows.append((value(costs, objective), owners))
        return iter(sorted(rows))

    def _begin(self, number: int, owners: tuple[int, ...]) -> None:
        left = []
        done = [task.ratchet.done for task in self.problem.mission.tasks]
        for index, which in enumerate(self.which):
            mine = {task for task, owner in zip(self.open, owners, strict=True) if owner == index}
            at = [int(self.progress[index, t]) if t in mine else done[t] for t in which]
            left.append(self.ladders[index].joint(at))
        robots = zip(self.systems, self.problem.robots, strict=True)
        states = tuple(system.index(*robot.state) for system, robot in robots)
        coupled = tuple(automaton.after(self.problem.past) for automaton in self.automata)
        start = _Node(number, states, tuple(left), coupled, -1)
        self._reach(start, self.left.nothing_paid(), None)

    def _reach(self, node: _Node, paid: Paid, before: _Before | None) -> None:
        known = self.best.get(node, [])
        if any(covers(one, paid) for one in known):
            return
        if any(a.dead[q] for a, q in zip(self.automata, node.coupled, strict=True)):
            return
        least = self.left.least(paid, node.states, node.left, node.coupled)
        if least is None:
            return
        self.best[node] = [*(one for one in known if not covers(paid, one)), paid]
        self.before[node, paid] = before
        heapq.heappush(self.queue, (least, -sum(paid), next(self.serial), node, paid))

    def _over(self, node: _Node) -> bool:
        finished = all(
            left == ladder.finished for left, ladder in zip(node.left, self.ladders, strict=True)
        )
        ends = zip(self.automata, node.coupled, strict=True)
        return finished and all(bool(automaton.accepting[q]) for automaton, q in ends)

    def _expand(self, node: _Node, paid: Paid) -> None:
        for robot in self.living:
            if robot < node.last:
                continue  # the same steps the other way round have been looked at
            before = _Before(node, paid, robot)
            for target, letter, price in self.arcs[robot][node.states[robot]]:
                cares = bool(self.cares[letter])
                states = (*node.states[:robot], target, *node.states[robot + 1 :])
                mine = self.ladders[robot].advance(node.left[robot], target)
                left = (*node.left[:robot], mine, *node.left[robot + 1 :])
                coupled = tuple(
                    int(automaton.step[q, letter])
                    for automaton, q in zip(self.automata, node.coupled, strict=True)
                )
                after = _Node(node.share, states, left, coupled, -1 if cares else robot)
                self._reach(after, self.left.more(paid, robot, price), before)

    def _arcs(self, index: int) -> list[list[tuple[int, int, int]]]:
        """Per state: target, its letter, cost."""
        system = self.systems[index]
        allowed = self.problem.mission.allowed(system)
        found: list[list[tuple[int, int, int]]] = [[] for _ in system.states]
        for arc in np.flatnonzero(allowed).tolist():
            target = int(system.target[arc])
            row = (target, self.letters[index][target], int(system.cost[arc]))
            found[int(system.source[arc])].append(row)
        return found

    def _told(self, node: _Node, paid: Paid, owners: tuple[int, ...]) -> Found:
        steps = []
        before = self.before[node, paid]
        while before is not None:
            robot, state = before.robot, node.states[before.robot]
            moves = before.node.coupled != node.coupled
            price = sum(paid) - sum(before.paid)
            steps.append(Step(robot, state, price, node.last < 0, moves))
            node, paid = before.node, before.paid
            before = self.before[node, paid]
        tasks = [
            [task for task, owner in zip(self.open, owners, strict=True) if owner == index]
            for index in range(len(self.systems))
        ]
        return Found(tasks, steps[::-1])


_NO_MORE: tuple[tuple[int, ...], tuple[int, ...]] = ((FAR,), ())
