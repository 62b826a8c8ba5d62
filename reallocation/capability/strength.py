"""Method 1: the strength matrix [s q P] and the printed verification, equations (2) to (17).

Kept as printed, with its defects V1 to V7 (see ``printed_defects`` in the tests): it is what
``match: paper`` asks, and what the scores of both rules are made of.  The exact test is ``tower``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from cotree.reallocation.capability.models import NOWHERE, Domains, Job, Part, Position

SCALE = 1000.0
"""Of (17) and (20); the paper's figure of 50 fits no reading of it (E11)."""


class Row(msgspec.Struct, frozen=True, array_like=True):
    """One level of one domain: how many parts are at least that strong, and how far one reaches."""

    domain: str
    level: int
    count: int
    at: Position


class Strength(msgspec.Struct, frozen=True):
    """The matrix (2): levels ascending, domain after domain."""

    rows: tuple[Row, ...]

    def matrix(self) -> list[list[float]]:
        """As printed: a row [s q x y z] for each level of each domain."""
        return [[row.level, row.count, *row.at] for row in self.rows]

    def k(self, least: float = 0.0) -> list[float]:
        """Equation (16); ``least`` 1 mends that a row without a position weighs nothing."""
        return [row.level * row.count * max(least, sum(row.at)) for row in self.rows]


class Missing(NamedTuple):
    """What a robot lacks, vector by vector: equations (6) to (12)."""

    number: tuple[int, ...]
    reach: tuple[Position, ...]
    distance: tuple[float, ...]
    only_number: tuple[int, ...]
    requested: tuple[int, ...]
    required: Strength
    """C^req: what a helper is asked for."""

    @property
    def nothing(self) -> bool:
        """Whether the robot is capable by the printed rule."""
        return not any(self.number) and not any(self.distance)


def strength(
    parts: Iterable[tuple[Part, Position, int]], levels: tuple[int, ...], domains: Domains
) -> Strength:
    """The matrix of parts, given with where they are and how many (A2, A3: all cumulative)."""
    found = list(parts)
    rows = []
    for domain in domains:
        mine = [each for each in found if each[0].domain == domain.name]
        for level in levels:
            strong = [each for each in mine if each[0].level >= level]
            far = max((at for _, at, _ in strong), key=_reach, default=NOWHERE)
            rows.append(Row(domain.name, level, sum(count for *_, count in strong), far))
    return Strength(tuple(rows))


def of_parts(parts: Iterable[Part], levels: tuple[int, ...], domains: Domains) -> Strength:
    """The matrix of a robot that stands on the ground."""
    return strength(((part, part.at, 1) for part in parts), levels, domains)


def of_job(job: Job, levels: tuple[int, ...]) -> Strength:
    """The matrix of what a job needs."""
    needs = (
        (Part("", need.domain, need.level, need.type), need.at, need.count) for need in job.needs
    )
    return strength(needs, levels, job.domains)


def levels_of(job: Job, *robots: Iterable[Part]) -> tuple[int, ...]:
    """1 to the highest level that anybody has or asks for."""
    highest = max((need.level for need in job.needs), default=1)
    return tuple(range(1, max([highest, *(p.level for parts in robots for p in parts)]) + 1))


def missing(job: Strength, own: Strength) -> Missing:
    """Equations (6) to (12); (7) is read literally: the nearest row counts, not the best (A10)."""
    number = tuple(
        max(want.count - has.count, 0) for want, has in zip(job.rows, own.rows, strict=True)
    )
    reach = tuple(_unmet(want, own) for want in job.rows)
    distance = tuple(sum(each) for each in reach)
    only = tuple(n if n > 0 and not far else 0 for n, far in zip(number, distance, strict=True))
    requested = tuple(
        (row.count if far else 0) + extra
        for row, far, extra in zip(job.rows, distance, only, strict=True)
    )
    rows = tuple(
        Row(row.domain, row.level, count, far)
        for row, count, far in zip(job.rows, requested, reach, strict=True)
    )
    return Missing(number, reach, distance, only, requested, Strength(rows))


def score(one: Strength, other: Strength, least: float = 0.0) -> float:
    """Equation (17): 1000 for equals, less the more they differ."""
    return SCALE / (1.0 + math.dist(one.k(least), other.k(least)))


def _reach(at: Position) -> float:
    """How far the whole vector reaches; never axis by axis, which would mix two parts."""
    return math.hypot(*at)


def _unmet(want: Row, own: Strength) -> Position:
    """Equations (7) and (8) for one row."""
    if not any(want.at):
        return NOWHERE
    rows = [row for row in own.rows if row.domain == want.domain and any(row.at)]
    if not rows:
        return want.at
    near = min(rows, key=lambda r: (math.dist(r.at, want.at), sum(_over(want.at, r.at)), r.level))
    return _over(want.at, near.at)


def _over(want: Position, has: Position) -> Position:
    """How much further, on each axis."""
    x, y, z = (max(a - b, 0.0) for a, b in zip(want, has, strict=True))
    return x, y, z
