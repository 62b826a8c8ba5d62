"""From tables to routes: the actions that a robot takes for its tasks."""

from __future__ import annotations

from collections.abc import Sequence

from cotree.reallocation.ltl.plan.answer import Leg, Route
from cotree.reallocation.ltl.plan.robots import Problem, Robot
from cotree.reallocation.ltl.tables.ladder import Ladder


def route(
    problem: Problem, robot: Robot, tasks: Sequence[int], ladder: Ladder, which: Sequence[int]
) -> Route:
    """A cheapest route for these tasks; ``which`` tasks the ladder is about.  It must exist."""
    if not tasks:
        return Route(robot.name)
    every = problem.mission.tasks
    progress = [robot.progress[t] if t in tasks else every[t].ratchet.done for t in which]
    start = problem.system(robot).index(*robot.state)
    return along(problem, robot, tasks, ladder.way(start, ladder.joint(progress)))


def along(problem: Problem, robot: Robot, tasks: Sequence[int], way: Sequence[int]) -> Route:
    """The route through these states."""
    system, mission = problem.system(robot), problem.mission
    letters = mission.letters(system)
    progress = {task: robot.progress[task] for task in tasks}
    legs = []
    at = system.index(*robot.state)
    for there in way:
        advances = []
        for task, before in progress.items():
            progress[task] = int(mission.tasks[task].ratchet.step[before, letters[there]])
            if progress[task] != before:
                advances.append(task)
        source, target = system.states[at], system.states[there]
        arc = system.arc(at, there)
        assert arc is not None, f"there is no way from {source} to {target}"
        micros = int(system.cost[arc])
        legs.append(Leg(system.action(at, there), source, target, micros, tuple(advances)))
        at = there
    return Route(robot.name, tuple(tasks), tuple(legs))
