"""Who does what: robots that pick what suits them best, without engine and protocol.

A model for checking the metric and the rules of turns against the paper's scenarios.  Robots that
become free within the decision window decide together; when two want what excludes each other, the
tie-break says who comes first.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import Literal

import msgspec

from cotree.core.mission import Metric
from cotree.core.places import Point, distance_m
from cotree.team import terms as stock
from cotree.team.metric import prefer, rank
from cotree.team.mirror.turns import conflict, enabled, is_done
from cotree.team.outline import Outline
from cotree.team.terms import Case, declared_in

TERMS = declared_in([stock])
TieBreak = Literal["PR2", "Baxter", "potential"]


class Table(msgspec.Struct, frozen=True):
    """What is to be done with what, by whom."""

    task: Outline
    home: Mapping[str, Point]
    objects: Mapping[str, Point]
    goal: Mapping[str, Point]
    grasp: Mapping[str, Mapping[str, float]]
    metric: Metric
    speed_m_s: Mapping[str, float]
    handling_s: float = 10.0


class Job(msgspec.Struct, frozen=True, order=True):
    """One leaf done by one robot."""

    start_s: float
    end_s: float
    robot: str
    leaf: str


def potentials(table: Table, at: Mapping[str, Point], leaf: str, now_s: float) -> dict[str, float]:
    """How suitable each robot is for a leaf, judged over all robots."""
    cases = {
        robot: Case(
            distance_m=distance_m(here, table.objects[leaf]),
            grasp=table.grasp[robot][leaf] if robot in table.grasp else None,
            grasp_seen_s=now_s,
            now_s=now_s,
        )
        for robot, here in at.items()
    }
    return {robot: score.potential for robot, score in rank(table.metric, TERMS, cases).items()}


class Allocation:
    """One run of the model."""

    def __init__(self, table: Table, tie_break: TieBreak, window_s: float = 0.0) -> None:
        self.table, self.tie_break, self.window_s = table, tie_break, window_s
        self.at = dict(table.home)
        self.done: set[str] = set()
        self.running: dict[str, str] = {}
        """The leaf of each robot that is busy."""
        self.free_s = dict.fromkeys(table.home, 0.0)
        self.jobs: list[Job] = []
        self._ends: list[tuple[float, str]] = []

    def run(self) -> list[Job]:
        """Everything that was done, in order of the starts."""
        now_s = 0.0
        while not is_done(self.table.task, self.done):
            if self._ends and self._ends[0][0] - min(self._idle().values(), default=now_s) <= (
                self.window_s if self._idle() else 0.0
            ):
                now_s = self._end()
                continue
            self._decide(now_s)
            assert self._ends, "nobody does anything although the task is not done"
            now_s = self._end()
        return sorted(self.jobs)

    def _idle(self) -> dict[str, float]:
        return {robot: since for robot, since in self.free_s.items() if robot not in self.running}

    def _end(self) -> float:
        now_s, robot = heapq.heappop(self._ends)
        leaf = self.running.pop(robot)
        self.done.add(leaf)
        self.at[robot] = self.table.goal[leaf]
        self.free_s[robot] = now_s
        return now_s

    def _decide(self, now_s: float) -> None:
        idle = list(self._idle())
        while idle:
            wishes = {robot: self._wish(robot, now_s) for robot in idle}
            bids = [(p, robot, leaf) for robot, (p, leaf) in wishes.items() if leaf is not None]
            if not bids:
                return
            _, robot, leaf = max(bids, key=self._precedence)
            self._start(robot, leaf, now_s)
            idle.remove(robot)

    def _precedence(self, bid: tuple[float, str, str]) -> tuple[float, ...]:
        potential, robot, _ = bid
        if self.tie_break == "potential":
            return (potential,)
        return (float(robot == self.tie_break),)

    def _wish(self, robot: str, now_s: float) -> tuple[float, str | None]:
        """The best leaf for this robot that nobody is at."""
        found = {}
        for leaf in enabled(self.table.task, self.done):
            if not any(conflict(self.table.task, leaf, taken) for taken in self.running.values()):
                found[leaf] = potentials(self.table, self.at, leaf, now_s)[robot]
        best = prefer(found, None, self.table.metric.hysteresis)
        return (0.0, None) if best is None else (found[best], best)

    def _start(self, robot: str, leaf: str, now_s: float) -> None:
        table = self.table
        way_m = distance_m(self.at[robot], table.objects[leaf])
        way_m += distance_m(table.objects[leaf], table.goal[leaf])
        end_s = now_s + way_m / table.speed_m_s[robot] + table.handling_s
        self.running[robot] = leaf
        self.jobs.append(Job(now_s, end_s, robot, leaf))
        heapq.heappush(self._ends, (end_s, robot))
