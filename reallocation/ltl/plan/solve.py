"""The question of a mission: which robot does which task on which way, at the least cost?"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from cotree.reallocation.ltl.language.printing import text_of
from cotree.reallocation.ltl.plan.answer import Answer, Cause, Obstacle, Plan, Reason
from cotree.reallocation.ltl.plan.check import fault
from cotree.reallocation.ltl.plan.many import DEFAULT, Effort
from cotree.reallocation.ltl.plan.robots import Problem
from cotree.reallocation.ltl.plan.sharing import shared


def plan(problem: Problem, effort: Effort = DEFAULT) -> Answer:
    """The best plan, checked by the referee; or why there is none."""
    misplaced = out_of_place(problem)
    if misplaced is not None:
        return misplaced
    progress = np.array([robot.progress for robot in problem.robots], dtype=np.int64)
    progress = progress.reshape(len(problem.robots), -1)
    found = shared(problem, problem.open(), progress, effort)
    if isinstance(found, Reason):
        return found
    return checked(problem, found.draw(problem))


def out_of_place(problem: Problem) -> Reason | None:
    """A robot that starts where a rule lets nobody be: the sentence is broken at once."""
    for robot in problem.robots:
        label = problem.label(robot)
        for rule in problem.mission.rules:
            if not rule.allows(label):
                text = text_of(rule.formula)
                why = Obstacle(robot.name, f"stands at {robot.state}")
                message = f"the rule {text} is broken at the start ({robot.name}: {why.why})"
                return Reason("impossible", message, Cause((text,), (why,)))
    return None


def checked(problem: Problem, answer: Plan, robots: Collection[int] | None = None) -> Answer:
    """The plan if the referee agrees (about these robots, if not all); else a fault of ours."""
    wrong = fault(problem, answer, robots)
    if wrong is None:
        return answer
    return Reason("not_found", f"the planner made a wrong plan, which is not used: {wrong}")
