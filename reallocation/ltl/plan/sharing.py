"""Sharing the open tasks: exactly as long as they are few, by tours with a proven gap beyond."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from cotree.reallocation.ltl.allocation.share import Share
from cotree.reallocation.ltl.allocation.subsets import MOST_TASKS, share
from cotree.reallocation.ltl.plan.answer import Plan, Reason, Route
from cotree.reallocation.ltl.plan.blame import blame
from cotree.reallocation.ltl.plan.joint import draw_together, together
from cotree.reallocation.ltl.plan.many import Effort, draw, share_many
from cotree.reallocation.ltl.plan.mission import Mission
from cotree.reallocation.ltl.plan.robots import Problem
from cotree.reallocation.ltl.plan.routes import route
from cotree.reallocation.ltl.tables.ladder import MOST_CELLS, cells, goals
from cotree.reallocation.ltl.tables.roads import FAR
from cotree.reallocation.ltl.world.chart import MICRO
from cotree.reallocation.ltl.world.system import Ints, System


class Shared(NamedTuple):
    """Who does what."""

    tasks: list[list[int]]
    """Per robot."""
    draw: Callable[[Problem], Plan]
    """The routes, once every robot has the progress that was asked for."""


def shared(
    problem: Problem,
    open_: tuple[int, ...],
    progress: Ints,
    effort: Effort,
    keep: Sequence[Sequence[int]] = (),
) -> Shared | Reason:
    """The best share of the open tasks; ``progress[robot, task]`` is what each goes on with.

    ``keep`` are the tasks that each robot has now: of equal shares the one with fewest changes.
    """
    systems = {problem.system(robot): None for robot in problem.robots if not robot.lost}
    if few(problem.mission, open_, systems):
        costs = price(problem, open_, progress)
        bit = {task: 1 << index for index, task in enumerate(open_)}
        masks = [sum(bit.get(task, 0) for task in tasks) for tasks in keep]
        found = share(costs, problem.objective, masks or None)
        if found is None:
            return blame(problem, open_, costs)
        if problem.mission.coupled:
            return _coupled(problem, open_, progress, costs)
        tasks = [[task for task in open_ if mask & bit[task]] for mask in found.tasks]
        return Shared(tasks, lambda after: drawn(after, open_, found))
    if problem.mission.coupled:
        most = f"{len(open_)} tasks together with conjuncts that couple robots"
        return Reason("not_supported", f"{most}; at most {MOST_TASKS} small ones are supported")
    drawing = share_many(problem, open_, progress, effort)
    if isinstance(drawing, Reason):
        return _alone(problem, open_, progress) or drawing
    return Shared(drawing.tasks, lambda after: draw(after, drawing))


def _coupled(
    problem: Problem, open_: tuple[int, ...], progress: Ints, costs: Ints
) -> Shared | Reason:
    found = together(problem, open_, progress, costs)
    if isinstance(found, Reason):
        return found
    return Shared(found.tasks, lambda after: draw_together(after, found))


def few(mission: Mission, tasks: Sequence[int], systems: Iterable[System]) -> bool:
    """Whether these tasks can be shared exactly by robots with these systems."""
    if len(tasks) > MOST_TASKS:
        return False
    ratchets = [mission.tasks[task].ratchet for task in tasks]
    return all(
        cells(ratchets, len(goals(mission.letters(system), ratchets))) <= MOST_CELLS
        for system in systems
    )


def _alone(problem: Problem, open_: tuple[int, ...], progress: Ints) -> Reason | None:
    """The first task that nobody can do, whatever becomes of the others."""
    for task in open_:
        costs = price(problem, (task,), progress)
        if costs[:, 1].min() >= FAR:
            return blame(problem, (task,), costs)
    return None


def price(problem: Problem, open_: tuple[int, ...], progress: Ints) -> Ints:
    """``[robot, set]``: what each set of the open tasks costs each robot at this progress."""
    found = np.full((len(problem.robots), 1 << len(open_)), FAR, dtype=np.int64)
    found[:, 0] = 0
    teams: dict[System, list[int]] = {}
    for index, robot in enumerate(problem.robots):
        if not robot.lost:
            teams.setdefault(problem.system(robot), []).append(index)
    for system, members in teams.items():
        ladder, which = problem.mission.table(system, open_)
        states = np.array([system.number[problem.robots[index].state] for index in members])
        chosen = [which.index(task) for task in open_]
        found[members] = ladder.costs(states, progress[np.ix_(members, which)], chosen)
    return found


def drawn(problem: Problem, open_: tuple[int, ...], found: Share) -> Plan:
    """The routes of a share."""
    routes = []
    for robot, mask in zip(problem.robots, found.tasks, strict=True):
        tasks = [task for bit, task in enumerate(open_) if mask >> bit & 1]
        if not tasks:
            routes.append(Route(robot.name))
            continue
        ladder, which = problem.mission.table(problem.system(robot), open_)
        routes.append(route(problem, robot, tasks, ladder, which))
    return Plan(tuple(routes), problem.objective, found.bound[0] / MICRO, "subsets")
