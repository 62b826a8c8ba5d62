"""What a behaviour needs, what a robot has, and whether the one fits the other.

A *resource* has owners (the lineages it is reserved for), users (the leaves running on it now), a
mode, a channel (the intention it is shared for) and a load (what a gripper holds).  The questions
here are pure; the registry that keeps the truth lives on the blackboard (``cotree.trees``).
Paper: multitasking, section III-B; semantics: task trees, part E.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping, MutableMapping

import msgspec

from cotree.core.places import SAME_PLACE_M, Point, same_place


class Mode(str, enum.Enum):
    """How a resource is used: by one lineage alone, or together on one channel."""

    EXCLUSIVE = "exclusive"
    SHARED = "shared"


class Channel(msgspec.Struct, frozen=True):
    """The intention a resource is used for; ``at`` narrows it to a location."""

    name: str
    at: Point | None = None

    def fits(self, other: Channel | None, tolerance_m: float = SAME_PLACE_M) -> bool:
        """Whether two users with these intentions can share."""
        if other is None or other.name != self.name:
            return False
        if self.at is None or other.at is None:
            return self.at is other.at
        return same_place(self.at, other.at, tolerance_m)

    def __str__(self) -> str:
        if self.at is None:
            return self.name
        return f"{self.name}({self.at[0]:g}, {self.at[1]:g})"


class Need(msgspec.Struct, frozen=True):
    """One resource that a leaf cannot run without, and what becomes of it afterwards."""

    type: str
    """The type of resource ("gripper"), or the name of one ("left_gripper")."""
    mode: Mode = Mode.EXCLUSIVE
    channel: Channel | None = None
    holding: str | None = None
    """What the resource must hold when the leaf starts; None: it must be empty."""
    takes: str | None = None
    """What it holds after success (a pick)."""
    drops: bool = False
    """Whether it is empty after success (a place)."""
    keep: bool = False
    """After success the lineage keeps it, for the leaf that comes next."""
    becomes: Channel | None = None
    """Kept on this shared channel (a move leaves the base holding its destination)."""

    def __str__(self) -> str:
        mode = "" if self.mode is Mode.EXCLUSIVE else " shared"
        channel = f" for {self.channel}" if self.channel else ""
        holding = f" holding {self.holding}" if self.holding else ""
        return f"{self.type}{mode}{channel}{holding}"


class Resource(msgspec.Struct, frozen=True):
    """One resource of one robot as it is now."""

    name: str
    type: str
    owners: frozenset[str] = frozenset()
    """Lineages that it is reserved for."""
    users: frozenset[str] = frozenset()
    """Leaves that run on it now."""
    mode: Mode | None = None
    channel: Channel | None = None
    load: str | None = None

    @property
    def locked(self) -> bool:
        """Whether anybody owns it."""
        return bool(self.owners)


State = Mapping[str, Resource]
"""All resources of a robot, by name, in the order of their declaration."""


def named_first(needs: tuple[Need, ...], state: State) -> tuple[Need, ...]:
    """The needs in the order in which they can be answered one by one.

    A need for one resource by its name comes before needs for any of its type, which could take
    that one away.
    """
    for need in needs:
        if _names_one(need, state):
            return tuple(sorted(needs, key=lambda need: not _names_one(need, state)))
    return needs


def _names_one(need: Need, state: State) -> bool:
    named = state.get(need.type)
    return named is not None and named.type != need.type


def joins(need: Need, resource: Resource, tolerance_m: float = SAME_PLACE_M) -> bool:
    """Whether a leaf with this need would share the resource with those who use it already."""
    return (
        need.mode is Mode.SHARED
        and resource.mode is Mode.SHARED
        and need.channel is not None
        and need.channel.fits(resource.channel, tolerance_m)
    )


def usable(
    need: Need,
    resource: Resource,
    lineage: Iterable[str],
    tolerance_m: float = SAME_PLACE_M,
) -> bool:
    """Whether a leaf of this lineage (innermost first) could use this resource for this need.

    It is usable when it is free, or when only the own lineage owns it and no leaf runs on it, or
    when both sides share it on one channel.
    """
    if need.type not in (resource.type, resource.name):
        return False
    if need.holding != resource.load:
        return False
    if joins(need, resource, tolerance_m):
        return True
    return not resource.users and resource.owners.issubset(lineage)


def assign(
    needs: Iterable[Need],
    state: State,
    lineage: tuple[str, ...],
    tolerance_m: float = SAME_PLACE_M,
) -> tuple[str, ...] | Need:
    """One resource for each need (own ones first, then in declared order), or the first unmet need.

    Resources of a type are interchangeable, so first fit is enough for needs in the order of
    ``named_first``.
    """
    chosen: list[str] = []
    for need in needs:
        found = None
        for name, resource in state.items():
            if name not in chosen and usable(need, resource, lineage, tolerance_m):
                if not resource.owners.isdisjoint(lineage):
                    found = name
                    break
                found = found or name
        if found is None:
            return need
        chosen.append(found)
    return tuple(chosen)


def take(
    state: MutableMapping[str, Resource],
    needs: Iterable[Need],
    chosen: Iterable[str],
    *,
    owner: str,
    user: str | None,
    tolerance_m: float = SAME_PLACE_M,
) -> None:
    """Lock the chosen resources for ``owner``; ``user`` is the leaf that starts on them, if any."""
    users = frozenset() if user is None else frozenset((user,))
    for need, name in zip(needs, chosen, strict=True):
        was = state[name]
        if joins(need, was, tolerance_m):  # the first one's location stays the reference
            mode, channel = was.mode, was.channel
        else:
            mode, channel = need.mode, need.channel
        state[name] = Resource(
            name, was.type, was.owners | {owner}, was.users | users, mode, channel, was.load
        )


def finish(
    state: MutableMapping[str, Resource],
    needs: Iterable[Need],
    chosen: Iterable[str],
    *,
    owner: str,
    user: str,
    success: bool,
    had: frozenset[str] = frozenset(),
) -> None:
    """Give back, pass on or keep what a leaf ran on.

    After success each need says what becomes of its resource.  Otherwise loads stay as they are,
    and what the lineage already owned before the leaf started (``had``) stays with it for another
    attempt.  A resource that another leaf of the same lineage still runs on stays too.
    """
    for need, name in zip(needs, chosen, strict=True):
        was = state[name]
        users = was.users - {user}
        load = was.load
        if success:
            load = need.takes if need.takes is not None else None if need.drops else load
            stays = need.keep or load is not None
        else:
            stays = name in had or load is not None
        stays = stays or any(other.startswith(f"{owner}/") for other in users)
        owners = was.owners if stays else was.owners - {owner}
        mode, channel = was.mode, was.channel
        if not owners:
            mode = channel = None
        elif success and need.becomes is not None:
            mode, channel = Mode.SHARED, need.becomes
        state[name] = Resource(name, was.type, owners, users, mode, channel, load)


def disown(
    state: MutableMapping[str, Resource],
    owner: str,
    heir: str | None,
    keep: frozenset[str] = frozenset(),
) -> None:
    """End a lineage: loads pass to ``heir``, and what is in ``keep``; the rest is free again."""
    for name, was in list(state.items()):
        if owner not in was.owners:
            continue
        owners = was.owners - {owner}
        if was.load is not None or name in keep:
            owners |= {owner if heir is None else heir}
        gone = not owners
        state[name] = Resource(
            name,
            was.type,
            owners,
            was.users,
            None if gone else was.mode,
            None if gone else was.channel,
            was.load,
        )


def release_rest(
    state: MutableMapping[str, Resource], owner: str, kept: frozenset[str] = frozenset()
) -> None:
    """Free what a lineage owns without load, except ``kept``: one child is over, the next begins.

    A ``then`` does so after each child that ends, with the names that this child kept for the next.
    """
    for name, was in list(state.items()):
        if owner not in was.owners or was.load is not None or name in kept:
            continue
        owners = was.owners - {owner}
        state[name] = msgspec.structs.replace(
            was,
            owners=owners,
            mode=was.mode if owners else None,
            channel=was.channel if owners else None,
        )


def within_reach(state: State, type_: str, lineage: Iterable[str]) -> int:
    """How many resources of a type a lineage owns or could take now: n of equation 1 of [P2]."""
    own = frozenset(lineage)
    return sum(
        1
        for resource in state.values()
        if resource.type == type_ and (not resource.owners or not resource.owners.isdisjoint(own))
    )
