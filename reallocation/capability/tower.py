"""The exact question: can these robots, one on top of the other, do the job?

Every need gets parts of its own.  A robot has a port for each neighbour in the tower, the lowest
also one for the ground (A5); what needs ground counts only in the lowest (A6).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from cotree.reallocation.capability.models import (
    By,
    Job,
    Need,
    Part,
    Position,
    Robot,
    raised,
    reaches,
    suits,
)


class Placed(NamedTuple):
    """A part of a member of a team, where it is in the tower."""

    robot: str
    part: Part
    at: Position
    base: float
    """How high its robot stands."""


def bases(order: Sequence[Robot]) -> list[float]:
    """How high each robot stands, lowest first."""
    found = [0.0]
    for robot in order[:-1]:
        found.append(found[-1] + robot.size)
    return found


def placed(order: Sequence[Robot], job: Job) -> Iterator[Placed]:
    """All parts that count, where they are."""
    grounded = {domain.name for domain in job.domains if domain.grounded}
    for robot, base in zip(order, bases(order), strict=True):
        for part in robot.parts:
            if not base or part.domain not in grounded:
                yield Placed(robot.name, part, raised(part.at, base), base)


def attached(order: Sequence[Robot]) -> bool:
    """Whether everybody has the ports that this order takes; alone, nobody needs any."""
    if len(order) == 1:
        return True
    *below, top = order
    return top.ports >= 1 and all(robot.ports >= 2 for robot in below)


def spare_ports(team: Sequence[Robot], ground: int = 1) -> int:
    """Equation (19): necessary for a tower if not negative, but not sufficient."""
    return sum(robot.ports for robot in team) - 2 * (len(team) - 1) - ground


def unserved(order: Sequence[Robot], job: Job, by: By) -> dict[int, int]:
    """By index of a need: how many parts it still lacks when every part serves one need."""
    parts = list(placed(order, job))
    most = len(parts)  # of one need, so that a need for millions costs no more
    units = [i for i, need in enumerate(job.needs) for _ in range(min(need.count, most))]
    fits = {
        index: [i for i, each in enumerate(parts) if _serves(each, need, by)]
        for index, need in enumerate(job.needs)
    }
    holder: dict[int, int] = {}
    lacks = {i: need.count - most for i, need in enumerate(job.needs) if need.count > most}
    for unit in range(len(units)):
        if not _seat(unit, units, fits, holder, set()):
            lacks[units[unit]] = lacks.get(units[unit], 0) + 1
    return lacks


def works(order: Sequence[Robot], job: Job, by: By) -> bool:
    """Whether this tower can be built and do the job."""
    return attached(order) and not unserved(order, job, by)


def order_of(
    team: Sequence[Robot], job: Job, by: By, most: int | None = None
) -> tuple[Robot, ...] | None:
    """An order that works, more ports and then taller robots first from below; or None.

    Given ``most``, only so many orders are tried.
    """
    ready = sorted(team, key=lambda robot: (-robot.ports, -robot.size, robot.name))
    orders = islice(_orders(ready), most)
    return next((order for order in orders if not unserved(order, job, by)), None)


def _orders(left: list[Robot], below: tuple[Robot, ...] = ()) -> Iterator[tuple[Robot, ...]]:
    """All orders in which everybody has the ports it takes."""
    if not left:
        yield below
    for robot in left:
        if robot.ports >= 2 or (len(left) == 1 and (robot.ports or not below)):
            rest = [other for other in left if other is not robot]
            yield from _orders(rest, (*below, robot))


def _serves(each: Placed, need: Need, by: By) -> bool:
    return suits(each.part, need, by) and reaches(each.at, need)


def _seat(
    unit: int, units: list[int], fits: dict[int, list[int]], holder: dict[int, int], seen: set[int]
) -> bool:
    """Give a unit of a need a part, moving others to other parts where that helps."""
    for part in fits[units[unit]]:
        if part in seen:
            continue
        seen.add(part)
        if part not in holder or _seat(holder[part], units, fits, holder, seen):
            holder[part] = unit
            return True
    return False
