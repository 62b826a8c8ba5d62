"""What jobs cannot be: done under a rule without letters, done twice, or called like a robot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cotree.behaviours.declare import Declaration
from cotree.core.errors import Mistake
from cotree.core.jobs import Job
from cotree.core.mission import Blueprint, Mission
from cotree.trees.reading.nodes import quote
from cotree.trees.sharing import robots_of

Words = Mapping[str, Declaration]


def unheard_favours(mission: Mission, catalogue: Words) -> Iterator[Mistake]:
    """Jobs of a team whose rule has no letters in which a robot could ask for a favour."""
    if mission.coordination.rule != "paper" or len(robots_of(mission)) < 2:
        return
    for node in mission.task.walk():
        if node.allocation is not None and node.allocation.by == "capability":
            yield Mistake(
                node.mark,
                "by 'coordination: {rule: paper}' robots cannot ask each other for favours, so "
                f"nobody is found for {quote(node.name)}; leave 'rule: paper' away",
            )


def done_twice(mission: Mission, catalogue: Words) -> Iterator[Mistake]:
    """A job at two places of the task: what is told of it would be about both."""
    first: dict[str, Blueprint] = {}
    for node in mission.task.walk():
        job = _carried_out(node)
        before = first.setdefault(job, node) if job else node
        if before is not node:
            yield Mistake(
                node.mark,
                f"job {quote(job)} is done at line {before.mark.line} already; a job is done "
                f"once: write another one under 'jobs'",
            )


def _carried_out(node: Blueprint) -> str:
    """The job whose steps stand below a node; empty: it is no job's."""
    job = "" if node.allocation is None else node.allocation.job
    steps = (str(getattr(below.params, "job", "")) for below in node.walk())
    return job if job and job in steps else ""


def wrong_with_names(job: Job, robots: Mapping[str, object]) -> str:
    """Why a job cannot be called so, or its objects; empty: it can.

    Robots, their parts, jobs and objects are told about under their names.
    """
    if job.name in robots:
        return f"a job cannot have the name of a robot; call it something like 'do_{job.name}'"
    if job.name == "docked":
        return "a job cannot be called 'docked': under that is told who stands on whom"
    taken = [thing.name for thing in job.things if thing.name in robots]
    return f"an object cannot have the name of a robot: {quote(taken[0])}" if taken else ""
