"""Robots as a job sees them: equal ones are one class, so that a large fleet is a small question.

Rows are cumulative: a row counts all needs of its sort that reach at least as far, so that parts
serve one need each if and only if every row is served.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cotree.reallocation.capability.kinds import totals, wanted
from cotree.reallocation.capability.models import NEAR, Job, Need, Part, Position, Robot

Numbers: TypeAlias = NDArray[np.float64]
Counts: TypeAlias = NDArray[np.int64]

NEVER = -1e6
"""The height of a part that is not there."""

Key: TypeAlias = tuple[float, int, tuple[int, ...], tuple[float, ...]]
"""Size, ports, totals per domain, heights per row: as far as each matters to the job."""


@dataclasses.dataclass(frozen=True)
class Row:
    """So many parts of one sort that reach this far."""

    domain: str
    type: int
    at: Position
    count: int
    grounded: bool

    def height(self, part: Part) -> float:
        """How high a part of this sort serves this row, no higher than needed; or NEVER."""
        x, y, z = part.at
        if x < self.at[0] - NEAR or z < self.at[2] - NEAR:
            return NEVER
        return min(y, self.at[1])


@dataclasses.dataclass(frozen=True)
class Shape:
    """A job, as the search reads it."""

    job: Job
    rows: tuple[Row, ...]
    width: int
    """The largest count of a row."""
    counts: Counts
    heights: Numbers
    ground: NDArray[np.bool_]
    want: Counts
    """Parts needed per domain, for the score."""
    highest: float

    def key(self, robot: Robot) -> Key:
        """What the job sees of a robot."""
        parts = robot.parts
        ys: list[float] = []
        for row in self.rows:
            fit = [row.height(p) for p in parts if p.type == row.type and p.domain == row.domain]
            fit.sort(reverse=True)
            ys += fit[: row.count]
            ys += [NEVER] * (self.width - min(len(fit), row.count))
        have = totals(parts, self.job.domains)
        return min(robot.size, self.highest), min(robot.ports, 2), have, tuple(ys)

    def served(self, heights: Numbers, base: float | Numbers) -> Counts:
        """How many parts of each class reach each row from this base (or these)."""
        reached = heights + base >= self.heights[:, None] - NEAR
        count: Counts = reached.sum(axis=2, dtype=np.int64)
        return count

    def solo(self, found: Classes) -> list[tuple[Robot, ...]]:
        """The classes whose robots can do the job alone."""
        able = np.all(self.served(found.heights, 0.0) >= self.counts, axis=1)
        return [found.robots[i] for i in np.flatnonzero(able)]


class Classes(NamedTuple):
    """Classes of interchangeable robots, one entry of each array per class."""

    size: Numbers
    ports: Counts
    totals: Counts
    heights: Numbers
    """Class, row, number of the part."""
    robots: tuple[tuple[Robot, ...], ...]
    """By name."""
    many: Counts
    """How many robots there are of each."""

    def pick(self, indices: NDArray[np.int64]) -> Classes:
        """Only these classes, in this order."""
        robots = tuple(self.robots[i] for i in indices)
        return Classes(
            self.size[indices],
            self.ports[indices],
            self.totals[indices],
            self.heights[indices],
            robots,
            self.many[indices],
        )


def shape(job: Job) -> Shape | None:
    """The job's rows; None if two needs of one sort each reach further than the other."""
    rows: list[Row] = []
    for need in dict.fromkeys((n.domain, n.type, n.at) for n in job.needs):
        alike = [n for n in job.needs if (n.domain, n.type) == need[:2]]
        if not all(_inside(n, need[2]) or _around(n, need[2]) for n in alike):
            return None
        count = sum(n.count for n in alike if _inside(n, need[2]))
        rows.append(Row(*need, count, job.domain(need[0]).grounded))
    return Shape(
        job,
        tuple(rows),
        max((row.count for row in rows), default=1),
        np.array([row.count for row in rows], dtype=np.int64),
        np.array([row.at[1] for row in rows], dtype=np.float64),
        np.array([row.grounded for row in rows], dtype=np.bool_),
        np.array(wanted(job), dtype=np.int64),
        max((row.at[1] for row in rows), default=0.0),
    )


def classes(shape_: Shape, robots: Iterable[Robot]) -> Classes:
    """The robots sorted into classes; robots of one model are looked at once."""
    models: dict[tuple[int, tuple[str, ...]], list[Robot]] = {}
    for robot in robots:
        models.setdefault((id(robot.model), robot.failed), []).append(robot)
    found: dict[Key, list[Robot]] = {}
    for alike in models.values():
        found.setdefault(shape_.key(alike[0]), []).extend(alike)
    keys = list(found)
    members = tuple(tuple(sorted(each, key=lambda r: r.name)) for each in found.values())
    rows = len(keys), len(shape_.rows), shape_.width
    domains = len(keys), len(shape_.want)
    return Classes(
        np.array([key[0] for key in keys], dtype=np.float64),
        np.array([key[1] for key in keys], dtype=np.int64),
        np.array([key[2] for key in keys], dtype=np.int64).reshape(domains),
        np.array([key[3] for key in keys], dtype=np.float64).reshape(rows),
        members,
        np.array([len(each) for each in members], dtype=np.int64),
    )


def _inside(need: Need, at: Position) -> bool:
    """Whether what serves the need also reaches this far."""
    return all(mine >= other for mine, other in zip(need.at, at, strict=True))


def _around(need: Need, at: Position) -> bool:
    """Whether what reaches this far also serves the need."""
    return all(mine <= other for mine, other in zip(need.at, at, strict=True))
