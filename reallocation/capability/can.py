"""Can this robot, or this tower of robots, do the job; and if not, what is missing, row by row."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cotree.reallocation.capability.models import By, Domain, Job, Need, Robot, suits
from cotree.reallocation.capability.tower import attached, placed, unserved


class Lack(msgspec.Struct, frozen=True):
    """One need that is not met, and why."""

    need: int
    """Its place among the job's needs."""
    message: str


class Verdict(msgspec.Struct, frozen=True):
    """Whether somebody can do a job, with everything that is missing if not."""

    who: tuple[str, ...]
    """Lowest first."""
    job: str
    lacks: tuple[Lack, ...] = ()

    def __bool__(self) -> bool:
        return not self.lacks

    def __str__(self) -> str:
        who = " + ".join(self.who)
        if self:
            return f"{who} can do {self.job}"
        why = "; ".join(lack.message for lack in self.lacks)
        return f"{who} cannot do {self.job}: {why}"


def can(who: Robot | Sequence[Robot], job: Job, by: By = "type") -> Verdict:
    """Whether a robot (or a tower, lowest first) can do the job now, and what is missing."""
    order = (who,) if isinstance(who, Robot) else tuple(who)
    short = unserved(order, job, by)
    lacks = [Lack(i, _why(order, job, job.needs[i], by, short[i])) for i in sorted(short)]
    if not attached(order):
        lacks.append(Lack(-1, "too few ports for this order"))
    return Verdict(tuple(robot.name for robot in order), job.name, tuple(lacks))


def sort(need: Need, domain: Domain, by: By) -> str:
    """What a need asks for, in words."""
    return f"{need.domain} {domain.said(need.type) if by == 'type' else f'level {need.level}'}"


def _why(order: Sequence[Robot], job: Job, need: Need, by: By, short: int) -> str:
    """The nearest reason why a need is not met."""
    domain = job.domain(need.domain)
    what = sort(need, domain, by)
    alike = [each for each in placed(order, job) if suits(each.part, need, by)]
    if not alike:
        return f"no {what}{_instead(order, job, need, by)}"
    for axis, verb in ((1, "must reach"), (0, "must reach x"), (2, "must reach z")):
        far = sorted((each.at[axis] for each in alike), reverse=True)
        best = far[min(need.count, len(far)) - 1]
        if best < need.at[axis]:
            return f"{what} {verb} {need.at[axis]:g}, reaches {best:g}"
    enough = len(alike) >= need.count
    shared = " (each may serve one need only)" if enough else ""
    return f"{need.count} {what} needed, {need.count - short} free{shared}"


def _instead(order: Sequence[Robot], job: Job, need: Need, by: By) -> str:
    """What there is of the domain, when nothing suits."""
    there = [part for robot in order for part in robot.parts if part.domain == need.domain]
    if any(suits(part, need, by) for part in there):
        return " on the ground"
    domain = job.domain(need.domain)
    if by == "type":
        have = sorted({part.type for part in there})
        return f" (has {', '.join(map(domain.said, have))})" if have else ""
    return f" (highest level {max(p.level for p in there)})" if there else ""
