"""Which requests are alike, so that a search for the best set need not try each of them.

Two requests are alike when they need the same, live in the same alternatives and own nothing yet:
then the one with the higher potential may stand for the other.  That is only sound where it cannot
matter *which* resource a request gets, so everything unusual counts as one of its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias

import msgspec

from cotree.core.resources import Channel, Mode, Need, State

Kind: TypeAlias = tuple[object, ...]


class Asks(Protocol):
    """What is looked at of a request."""

    @property
    def needs(self) -> tuple[Need, ...]:
        """The resources it asks for."""
        ...

    @property
    def lineage(self) -> tuple[str, ...]:
        """The branches whose resources it may take over."""
        ...

    @property
    def branches(self) -> tuple[tuple[str, int], ...]:
        """The alternatives it lives in: of which node, and which one."""
        ...

    @property
    def leaf(self) -> str:
        """Who asks."""
        ...


def alone(need: Need) -> bool:
    """Whether nobody else can use the resource at the same time."""
    return need.mode is Mode.EXCLUSIVE or need.channel is None


def in_reach(need: Need, state: State) -> int:
    """How many resources there are of the type or name, holding what the need asks for."""
    return sum(
        need.type in (resource.type, resource.name) and resource.load == need.holding
        for resource in state.values()
    )


def most_at_once(needs: Sequence[Need], state: State) -> int | None:
    """At most this many requests with these needs run together; None if any number can share."""
    limits = [
        in_reach(need, state) // sum(alone(other) and other.type == need.type for other in needs)
        for need in needs
        if alone(need)
    ]
    impossible = any(not in_reach(need, state) for need in needs)
    return 0 if impossible else min(limits, default=None)


def plain_types(requests: Iterable[Asks], state: State) -> set[str]:
    """Types of which it cannot matter who gets which resource, nor who comes first."""
    needs: dict[str, list[Need]] = {}
    for request in requests:
        for need in request.needs:
            needs.setdefault(need.type, []).append(need)
    members: dict[str, list[str]] = {}
    for name, resource in state.items():
        members.setdefault(resource.type, []).append(name)
    found = set()
    for type_, names in members.items():
        if any(name in needs and name != type_ for name in names):
            continue
        shared = {need.channel for need in needs.get(type_, ()) if not alone(need)}
        if not shared or (len(names) == 1 and _apart(shared)):
            found.add(type_)
    return found


def _apart(channels: set[Channel | None]) -> bool:
    """Whether no two different channels fit each other."""
    some = [channel for channel in channels if channel is not None]
    return not any(a.fits(b) for i, a in enumerate(some) for b in some[i + 1 :])


def kinds(requests: Sequence[Asks], state: State) -> list[Kind]:
    """For each request what it has in common with those that are alike; its own path if none is."""
    plain = plain_types(requests, state)
    owners: dict[str, int] = {}
    for request in requests:
        owner = request.lineage[0] if request.lineage else request.leaf
        owners[owner] = owners.get(owner, 0) + 1
    taken = {owner for resource in state.values() for owner in resource.owners}
    return [_kind(request, plain, owners, taken) for request in requests]


def _kind(request: Asks, plain: set[str], owners: Mapping[str, int], taken: set[str]) -> Kind:
    own = request.lineage[0] if request.lineage else request.leaf
    shares = any(owners.get(owner, 0) > (owner == own) for owner in request.lineage)
    if shares or not taken.isdisjoint(request.lineage):
        return (request.leaf,)
    if any(need.type not in plain for need in request.needs):
        return (request.leaf,)
    return (request.branches, *(now_only(need) for need in request.needs))


def now_only(need: Need) -> Need:
    """What matters of a need before the leaf has run."""
    return msgspec.structs.replace(need, takes=None, drops=False, keep=False, becomes=None)
