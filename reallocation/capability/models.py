"""What of a robot suits a need, and reaches far enough; the values themselves are ``core.jobs``."""

from __future__ import annotations

from typing import Literal, TypeAlias

from cotree.core.jobs import (
    DOMAINS,
    GROUND,
    IDLE_ABOVE,
    NOWHERE,
    Domain,
    Domains,
    Job,
    Model,
    Need,
    Part,
    Position,
    Relation,
    Robot,
    Thing,
    named,
)

__all__ = [
    "DOMAINS",
    "GROUND",
    "IDLE_ABOVE",
    "NEAR",
    "NOWHERE",
    "By",
    "Domain",
    "Domains",
    "Job",
    "Model",
    "Need",
    "Part",
    "Position",
    "Relation",
    "Robot",
    "Thing",
    "named",
    "parts_of",
    "raised",
    "reaches",
    "suits",
]

By: TypeAlias = Literal["level", "type"]
"""What makes a part suitable: a level high enough (Method 1), or the same type (Method 2)."""
NEAR = 1e-9
"""Less than this is rounding: 0.7 m on 0.1 m reaches 0.8 m."""


def parts_of(
    *entries: tuple[str, int, int, int], size: float, domains: Domains = DOMAINS
) -> tuple[Part, ...]:
    """Parts from rows of (domain, count, level, type), at the places that A1 assumes."""
    grounded = {domain.name for domain in domains if domain.grounded}
    rows = [
        Part("", domain, level, type_, GROUND if domain in grounded else (1.0, size, 1.0))
        for domain, count, level, type_ in entries
        for _ in range(count)
    ]
    return named(rows)


def suits(part: Part, need: Need, by: By) -> bool:
    """Whether a part is of the sort that is needed, wherever it is."""
    if part.domain != need.domain:
        return False
    return part.type == need.type if by == "type" else part.level >= need.level


def reaches(at: Position, need: Need) -> bool:
    """Whether a part at this place reaches as far as needed, on every axis."""
    return all(has >= wanted - NEAR for has, wanted in zip(at, need.at, strict=True))


def raised(at: Position, base: float) -> Position:
    """The place of a part of a robot that stands this high; nothing changes sideways (V6)."""
    return at[0], at[1] + base, at[2]
