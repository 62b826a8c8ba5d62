"""What must hold whenever a task is executed (spec E.8); each line says what does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set

from cotree.core.resources import Mode, Need, State

Lineage = Callable[[str], tuple[str, ...]]
"""The owners around a node, innermost first."""


def broken_loads(state: State, leaf: str, pairs: Iterable[tuple[Need, str]]) -> Iterator[str]:
    """What a leaf that ends does with its resources and cannot do."""
    for need, name in pairs:
        if need.takes is not None and state[name].load is not None:
            yield f"{leaf}: {name} holds two things"
        if need.drops and state[name].load != need.holding:
            yield f"{leaf}: {name} does not hold {need.holding}"


def broken_resources(
    state: State, running: Set[str], over: Set[str], lineage: Lineage
) -> Iterator[str]:
    """What is wrong with owners and users; nothing belongs to what is ``over`` without a load."""
    for name, resource in state.items():
        if resource.mode is Mode.EXCLUSIVE and not _one_line(resource.owners, lineage):
            yield f"{name} has owners {sorted(resource.owners)}"
        if resource.mode is Mode.EXCLUSIVE and len(resource.users) > 1:
            yield f"{name} has users {sorted(resource.users)}"
        if not resource.users <= running:
            yield f"{name} is used by a leaf that does not run"
        dead = [owner for owner in resource.owners if owner in over and resource.load is None]
        if dead:
            yield f"{name} belongs to {dead[0]}, which is over"


def _one_line(owners: frozenset[str], lineage: Lineage) -> bool:
    """Whether the owners are one lineage: each inside the next."""
    longest = max((lineage(owner) for owner in owners), key=len, default=())
    return owners <= set(longest)
