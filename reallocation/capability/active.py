"""Active matching: the agent knows its neighbours' configurations and finds the best team itself.

All ways are scored together, as printed: partnership or subcontract with one neighbour, or an
assembly.  ``fewest_robots`` looks at the smallest assemblies that work, as the paper's search tree
does; ``score`` at all sizes.  The search is exact, up to the size beyond which no team does more
(``search.bounds``); one that stops before, at its nodes or at a size that was asked for, says so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Literal

from cotree.reallocation.capability.answer import (
    MOST_TOLD,
    Answer,
    Candidate,
    Decision,
    Mode,
    NoTeam,
    Objective,
    Ports,
)
from cotree.reallocation.capability.can import Verdict, can, sort
from cotree.reallocation.capability.kinds import score
from cotree.reallocation.capability.models import IDLE_ABOVE, Job, Robot
from cotree.reallocation.capability.search.bounds import least_useful, most_useful
from cotree.reallocation.capability.search.classes import Classes, Shape, classes, shape
from cotree.reallocation.capability.search.dominance import kept
from cotree.reallocation.capability.search.towers import Found, Towers, members
from cotree.reallocation.capability.tower import order_of

MOST_STACKED = 100
"""Robots in one tower; where more could be needed, the search says that it did not look at them."""
MOST_ORDERS = 720
"""Of one team that are tried for the one that is usual; beyond it, the one that was found stays."""
MOST_NODES = 20_000
"""Of the search; a second or two."""
MOST_PARTS = 100
"""Of one sort that a job may ask for."""


class _Search:
    """The best assembly so far, and whether anything better may be left."""

    def __init__(self, agent: Robot, job: Shape, found: Classes, most_nodes: int) -> None:
        self.agent, self.shape, self.found = agent, job, found
        self.most_nodes = most_nodes
        self.own = classes(job, [agent])
        self.gave_up = False
        self.beyond = 0
        """Teams of more robots than this were not looked at, and might do better; 0: none might."""
        self.best: Candidate | None = None

    @property
    def proves(self) -> bool:
        """Whether there is surely no better assembly than the best, or none at all."""
        return not self.gave_up and not self.beyond

    def run(self, most_robots: int, objective: Objective) -> None:
        """Look at teams of two, of three, ... robots."""
        if not self.found.robots:
            return
        asked = self.shape, self.own, self.found
        least, useful = least_useful(*asked), most_useful(*asked)
        if least is None:
            return
        nearest = math.inf
        for size in range(least, min(most_robots, useful) + 1):
            if self.gave_up or self._satisfied(nearest, objective):
                return
            team = self._of_size(size, nearest)
            if team is not None:
                nearest = team.distance
        if max(most_robots, least - 1) < useful and not self._satisfied(nearest, objective):
            self.beyond = most_robots

    def _satisfied(self, nearest: float, objective: Objective) -> bool:
        """Whether larger teams need not be looked at."""
        return self.best is not None and (objective == "fewest_robots" or nearest == 0.0)

    def _of_size(self, size: int, nearest: float) -> Found | None:
        able = kept(self.found, size - 1)
        towers = Towers(self.shape, self.own, able, self.most_nodes)
        team = towers.search(size, nearest)
        self.gave_up = towers.gave_up
        self.most_nodes -= towers.looked_at
        if team is not None:
            tower = members(able, team.helpers)
            tower.insert(team.agent_slot, self.agent)
            order = order_of(tower, self.shape.job, "type", MOST_ORDERS) or tuple(tower)
            names = tuple(robot.name for robot in order)
            self.best = Candidate("assembly", names, score(tower, self.shape.job))
        return team


def active(
    agent: Robot,
    job: Job,
    others: Iterable[Robot],
    objective: Objective = "fewest_robots",
    ports: Ports = "structural",
    most_robots: int | None = None,
    most_nodes: int = MOST_NODES,
    idle_above: float = IDLE_ABOVE,
) -> Answer:
    """Who does the job: the best of all teams that contain the agent, or of its neighbours.

    ``ports`` is ``structural`` (a tower that can be built) or ``paper`` (also, the agent itself has
    two ports, which equation (19) asks before the tree is grown at all).  ``most_robots`` is the
    size of the largest assembly that is wanted; None: any.
    """
    most = max((need.count for need in job.needs), default=0)
    if most > MOST_PARTS:
        message = f"{job.name}: needs {most} parts of one sort"
        return NoTeam("not_supported", f"{message}; search for a team counts to {MOST_PARTS}")
    seen = shape(job)
    if seen is None:
        message = f"{job.name}: two needs of one sort each reach further than the other"
        return NoTeam("not_supported", f"{message}; search for a team needs one that covers both")
    near = [r for r in others if r.name != agent.name and r.idle(idle_above)]
    alone = can(agent, job)
    sorted_ = classes(seen, near)
    found = list(_one_neighbour(agent, sorted_, seen, bool(alone)))
    search = _Search(agent, seen, _with_ports(sorted_), most_nodes)
    if not alone and agent.ports >= (2 if ports == "paper" else 1):
        search.run(min(most_robots or MOST_STACKED, MOST_STACKED), objective)
    if search.best is not None:
        found.append(search.best)
        found.sort(key=lambda each: each.rank)
    if alone:
        found.append(Candidate("solo", (agent.name,), score([agent], job)))
    if found:
        proved: Literal["optimal", "feasible"] = "optimal" if search.proves else "feasible"
        return Decision(job.name, agent.name, tuple(found), proved, (alone,))
    return _nobody(agent, job, near, alone, search)


def _one_neighbour(agent: Robot, found: Classes, seen: Shape, able: bool) -> Iterator[Candidate]:
    """Every neighbour that can do the job itself, best first."""
    mode: Mode = "partnership" if able else "subcontract"
    before = (agent.name,) if able else ()
    able_alone = seen.solo(found)
    scores = [(score([alike[0]], seen.job), alike) for alike in able_alone]
    for value in sorted({each for each, _ in scores}, reverse=True):
        names = [robot.name for each, alike in scores if each == value for robot in alike]
        for name in sorted(names):
            yield Candidate(mode, (*before, name), value)


def _with_ports(found: Classes) -> Classes:
    return found.pick(found.ports.nonzero()[0])


def _nobody(agent: Robot, job: Job, near: list[Robot], alone: Verdict, search: _Search) -> NoTeam:
    """Why there is no team."""
    verdicts = (alone, *(can(robot, job) for robot in near[: MOST_TOLD - 1]))
    if search.gave_up:
        message = f"{job.name}: no team found among {len(near) + 1} robots before the search ended"
        return NoTeam("not_found", f"{message}; allow more nodes", verdicts)
    lone = f"{job.name}: no idle neighbour can do it, and"
    nowhere = _nowhere([agent, *near], job)
    if search.beyond and not nowhere:
        message = f"{lone} no team of up to {search.beyond} robots with {agent.name} works"
        return NoTeam("not_found", f"{message}; larger ones were not looked at", verdicts)
    why = nowhere or (
        f"no team with {agent.name} works"
        if agent.ports
        else f"{agent.name} has no port for a helper"
    )
    return NoTeam("impossible", f"{lone} {why}", verdicts)


def _nowhere(robots: list[Robot], job: Job) -> str:
    """A sort of part that nobody has, in words; empty if there is none."""
    have = {(part.domain, part.type) for robot in robots for part in robot.parts}
    for need in job.needs:
        if (need.domain, need.type) not in have:
            return f"nobody has {sort(need, job.domain(need.domain), 'type')}"
    return ""
