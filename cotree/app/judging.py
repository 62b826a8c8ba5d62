"""Who can do the jobs of a mission, without running it; and the knowledge graph of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from cotree.core.allocation import Matching
from cotree.core.jobs import Job
from cotree.core.mission import Mission

if TYPE_CHECKING:
    from cotree.reallocation.capability.graph.knowledge import Knowledge
    from cotree.reallocation.capability.judged import Judgement


def jobs_asked(mission: Mission) -> dict[str, Job]:
    """The jobs by name, and subtrees whose robots are found by matching, by path."""
    return {**mission.jobs, **{each.job.name: each.job for each in mission.allocated.values()}}


def matching_of(
    mission: Mission,
    match: Literal["exact", "paper"] | None,
    method: Literal["passive", "active"] | None,
) -> Matching:
    """As the mission says, unless somebody says otherwise; a rule alone is for those asked."""
    found = mission.matching
    if match is not None:
        found = msgspec.structs.replace(found, match=match, method="passive")
    return found if method is None else msgspec.structs.replace(found, method=method)


def judge(mission: Mission, jobs: Mapping[str, Job], matching: Matching) -> list[Judgement]:
    """What becomes of each job, whoever gets it; any other subtree is done by one robot alone."""
    from cotree.reallocation.capability.fleet import fleet_of
    from cotree.reallocation.capability.judged import judged

    robots = fleet_of(mission).robots
    return [
        judged(job, robots, matching, together=name in mission.jobs) for name, job in jobs.items()
    ]


Form: TypeAlias = Literal["dot", "jsonld", "text"]


def drawn(known: Knowledge, job: Job, form: Form) -> str:
    """A knowledge graph for Graphviz, as linked data, or in lines."""
    from cotree.reallocation.capability.graph.export import dot, json_ld
    from cotree.reallocation.capability.graph.told import told

    if form == "dot":
        return dot(known)
    return json_ld(known) if form == "jsonld" else told(known, job) + "\n"


def graph(mission: Mission, job: Job, matching: Matching, form: Form) -> str:
    """The knowledge graph of a job before it begins, with the team of who is given it.

    Without a team, the robot that is given the job stands there alone.
    """
    from cotree.reallocation.capability.answer import Decision
    from cotree.reallocation.capability.fleet import fleet_of
    from cotree.reallocation.capability.graph.knowledge import joined, of_job
    from cotree.reallocation.capability.matched import matched

    robots = fleet_of(mission).robots
    given = [each.to for each in mission.allocated.values() if each.job.name == job.name]
    agent = next(iter(given), "") or next(iter(robots))
    answer = matched(robots[agent], job, robots.values(), matching)
    members = answer.members if isinstance(answer, Decision) else (agent,)
    assembled = isinstance(answer, Decision) and answer.mode == "assembly"
    known = joined(of_job(job), tuple(robots[name] for name in members), assembled)
    return drawn(known, job, form)
