"""A mission's ``steps:`` as the planner's problem, with the costs that are usual."""

from __future__ import annotations

import msgspec

from cotree.core.mission import Mission
from cotree.reallocation.lead_follow.conduct import conduct_of
from cotree.reallocation.lead_follow.problem import Agent, Costs, Problem, Subtask


def problem_of(mission: Mission) -> Problem:
    """The steps of a mission and its team, before anything is done or believed."""
    steps = mission.steps
    agents = tuple(
        Agent(name, "person")
        if mate.robot is None
        else Agent(name, "robot", hand_over_s=steps.hand_over)
        for name, mate in mission.team.items()
    )
    subtasks = tuple(
        Subtask(each.name, each.takes, each.after, each.at, each.stays, kind=each.kind)
        for each in steps.all
    )
    conduct = conduct_of(steps.plan)
    problem = Problem(
        subtasks,
        agents,
        shared=frozenset(steps.alone_at),
        weights=conduct.weights,
        tell_all=conduct.tell_all,
    )
    return msgspec.structs.replace(problem, costs=usual_costs(problem))


def usual_costs(problem: Problem) -> Costs:
    """Those of the published simulation, from the slowest person and the slowest robot."""
    most = {"person": 0.0, "robot": 0.0}
    for subtask in problem.subtasks:
        for agent in problem.eligible(subtask):
            most[agent.kind] = max(most[agent.kind], subtask.durations[agent.id])
    c_f = 1.5 * sum(most.values())
    return Costs(c_f=c_f, c_e=2 * c_f, c_v=c_f)
