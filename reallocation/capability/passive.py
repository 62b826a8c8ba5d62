"""Passive matching: the agent asks, each robot answers for itself, the agent takes the best.

``exact`` sends what the job needs and the agent's own description, and the helper tests the tower
of two; ``paper`` sends C^job and C^req, of about the same size, and asks the printed rule, which
grants 8 % of helps that cannot work and refuses 46 % of those that could.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cotree.reallocation.capability.answer import (
    MOST_TOLD,
    Answer,
    Candidate,
    Decision,
    Mode,
    NoTeam,
)
from cotree.reallocation.capability.can import can
from cotree.reallocation.capability.models import IDLE_ABOVE, Job, Part, Position, Robot
from cotree.reallocation.capability.shortlist import Match, Offer, Shortlist
from cotree.reallocation.capability.strength import (
    Strength,
    levels_of,
    missing,
    of_job,
    of_parts,
    score,
    strength,
)
from cotree.reallocation.capability.tower import order_of, placed, works


class Plea(msgspec.Struct, frozen=True):
    """What an agent asks its neighbours."""

    job: Job
    """Its name, its needs and its domains; objects and goal stay at home."""
    agent: str
    levels: tuple[int, ...]
    wants: Strength
    """C^job."""
    able: bool
    """Whether the agent can do it alone: a helper is for half of the work."""
    lacks: Strength | None = None
    """C^req, in ``paper``, if the agent can be assembled."""
    own: Robot | None = None
    """The agent, in ``exact``, if it can be assembled."""


def plea(agent: Robot, job: Job, match: Match = "exact", others: Iterable[Robot] = ()) -> Plea:
    """What to ask; ``others`` widens the levels to those that are known of neighbours."""
    levels = levels_of(job, agent.parts, *(robot.parts for robot in others))
    wants = of_job(job, levels)
    asked = Job(job.name, job.needs, domains=job.domains)
    if match == "paper":
        lack = missing(wants, of_parts(agent.parts, levels, job.domains))
        lacks = lack.required if agent.ports and not lack.nothing else None
        return Plea(asked, agent.name, levels, wants, lack.nothing, lacks=lacks)
    able = bool(can(agent, job, "level"))
    own = agent if agent.ports and not able else None
    return Plea(asked, agent.name, levels, wants, able, own=own)


def offers(helper: Robot, asked: Plea, match: Match = "exact") -> tuple[Offer, ...]:
    """All ways in which an idle helper can help, with their scores; none if it cannot.

    The helper's matrix is made with the levels of the plea, which is the paper's synchronisation.
    """
    found = _printed(helper, asked) if match == "paper" else _exact(helper, asked)
    return tuple(Offer(helper.name, candidate) for candidate in found)


def decide(asked: Plea, heard: Iterable[Offer], match: Match = "exact") -> Answer:
    """The best of what was offered; (17) and (18) in ``paper``.

    In ``exact``, scores are compared only among ways that take equally many robots.  Of very many
    offers the best are told, as a ``Shortlist`` keeps them.
    """
    listed = Shortlist(match)
    listed.take(heard)
    return of_best(asked, listed.best())


def of_best(asked: Plea, best: Iterable[Offer]) -> Answer:
    """The first of some offers, best first; none is needed where the agent can do it alone."""
    found = [offer.candidate for offer in best]
    if asked.able:
        found.append(Candidate("solo", (asked.agent,), 0.0))
    if not found:
        message = f"{asked.job.name}: {asked.agent} cannot do it alone, and nobody offers help"
        return NoTeam("not_found", message)
    return Decision(asked.job.name, asked.agent, tuple(found))


def passive(
    agent: Robot,
    job: Job,
    others: Iterable[Robot],
    match: Match = "exact",
    idle_above: float = IDLE_ABOVE,
) -> Answer:
    """The whole matching in one place, as if no letter were lost."""
    near = [robot for robot in others if robot.name != agent.name]
    asked = plea(agent, job, match, near)
    heard = [o for r in near if r.idle(idle_above) for o in offers(r, asked, match)]
    found = decide(asked, heard, match)
    alone = can(agent, job, "level")
    if isinstance(found, Decision):
        return msgspec.structs.replace(found, verdicts=(alone,))
    verdicts = (alone, *(can(robot, job, "level") for robot in near[: MOST_TOLD - 1]))
    return msgspec.structs.replace(found, verdicts=verdicts)


def _printed(helper: Robot, asked: Plea) -> Iterable[Candidate]:
    """The printed test: capable of C^job, or of C^req."""
    own = of_parts(helper.parts, asked.levels, asked.job.domains)
    if missing(asked.wants, own).nothing:
        yield _alone(helper, asked, score(own, asked.wants))
    if asked.lacks is not None and helper.ports and missing(asked.lacks, own).nothing:
        members = asked.agent, helper.name
        yield Candidate("assembly", members, score(own, asked.lacks))


def _exact(helper: Robot, asked: Plea) -> Iterable[Candidate]:
    """The exact test of the helper alone, and of the tower of two."""
    if works([helper], asked.job, "level"):
        yield _alone(helper, asked, _fit([helper], asked))
    if asked.own is not None and helper.ports:
        order = order_of((asked.own, helper), asked.job, "level")
        if order is not None:
            members = tuple(robot.name for robot in order)
            yield Candidate("assembly", members, _fit(order, asked))


def _alone(helper: Robot, asked: Plea, found: float) -> Candidate:
    mode: Mode = "partnership" if asked.able else "subcontract"
    members = (asked.agent, helper.name) if asked.able else (helper.name,)
    return Candidate(mode, members, found)


def _fit(order: Iterable[Robot], asked: Plea) -> float:
    """Equation (17) of the whole tower against C^job, so that modes can be compared."""
    parts: list[tuple[Part, Position, int]] = [
        (each.part, each.at, 1) for each in placed(tuple(order), asked.job)
    ]
    have = strength(parts, asked.levels, asked.job.domains)
    return score(have, asked.wants, least=1.0)
