"""How far a job is: nothing in the air, and everything where it should be.

That the job layer is connected says only that nothing is in the air; it is so before the first
action too (E31).  It is the relations that say that the job is done.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cotree.reallocation.capability.graph.knowledge import Knowledge
from cotree.reallocation.capability.models import Job, Relation

SMALL = 1e-9
"""Below this, lambda_2 is zero."""


class Progress(NamedTuple):
    """How a job stands."""

    complete: bool
    connected: bool
    lambda_2: float
    missing: tuple[Relation, ...]
    surplus: tuple[Relation, ...]
    """Relations that should not be; empty where the goal is a subset."""

    def __str__(self) -> str:
        if self.complete:
            return "complete"
        said = [f"not yet: {relation}" for relation in self.missing]
        said += [f"no longer wanted: {relation}" for relation in self.surplus]
        if not self.connected:
            said.append("something is in the air")
        return "; ".join(said)


def progress(known: Knowledge, job: Job) -> Progress:
    """Whether the job is done, and what is missing; decided by reachability, lambda_2 is told."""
    layer = known.layer("job")
    now, wanted = known.relations(), goal(job)
    missing = tuple(sorted(wanted - now))
    surplus = tuple(sorted(now - wanted)) if job.goal_is == "exact" else ()
    held = connected(layer)
    done = held and not missing and not surplus
    return Progress(done, held, lambda_2(layer), missing, surplus)


def goal(job: Job) -> frozenset[Relation]:
    """The relations at last; what the goal does not name stays as at first, if it is exact."""
    named = {relation.subject for relation in job.goal}
    if job.goal_is == "subset":
        return frozenset(job.goal)
    kept = {Relation(t.name, "on", t.on) for t in job.things if t.on and t.name not in named}
    return frozenset(job.goal) | kept


def connected(known: Knowledge) -> bool:
    """Whether everything hangs together; alone, or nothing, does."""
    near: dict[str, set[str]] = {name: set() for name in known.nodes}
    for source, _, target in known.edges:
        near[source].add(target)
        near[target].add(source)
    reached: set[str] = set()
    left = sorted(near)[:1]
    while left:
        name = left.pop()
        if name not in reached:
            reached.add(name)
            left += near[name] - reached
    return len(reached) == len(near)


def lambda_2(known: Knowledge) -> float:
    """The second smallest eigenvalue of the Laplacian: positive if and only if connected."""
    names = {name: index for index, name in enumerate(sorted(known.nodes))}
    if len(names) < 2:
        return 0.0
    near = np.zeros((len(names), len(names)))
    for source, _, target in known.edges:
        near[names[source], names[target]] = near[names[target], names[source]] = 1.0
    values = np.linalg.eigvalsh(np.diag(near.sum(axis=1)) - near)
    return float(values[1]) if values[1] > SMALL else 0.0
