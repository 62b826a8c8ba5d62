"""Method 2: the type matrix T, the totals q and the positions P (V-A), and their score (20)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cotree.reallocation.capability.models import Domains, Job, Part, Position, Robot
from cotree.reallocation.capability.strength import SCALE


class Kinds(NamedTuple):
    """One row per domain: the types there are, how many parts, where the farthest of each is."""

    types: tuple[tuple[int, ...], ...]
    """Sorted, and padded with 0 to equal length."""
    totals: tuple[int, ...]
    positions: tuple[tuple[Position, ...], ...]


def of_robot(robot: Robot, domains: Domains) -> Kinds:
    """The type form of a robot's parts."""
    return _kinds([(part.domain, part.type, 1, part.at) for part in robot.parts], domains)


def of_job(job: Job) -> Kinds:
    """The type form of what a job needs."""
    rows = [(need.domain, need.type, need.count, need.at) for need in job.needs]
    return _kinds(rows, job.domains)


def _kinds(rows: list[tuple[str, int, int, Position]], domains: Domains) -> Kinds:
    types, places = [], []
    for domain in domains:
        far: dict[int, Position] = {}
        for name, type_, _, at in rows:
            if name == domain.name:
                far[type_] = max(far.get(type_, at), at, key=lambda each: math.hypot(*each))
        types.append(tuple(sorted(far)))
        places.append(tuple(far[type_] for type_ in sorted(far)))
    width = max(map(len, types), default=0)
    padded = tuple(row + (0,) * (width - len(row)) for row in types)
    totals = tuple(sum(row[2] for row in rows if row[0] == d.name) for d in domains)
    return Kinds(padded, totals, tuple(places))


def totals(parts: Iterable[Part], domains: Domains) -> tuple[int, ...]:
    """How many parts there are in each domain."""
    names = [part.domain for part in parts]
    return tuple(names.count(domain.name) for domain in domains)


def wanted(job: Job) -> tuple[int, ...]:
    """How many parts a job needs in each domain."""
    return tuple(sum(n.count for n in job.needs if n.domain == d.name) for d in job.domains)


def score(team: Sequence[Robot], job: Job) -> float:
    """Equation (20) of a whole team: 1000 if it has exactly as many parts as needed."""
    have = totals((part for robot in team for part in robot.parts), job.domains)
    return score_of(have, wanted(job))


def score_of(have: Sequence[float], want: Sequence[float]) -> float:
    """Equation (20) of totals."""
    return SCALE / (1.0 + math.dist(have, want))
