"""When everybody arrives where, if all set out now and costs are time."""

from __future__ import annotations

from typing import NamedTuple

from cotree.reallocation.ltl.plan.answer import Plan


class Arrival(NamedTuple):
    """The end of one leg."""

    micros: int
    """From now, in millionths."""
    turn: int
    """Its place among the legs whose order matters; -1 if its order does not."""
    robot: int
    leg: int


def arrivals(plan: Plan) -> list[Arrival]:
    """All arrivals in order; of simultaneous ones first those of the first robots in the team.

    Where the order of legs matters a robot waits: its leg ends when the one before it has ended.
    """
    turns = {leg: turn for turn, leg in enumerate(plan.order)}
    clocks = [0] * len(plan.routes)
    found: list[Arrival] = []
    legs = [0] * len(plan.routes)
    last = 0

    def go(robot: int, upto: int) -> None:
        """The robot's next legs, up to one whose turn it is not."""
        nonlocal last
        route = plan.routes[robot].legs
        while legs[robot] < len(route):
            leg = legs[robot]
            turn = turns.get((robot, leg), -1)
            if turn > upto:
                return
            clocks[robot] += route[leg].micros
            if turn >= 0:
                last = clocks[robot] = max(clocks[robot], last)
            found.append(Arrival(clocks[robot], turn, robot, leg))
            legs[robot] += 1

    for robot in range(len(plan.routes)):
        go(robot, -1)
    for turn, (robot, _) in enumerate(plan.order):
        go(robot, turn)
    return sorted(found)
