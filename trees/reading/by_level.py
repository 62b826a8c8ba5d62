"""A type that a job asks for, where matching looks at levels only: a warning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cotree.behaviours.declare import Declaration
from cotree.core.errors import Mistake
from cotree.core.jobs import Job, Need, Part
from cotree.core.mission import Mark, Mission
from cotree.trees.reading.nodes import quote

REMEDY = "write 'matching: {method: active}', which looks at types, or say a level"


def types_not_looked_at(
    mission: Mission, catalogue: Mapping[str, Declaration]
) -> Iterator[Mistake]:
    """A need of a type that a part of another type would meet, because passive matching does so."""
    if mission.matching.method != "passive":
        return
    for job in mission.jobs.values():
        for need in job.needs:
            wrong = _taken_for_it(mission, need)
            if wrong is not None:
                yield Mistake(_mark(mission, job), _said(job, need, *wrong))


def _taken_for_it(mission: Mission, need: Need) -> tuple[str, Part] | None:
    """The first part of another type that counts; None: nothing does, or no type is asked for."""
    if need.type == 1:
        return None
    for name, mate in mission.team.items():
        model = None if mate.robot is None else mate.robot.capability
        for part in () if model is None else model.parts:
            alike = part.domain == need.domain and part.level >= need.level
            if alike and part.type != need.type:
                return name, part
    return None


def _said(job: Job, need: Need, robot: str, part: Part) -> str:
    domain = job.domain(need.domain)
    asked = f"{need.domain} {domain.said(need.type)}"
    taken = f"{robot}'s {quote(part.name)} ({domain.said(part.type)})"
    return (
        f"job {quote(job.name)} asks for {asked}, but passive matching looks at levels only, "
        f"and takes {taken} for it; {REMEDY}"
    )


def _mark(mission: Mission, job: Job) -> Mark:
    """Where the job is first to be done."""
    uses = (
        each.mark for each in mission.task.walk() if getattr(each.params, "job", None) == job.name
    )
    return next(uses, mission.task.mark)
