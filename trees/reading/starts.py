"""Where robots start that are at no place: each has a place of its own there, for errands."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cotree.core.mission import Teammate, Way, World
from cotree.core.places import distance_m, same_place
from cotree.core.spots import nearest


def with_starts(world: World, team: Mapping[str, Teammate]) -> World:
    """The world with ``start_of_one`` where robot ``one`` starts, if no place is there.

    Else a plan would count it as being at the nearest place, where it is not.  Where robots keep to
    ways, one leads from there to the nearest place, and costs the metres in between.
    """
    places, ways = dict(world.places), list(world.ways)
    for name, mate in team.items():
        if mate.robot is None or not world.places or _at_one(world, mate):
            continue
        start = f"start_of_{name}"
        places[start] = mate.start
        if world.ways or mate.robot.ways:
            there = nearest(world, mate.start)
            cost = distance_m(world.places[there], mate.start)
            ways.append(Way(start, there, cost))
    if len(places) == len(world.places):
        return world
    return msgspec.structs.replace(world, places=places, ways=tuple(ways))


def _at_one(world: World, mate: Teammate) -> bool:
    return any(same_place(mate.start, at) for at in world.places.values())
