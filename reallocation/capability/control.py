"""Which part of which member of a team acts: the least costly way over the team's graph (VI-A).

Mended where the printed costs fail: a redundant part costs one more than the largest distance in
the team, so that it never ties with a free one far away; an unavailable part is never chosen.
``paper`` keeps the printed 1, m and 2m.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from cotree.reallocation.capability.models import By, Job, Robot, raised, reaches, suits
from cotree.reallocation.capability.tower import bases

Standing: TypeAlias = Literal["free", "redundant", "unavailable"]
Costs: TypeAlias = Literal["mended", "paper"]


class Choice(NamedTuple):
    """The part that acts; other parts at the same cost come after it."""

    part: str
    """``M1/M2``: member and part."""
    cost: float
    equals: tuple[str, ...] = ()


class NoPart(NamedTuple):
    """Nobody can act, and why not."""

    status: Literal["impossible"]
    message: str


class Control:
    """The hardware of one team, as it stands: asked before every action.

    ``unavailable`` names parts that failed or are covered (``M1/P1``); when that changes, make
    another one.  Parts of a robot on the ground that meet no need are redundant, at their height.
    """

    def __init__(
        self,
        order: Iterable[Robot],
        job: Job,
        unavailable: Iterable[str] = (),
        assembled: bool = True,
        by: By = "type",
        costs: Costs = "mended",
    ) -> None:
        self.order = tuple(order)
        self.job = job
        self.costs = costs
        self.links = tuple(_links(self.order, assembled))
        out = frozenset(unavailable)
        heights = bases(self.order) if assembled else [0.0] * len(self.order)
        self.standing: dict[str, Standing] = {}
        self.domains: dict[str, str] = {}
        for robot, base in zip(self.order, heights, strict=True):
            for part in robot.model.parts:
                name = f"{robot.name}/{part.name}"
                self.domains[name] = part.domain
                off = part.name in robot.failed or name in out
                aloft = base > 0 and job.domain(part.domain).grounded
                at = raised(part.at, base)
                useful = any(suits(part, need, by) and reaches(at, need) for need in job.needs)
                self.standing[name] = (
                    "unavailable" if off or aloft else "free" if useful else "redundant"
                )

    def for_action(self, action: str, seen_by: str) -> Choice | NoPart:
        """The part for an action, nearest to the part (or robot) that has the new data."""
        parts = {p for p, d in self.domains.items() if action in self.job.domain(d).actions}
        if not parts:
            return NoPart("impossible", f"no member has a part for '{action}'")
        if seen_by not in self.domains and seen_by not in {robot.name for robot in self.order}:
            known = ", ".join(sorted(self.domains))
            return NoPart("impossible", f"the team has no '{seen_by}' (it has: {known})")
        ways = self._distances(seen_by)
        able = {part: ways[part] for part in parts if math.isfinite(ways.get(part, math.inf))}
        if not able:
            why = "; ".join(f"{part} is {self.standing[part]}" for part in sorted(parts))
            return NoPart("impossible", f"'{action}': {why}")
        least = min(able.values())
        first, *others = sorted(part for part, cost in able.items() if cost == least)
        return Choice(first, least, tuple(others))

    def _distances(self, start: str) -> dict[str, float]:
        """Dijkstra from a part or a robot to every part; parts are never passed through."""
        return least_ways(start, self.links, {p: self._cost(p) for p in self.domains})

    def _cost(self, part: str) -> float:
        many = len(self.order)
        free, redundant, unavailable = (
            (1.0, float(many), 2.0 * many) if self.costs == "paper" else (1.0, many + 1.0, math.inf)
        )
        costs: dict[Standing, float] = {
            "free": free,
            "redundant": redundant,
            "unavailable": unavailable,
        }
        return costs[self.standing[part]]


def least_ways(
    start: str, links: Iterable[tuple[str, str]], parts: Mapping[str, float]
) -> dict[str, float]:
    """The least cost from a part (or a robot) to every part, named ``robot/part``.

    A link between robots costs 1 (A9), that of a part what is given, in both directions.  Data of a
    part that cannot act any more starts at its robot.
    """
    near: dict[str, list[str]] = {}
    for one, other in links:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    robot = start.rpartition("/")[0] or start
    away = parts.get(start, 0.0)
    queue = [(away if math.isfinite(away) else 0.0, robot)]
    found: dict[str, float] = {}
    while queue:
        cost, here = heapq.heappop(queue)
        if here not in found:
            found[here] = cost
            for there in near.get(here, ()):
                heapq.heappush(queue, (cost + 1.0, there))
    ways = {
        part: found[part.rpartition("/")[0]] + cost
        for part, cost in parts.items()
        if part.rpartition("/")[0] in found
    }
    if math.isfinite(away) and start in parts:
        ways[start] = 0.0
    return ways


def _links(order: tuple[Robot, ...], assembled: bool) -> Iterable[tuple[str, str]]:
    """In a tower, neighbours; otherwise everybody with everybody."""
    for i, one in enumerate(order):
        for other in order[i + 1 : i + 2 if assembled else len(order)]:
            yield one.name, other.name
