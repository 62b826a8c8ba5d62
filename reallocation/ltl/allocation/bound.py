"""What no share of many tasks can go below, without OR-Tools."""

from __future__ import annotations

from cotree.reallocation.ltl.allocation.errands import Errands
from cotree.reallocation.ltl.allocation.insertion import insert
from cotree.reallocation.ltl.tables.roads import FAR


def entering(errands: Errands) -> int:
    """Every place is entered from somewhere else: the sum costs at least the nearest such ways.

    Visits that share a place are entered together, so each place counts once.
    """
    total = 0
    for places in _apart(errands):
        total += min(_nearest(errands, layer, places[layer]) for layer in range(len(places)))
    return min(FAR, total)


def longest(errands: Errands) -> int:
    """Somebody does each chain, and pays at least what it costs alone."""
    return max((_alone(errands, chain) for chain in range(len(errands.chains))), default=0)


def _alone(errands: Errands, chain: int) -> int:
    found = (insert(errands, robot, (), chain) for robot in range(len(errands.layer)))
    return min((one.cost for one in found if one is not None), default=FAR)


def _apart(errands: Errands) -> list[list[tuple[int, ...]]]:
    """Visits whose places do not overlap: per visit and layer the places."""
    chosen: list[list[tuple[int, ...]]] = []
    used: list[set[int]] = [set() for _ in errands.layers]
    for visit in range(errands.visits):
        places = [layer.goals[visit] for layer in errands.layers]
        if not any(one & set(mine) for one, mine in zip(used, places, strict=True)):
            chosen.append(places)
            for one, mine in zip(used, places, strict=True):
                one.update(mine)
    return chosen


def _nearest(errands: Errands, layer: int, places: tuple[int, ...]) -> int:
    """The shortest way into these places from any other place or from a robot of the layer."""
    between = errands.layers[layer].between
    ways = [between[a][b] for a in range(len(between)) if a not in places for b in places]
    ways += [
        first[place]
        for mine, first in zip(errands.layer, errands.first, strict=True)
        if mine == layer
        for place in places
    ]
    return min(ways, default=FAR)
