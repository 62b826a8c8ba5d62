"""A plan under way: who has got where, and what is left of every route."""

from __future__ import annotations

import dataclasses

from cotree.reallocation.ltl.plan.answer import Plan, Route
from cotree.reallocation.ltl.plan.robots import Problem, arrive
from cotree.reallocation.ltl.plan.timing import arrivals
from cotree.reallocation.ltl.world.chart import micro


def follow(problem: Problem, plan: Plan, clock: float) -> tuple[Problem, Plan]:
    """How things stand when everybody has followed the plan for so long, costs being time.

    Who is on its way (or waits for its turn) is where it came from, with the whole leg ahead.
    """
    until = micro(clock) if clock > 0 else 0
    for arrival in arrivals(plan):
        if arrival.micros <= until:
            problem, plan = step(problem, plan, arrival.robot)
    return problem, plan


def step(problem: Problem, plan: Plan, index: int) -> tuple[Problem, Plan]:
    """How things stand when one robot has done the next leg of its route."""
    leg, *left = plan.routes[index].legs
    problem = arrive(problem, index, leg.target)
    robot = problem.robots[index]
    tasks = tuple(
        task
        for task in plan.routes[index].tasks
        if robot.progress[task] != problem.mission.tasks[task].ratchet.done
    )
    routes = list(plan.routes)
    routes[index] = Route(robot.name, tasks, tuple(left))
    order = tuple(
        (robot, number - (robot == index))
        for robot, number in plan.order
        if (robot, number) != (index, 0)
    )
    return problem, dataclasses.replace(plan, routes=tuple(routes), order=order)
