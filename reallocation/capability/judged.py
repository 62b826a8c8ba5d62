"""Who of a fleet can see to a job, alone or with whose help, and what everybody lacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from cotree.core.allocation import Matching
from cotree.core.hauls import NoSequence
from cotree.core.jobs import Job, Robot
from cotree.reallocation.capability.answer import Candidate, Decision
from cotree.reallocation.capability.can import Verdict, can, sort
from cotree.reallocation.capability.matched import compared_by, matched
from cotree.reallocation.capability.models import By, reaches, suits
from cotree.reallocation.capability.roles import Unmanned, steps
from cotree.reallocation.capability.tower import placed

MOST_WAYS = 4
"""Ways that are told of one robot; the best come first."""


class Judged(msgspec.Struct, frozen=True):
    """One robot that is given a job: what it lacks, and how the job would be done."""

    robot: str
    alone: bool
    idle: bool = True
    """Whether its battery is full enough to help others."""
    lacks: tuple[str, ...] = ()
    """What it lacks to do it alone, one need after the other."""
    ways: tuple[Candidate, ...] = ()
    """Best first; none: it finds nobody."""
    helps: tuple[str, ...] = ()
    """What each helper of the best way gives."""
    steps: tuple[str, ...] = ()
    """Who does what, in the best way."""
    why_not: str = ""
    """Why the job is not done when this robot gets it."""


class Judgement(msgspec.Struct, frozen=True):
    """What becomes of a job, whoever gets it."""

    job: str
    method: Literal["passive", "active"]
    match: Literal["exact", "paper"]
    robots: tuple[Judged, ...]

    @property
    def able(self) -> tuple[str, ...]:
        """Who can be given the job."""
        return tuple(each.robot for each in self.robots if each.ways)


def judged(
    job: Job, robots: Mapping[str, Robot], matching: Matching, *, together: bool = True
) -> Judgement:
    """Every robot in turn as the one that gets the job, all others idle if their batteries are.

    Not ``together``: it is done by one robot alone, whoever that is.
    """
    each = (
        _judged(robot, job, robots if together else {name: robot}, matching)
        for name, robot in robots.items()
    )
    return Judgement(job.name, matching.method, matching.match, tuple(each))


def _judged(agent: Robot, job: Job, robots: Mapping[str, Robot], matching: Matching) -> Judged:
    by = compared_by(matching)
    alone = can(agent, job, by)
    lacks = tuple(lack.message for lack in alone.lacks)
    idle = agent.idle(matching.idle_above)
    answer = matched(agent, job, robots.values(), matching)
    if not isinstance(answer, Decision):
        why_not = answer.message.removeprefix(f"{job.name}: ")
        return Judged(agent.name, bool(alone), idle, lacks, why_not=why_not)
    helps = tuple(_helps(answer, alone, job, robots, by))
    try:
        done = tuple(str(step) for step in steps(job, answer, robots, by))
    except (NoSequence, Unmanned) as wrong:
        ways = answer.candidates[:MOST_WAYS]
        why_not = str(wrong).removeprefix(f"{job.name}: ")
        return Judged(agent.name, bool(alone), idle, lacks, ways, helps, why_not=why_not)
    return Judged(agent.name, bool(alone), idle, lacks, answer.candidates[:MOST_WAYS], helps, done)


def _helps(
    answer: Decision, alone: Verdict, job: Job, robots: Mapping[str, Robot], by: By
) -> Iterator[str]:
    """What the others give: a share, the whole job, a part, or a place higher up."""
    if answer.mode == "partnership":
        share = "half of the objects" if job.goal else "a share"
        yield f"{', '.join(answer.helpers)} takes {share}"
    if answer.mode == "subcontract":
        yield f"{', '.join(answer.helpers)} takes the job over"
    if answer.mode != "assembly":
        return
    order = [robots[name] for name in answer.members]
    lifted: set[str] = set()
    for lack in alone.lacks:
        if lack.need < 0:
            continue
        need = job.needs[lack.need]
        there = (p for p in placed(order, job) if suits(p.part, need, by) and reaches(p.at, need))
        best = next(there, None)
        if best is None:
            continue
        what = sort(need, job.domain(need.domain), by)
        said = f"{best.robot} gives {what}"
        if best.base:
            below = answer.members[: answer.members.index(best.robot)]
            said += f", {best.base:g} higher on {' and '.join(below)}"
        if said not in lifted:
            lifted.add(said)
            yield said
