"""Who finds out who does a subtree, as a mission says it, and how matching is to be done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from cotree.core.jobs import DOMAINS, IDLE_ABOVE, Domains, Job, Need

Allocate: TypeAlias = Literal["peers", "ltl", "capability", "lead_follow"]
"""Who finds out who does a subtree: the peers by their claims, one sentence planned as a whole,
matching of capabilities, or a leader whom the others follow."""
ALLOCATE: tuple[Allocate, ...] = ("peers", "ltl", "capability", "lead_follow")


class Allocation(msgspec.Struct, frozen=True):
    """What is written beside a subtree about who does it."""

    by: Allocate = "peers"
    job: str = ""
    """The job that it does, which says what it needs."""
    needs: tuple[Need, ...] = ()
    """What it needs, if that is no job with a name."""
    to: str = ""
    """Who is asked to see to it; empty: the first robot."""
    takes: Mapping[str, float] = {}
    """Of what people may do: seconds that it takes each of them, and robots if that differs."""


class Allocated(msgspec.Struct, frozen=True):
    """A subtree whose robots are found by matching."""

    job: Job
    to: str
    """The robot that receives the job."""


class Matching(msgspec.Struct, frozen=True):
    """How it is found who can do the jobs of a mission, who helps, and what its words mean."""

    method: Literal["passive", "active"] = "passive"
    """``passive``: who is asked answers for itself, by level; ``active``: the agent searches, by
    type, for teams of any size."""
    match: Literal["exact", "paper"] = "exact"
    """``paper``: the printed test of two robots, which errs in both directions."""
    objective: Literal["fewest_robots", "score"] = "fewest_robots"
    ports: Literal["structural", "paper"] = "structural"
    most_robots: int | None = None
    """Of the largest assembly that is searched for; None: any."""
    idle_above: float = IDLE_ABOVE
    """A robot helps only with more battery than this."""
    domains: Domains = DOMAINS
    """All sorts of capability, with the names of their types."""
