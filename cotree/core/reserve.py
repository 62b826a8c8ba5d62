"""What a leaf takes for the leaf after it, so that passing a resource on cannot deadlock.

A leaf that keeps a resource for its successor (a move keeps the base) also reserves the empty
grippers that the successor will need.  Without it experiment 3 of the paper deadlocks: the base
waits for a gripper, and the gripper's owner for the base (spec E.4, choice 22).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from cotree.core.resources import Mode, Need


def to_reserve(need: Need) -> bool:
    """Whether a predecessor can take this need's resource already: empty, and for one alone."""
    return need.mode is Mode.EXCLUSIVE and need.holding is None


def largest_of_each(choices: Iterable[Sequence[Need]]) -> tuple[Need, ...]:
    """Of several successors that start in any order: per type, the most that one of them needs."""
    most: dict[str, list[Need]] = {}
    for needs in choices:
        wanted: dict[str, list[Need]] = {}
        for need in filter(to_reserve, needs):
            wanted.setdefault(need.type, []).append(need)
        for type_, same in wanted.items():
            if len(same) > len(most.get(type_, ())):
                most[type_] = same
    return tuple(need for same in most.values() for need in same)


def with_reservation(
    node_needs: tuple[Need, ...], successor_needs: Iterable[Need]
) -> tuple[Need, ...]:
    """The leaf's needs, and what it reserves and keeps for its successor.

    What the leaf keeps anyway is not asked for twice, and what it would give back empty it keeps
    instead of asking for another one, of which there may be none.  What the lineage owns already is
    asked for again: ``assign`` takes own resources first, and only what a leaf keeps outlives its
    end.
    """
    kept = [need.type for need in node_needs if need.keep]
    if not kept:
        return node_needs
    own, reserved = list(node_needs), []
    for need in filter(to_reserve, successor_needs):
        if need.type in kept:
            kept.remove(need.type)
            continue
        free = [i for i, each in enumerate(own) if each.type == need.type and _comes_back(each)]
        if free:
            own[free[0]] = msgspec.structs.replace(own[free[0]], keep=True)
        else:
            reserved.append(msgspec.structs.replace(need, takes=None, keep=True, becomes=None))
    return (*own, *reserved)


def _comes_back(need: Need) -> bool:
    return not need.keep and need.takes is None and (need.holding is None or need.drops)
