"""Putting a chain of visits into a tour at the least cost, in order, between what is there."""

from __future__ import annotations

from typing import NamedTuple

from cotree.reallocation.ltl.allocation.errands import Errands, Stop
from cotree.reallocation.ltl.tables.roads import FAR


class Inserted(NamedTuple):
    """A tour with one more chain in it."""

    cost: int
    stops: tuple[Stop, ...]


class _Way(NamedTuple):
    """A cheapest beginning of the new tour that ends with some stop."""

    cost: int
    goal: int
    """-1: where the robot is."""
    before: _Way | None
    stop: Stop | None


def insert(errands: Errands, robot: int, stops: tuple[Stop, ...], chain: int) -> Inserted | None:
    """The cheapest tour of the old stops in their order and the chain's visits in theirs."""
    layer = errands.layers[errands.layer[robot]]
    first, between = errands.first[robot], layer.between
    visits = errands.chains[chain]

    def on(ways: list[_Way], stop: Stop) -> _Way | None:
        best, price = None, FAR
        for way in ways:
            step = first[stop.goal] if way.goal < 0 else between[way.goal][stop.goal]
            if way.cost + step < price:
                best, price = way, way.cost + step
        return None if best is None else _Way(price, stop.goal, best, stop)

    def through(ways: list[list[_Way]]) -> None:
        """Do as many visits here as one likes."""
        for done, visit in enumerate(visits):
            for goal in layer.goals[visit]:
                way = on(ways[done], Stop(visit, goal))
                if way is not None:
                    ways[done + 1].append(way)

    ways: list[list[_Way]] = [[_Way(0, -1, None, None)], *([] for _ in visits)]
    through(ways)
    for stop in stops:
        nexts = (on(some, stop) for some in ways)
        ways = [[] if way is None else [way] for way in nexts]
        through(ways)
    if not ways[-1]:
        return None
    return _told(min(ways[-1], key=lambda way: way.cost))


def _told(way: _Way) -> Inserted:
    found = []
    at: _Way | None = way
    while at is not None and at.stop is not None:
        found.append(at.stop)
        at = at.before
    return Inserted(way.cost, tuple(reversed(found)))
