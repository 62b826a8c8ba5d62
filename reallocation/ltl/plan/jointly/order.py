"""Of the steps of a team in a row: which of them must really end one after the other.

A step that moves a conjunct on separates what comes before from what comes after.  In between,
nothing that is done changes any conjunct, so there robots need not heed each other: of all that a
robot does there, its first step must not come too early, and its last one not too late.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Step(NamedTuple):
    """One step of one robot, as the joint search found it."""

    robot: int
    state: int
    """Where it leads."""
    price: int
    cares: bool
    """Whether some conjunct, at some time, would care about what the robot shows then."""
    moves: bool
    """Whether it changes how far a conjunct has got."""


class _Place(NamedTuple):
    """One leg of a robot, with the time at which it would end."""

    clock: int
    robot: int
    leg: int


def needed(steps: Sequence[Step]) -> list[tuple[int, int]]:
    """Robot and number of its leg: those that must end in this order; no other one need wait."""
    order: list[tuple[int, int]] = []
    clocks: dict[int, int] = {}
    legs: dict[int, int] = {}
    between: list[_Place] = []
    opener: _Place | None = None
    for step in steps:
        robot = step.robot
        leg = legs[robot] = legs.get(robot, -1) + 1
        clocks[robot] = clocks.get(robot, 0) + step.price
        if not step.cares:
            continue
        if opener is not None:
            clocks[robot] = max(clocks[robot], opener.clock)
        place = _Place(clocks[robot], robot, leg)
        if not step.moves:
            between.append(place)
            continue
        kept = _kept(between, opener, place)
        order += [(one.robot, one.leg) for one in kept]
        clocks[robot] = max([place.clock, *(one.clock for one in kept)])
        opener = place._replace(clock=clocks[robot])
        order.append((robot, leg))
        between = []
    order += [(one.robot, one.leg) for one in _kept(between, opener, None)]
    return order


def _kept(between: list[_Place], opener: _Place | None, closer: _Place | None) -> list[_Place]:
    """Of the legs between two that move something on: those that must be told to wait."""
    first: dict[int, _Place] = {}
    last: dict[int, _Place] = {}
    for place in between:
        first.setdefault(place.robot, place)
        last[place.robot] = place
    kept: set[_Place] = set()
    if opener is not None:
        kept |= {place for robot, place in first.items() if robot != opener.robot}
    if closer is not None:
        kept |= {place for robot, place in last.items() if robot != closer.robot}
    return sorted(kept)
