"""Who may start now: the compatible set of requests with the largest total potential.

Paper: multitasking, algorithm 1 (FindCompatible), whose answer is greedy (the planner's
``cotree.reallocation.schedule.choosing``) although it is said to be the largest: this one is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from cotree.core.alike import Kind, alone, kinds, most_at_once
from cotree.core.resources import Need, Resource, State, assign, take


class Request(msgspec.Struct, frozen=True):
    """A leaf's bid for resources and for the right to run."""

    leaf: str
    """Path of the leaf."""
    potential: float
    needs: tuple[Need, ...] = ()
    lineage: tuple[str, ...] = ()
    """Owners whose resources it may use, innermost first; the first one will own what is taken."""
    branches: tuple[tuple[str, int], ...] = ()
    """The alternatives it lives in: (path of the ``or``, index of the branch)."""
    order: int = 0
    """Place in the tree, which breaks ties."""


class Grant(msgspec.Struct, frozen=True):
    """The answer: this request may start, on these resources (one for each need)."""

    request: Request
    resources: tuple[str, ...]


def by_potential(requests: Sequence[Request]) -> list[Request]:
    """Highest potential first; the order in the tree breaks ties."""
    return sorted(requests, key=lambda request: (-request.potential, request.order))


def conflicts_with_branches(request: Request, chosen: dict[str, int]) -> bool:
    """Whether another branch of one of its alternatives has been chosen."""
    return any(chosen.get(node, branch) != branch for node, branch in request.branches)


def apply(request: Request, resources: Sequence[str], state: dict[str, Resource]) -> None:
    """Change ``state`` as if the request had started."""
    owner = request.lineage[0] if request.lineage else request.leaf
    take(state, request.needs, resources, owner=owner, user=request.leaf)


def find_largest(requests: Sequence[Request], state: State) -> list[Grant]:
    """The compatible set with the largest total potential, by branch and bound.

    Among equal totals the one that greedy order meets first wins, so the answer is deterministic.
    """
    ranked, kind = _contenders(requests, state)
    bounds = _bounds(ranked, state)
    best = _Partial(0, 0.0, None, state, {}, frozenset())
    todo = [best]
    while todo:
        now = todo.pop()
        if now.total > best.total:
            best = now
        i = now.next
        if i == len(ranked) or now.total + bounds[i] <= best.total:
            continue
        without = now._replace(next=i + 1, without=now.without | {kind[i]})
        if kind[i] in now.without:
            todo.append(now._replace(next=i + 1))
            continue
        todo.append(without)
        accepted = _accept(now, ranked[i])
        if accepted is not None:
            todo.append(accepted)
    return best.chosen()


class _Partial(NamedTuple):
    """A set of requests while it is being chosen: everything before ``next`` is decided."""

    next: int
    total: float
    grants: tuple[_Partial, Grant] | None
    """The set without the last grant, and the last grant."""
    state: State
    branches: dict[str, int]
    without: frozenset[Kind]
    """Kinds of which one was left out: those that are alike are left out too."""

    def chosen(self) -> list[Grant]:
        """The grants in order."""
        found = []
        last = self.grants
        while last is not None:
            before, grant = last
            found.append(grant)
            last = before.grants
        return found[::-1]


def _accept(now: _Partial, request: Request) -> _Partial | None:
    """The set with this request too, if it is compatible."""
    if conflicts_with_branches(request, now.branches):
        return None
    resources = assign(request.needs, now.state, request.lineage)
    if isinstance(resources, Need):
        return None
    state = dict(now.state)
    apply(request, resources, state)
    return now._replace(
        next=now.next + 1,
        total=now.total + request.potential,
        grants=(now, Grant(request, resources)),
        state=state,
        branches=now.branches | dict(request.branches),
    )


def _contenders(requests: Sequence[Request], state: State) -> tuple[list[Request], list[Kind]]:
    """The requests that can matter, best first, and what each has in common with those alike.

    Of those that are alike only as many can matter as fit together.
    """
    ranked = [request for request in by_potential(requests) if request.potential > 0]
    kept, kind = [], []
    seen: dict[Kind, int] = {}
    most: dict[Kind, int | None] = {}
    for request, its_kind in zip(ranked, kinds(ranked, state), strict=True):
        if its_kind not in most:
            most[its_kind] = most_at_once(request.needs, state)
        limit = most[its_kind]
        seen[its_kind] = seen.get(its_kind, 0) + 1
        if limit is None or seen[its_kind] <= limit:
            kept.append(request)
            kind.append(its_kind)
    return kept, kind


def _bounds(ranked: Sequence[Request], state: State) -> list[float]:
    """What the requests from each place on can add at most.

    Of those that need one resource for themselves, no more count than there are resources.
    """
    best: dict[str, list[float]] = {}
    free = 0.0
    bounds = [0.0]
    for request in reversed(ranked):
        types = [need.type for need in request.needs if alone(need)]
        if types:
            members = {t: sum(t in (r.type, r.name) for r in state.values()) for t in types}
            scarce = min(types, key=lambda t: members[t])
            same = best.setdefault(scarce, [])
            same.insert(0, request.potential)  # ranked: the later ones are smaller
            del same[members[scarce] :]
        else:
            free += request.potential
        bounds.append(free + sum(sum(same) for same in best.values()))
    return bounds[::-1]
