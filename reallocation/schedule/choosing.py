"""Who starts, of those who ask: greedily as the paper has it, or exactly as a plan says.

Paper: multitasking, algorithm 1 (FindCompatible), mended: the second loop starts after the accepted
request.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from cotree.core.requests import Grant, Request, apply, by_potential, conflicts_with_branches
from cotree.core.resources import Need, State, assign
from cotree.core.steps import Plan

Select: TypeAlias = Callable[[list[Request], State, float], list[Grant]]
"""Who starts, of those who ask, given the resources and the time."""

SAME_TIME_S = 1e-5


def find_compatible(requests: Sequence[Request], state: State) -> list[Grant]:
    """The paper's greedy choice: by falling potential, each that still fits what was accepted."""
    scratch = dict(state)
    chosen: dict[str, int] = {}
    grants = []
    for request in by_potential(requests):
        if request.potential <= 0 or conflicts_with_branches(request, chosen):
            continue
        resources = assign(request.needs, scratch, request.lineage)
        if isinstance(resources, Need):
            continue
        apply(request, resources, scratch)
        chosen.update(request.branches)
        grants.append(Grant(request, resources))
    return grants


def greedily(requests: list[Request], state: State, now_s: float) -> list[Grant]:
    """The paper's policy."""
    return find_compatible(requests, state)


def follow(plan: Plan) -> Select:
    """Start exactly what the plan says, when it says so."""
    todo = list(zip(plan.starts_s, plan.rounds, strict=True))

    def select(requests: list[Request], state: State, now_s: float) -> list[Grant]:
        if not todo or todo[0][0] > now_s + SAME_TIME_S * (len(plan.rounds) + 1):
            return []
        _, leaves = todo.pop(0)
        return find_compatible([request for request in requests if request.leaf in leaves], state)

    return select
