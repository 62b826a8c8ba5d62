"""Which subtrees of a mission get their robots by matching: ``Mission.allocated``."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from cotree.behaviours.declare import Children, Declaration
from cotree.behaviours.leaf import Leaf
from cotree.core.allocation import Allocated, Allocation
from cotree.core.belief import View
from cotree.core.errors import Mistake
from cotree.core.jobs import Job, Need
from cotree.core.mission import Blueprint, Mission
from cotree.core.words import did_you_mean
from cotree.core.work_steps import STEP
from cotree.trees.errands.errand import ERRAND
from cotree.trees.first_view import first_view
from cotree.trees.reading.components import SERVES
from cotree.trees.reading.nodes import quote
from cotree.trees.sharing import robots_of

Words = Mapping[str, Declaration]
OWN = {ERRAND: "ltl", STEP: "lead_follow"}
"""Leaves that are shared out in one way only."""


def wrong_allocations(mission: Mission, catalogue: Words) -> Iterator[Mistake]:
    """Every allocation that is not for such work, or speaks of what the mission does not have."""
    yield from _misplaced(mission.task, None)
    yield from _strangers(mission.task, None, mission.team)
    robots = robots_of(mission)
    for node in _by_capability(mission):
        said = node.allocation
        assert said is not None
        if said.job and said.job not in mission.jobs:
            hint = did_you_mean(said.job[:80], mission.jobs) or "; this mission has no 'jobs'"
            yield Mistake(node.mark, f"'allocate': no job {quote(said.job)}{hint}")
        if said.to and said.to not in robots:
            hint = did_you_mean(said.to[:80], robots)
            yield Mistake(node.mark, f"'allocate': no robot {quote(said.to)} in the team{hint}")


def _strangers(
    node: Blueprint, above: Allocation | None, team: Collection[str]
) -> Iterator[Mistake]:
    """Who is said to take time for something, and is not there; told where it is written.

    What is written beside a node is handed down to the steps below it, as the same value.
    """
    said = node.allocation or above
    for name in said.takes if said is not None and said is not above else ():
        if name not in team:
            hint = did_you_mean(name[:80], team)
            yield Mistake(node.mark, f"'takes': no teammate {quote(name)}{hint}")
    for child in node.children:
        yield from _strangers(child, said, team)


def _misplaced(node: Blueprint, above: Allocation | None) -> Iterator[Mistake]:
    """Leaves that nobody shares out in the way that is said beside them, or above."""
    said = node.allocation or above
    if said is not above and above is not None and above.by == "capability" and said is not None:
        text = f"'allocate: {said.by}' inside 'allocate: capability', whose team does all of it"
        yield Mistake(node.mark, f"{text}; put one of them beside the other")
    own = OWN.get(node.word)
    if said is not None and own is not None and said.by != own:
        reason = f"{quote(node.word)} is always shared out by {own!r}"
        yield Mistake(node.mark, f"{reason}, not by {said.by!r}; leave 'allocate' out there")
    for child in node.children:
        yield from _misplaced(child, said)


def allocated(mission: Mission, catalogue: Words, given: Mapping[str, str]) -> dict[str, Allocated]:
    """By path: the job of each such subtree, and the robot that receives it.

    A subtree that says neither a job nor needs takes what its leaves run on.
    """
    found = {}
    first = next(iter(robots_of(mission)), "")
    for node in _by_capability(mission):
        said = node.allocation
        assert said is not None
        job = mission.jobs.get(said.job)
        if job is None:
            needs = said.needs or tuple(_used(node, mission, catalogue))
            job = Job(node.path, needs, domains=mission.matching.domains)
        found[node.path] = Allocated(job, said.to or given.get(said.job, "") or first)
    return found


def _by_capability(mission: Mission) -> Iterator[Blueprint]:
    for node in mission.task.walk():
        if node.allocation is not None and node.allocation.by == "capability":
            yield node


def _used(node: Blueprint, mission: Mission, catalogue: Words) -> Iterator[Need]:
    """The sorts of capability that the leaves below run on, each once."""
    view = first_view(mission)
    domains: dict[str, int] = {}
    for below in node.walk():
        uses = [SERVES[type_] for type_ in _types(below, catalogue, view) if type_ in SERVES]
        for domain in uses:
            domains[domain] = max(domains.get(domain, 0), uses.count(domain))
    return (Need(domain, count=count) for domain, count in domains.items())


def _types(node: Blueprint, catalogue: Words, view: View) -> list[str]:
    declaration = catalogue[node.word]
    if declaration.children is not Children.NONE:
        return []
    leaf = declaration.make(node.name, node.params)
    return [need.type for need in leaf.needs(view)] if isinstance(leaf, Leaf) else []
