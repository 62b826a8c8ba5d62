"""An independent judge of plans: it reads the problem as written and shares no solver's code."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from cotree.reallocation.lead_follow.problem import LeadPlan, Planned, Problem

CLOSE_S = 0.0101
"""Plans count in hundredths of a second."""


def faults(problem: Problem, plan: LeadPlan) -> list[str]:
    """Everything that is wrong with a plan; nothing, if it can be carried out as it says."""
    return [
        *_complete(problem, plan),
        *_right(problem, plan),
        *_alone(plan),
        *_places(problem, plan),
    ]


def _all(plan: LeadPlan) -> list[Planned]:
    return [each for line in plan.order.values() for each in line]


def _complete(problem: Problem, plan: LeadPlan) -> Iterator[str]:
    """Each open subtask is done once, each wrong one corrected once, told of at most once."""
    done = [each.subtask for each in _all(plan) if each.action == "do"]
    corrected = [each.subtask for each in _all(plan) if each.action == "correct"]
    open_ = [subtask.id for subtask in problem.open()]
    doing = {run.subtask for run in problem.running.values() if run.action == "do"}
    if sorted(done) != sorted(open_):
        yield f"open are {sorted(open_)}; the plan does {sorted(done)}"
    wrong = sorted(name for name in problem.wrong if name in open_ and name not in doing)
    running = [run.subtask for run in problem.running.values() if run.action == "correct"]
    if sorted(corrected) != sorted({*wrong, *(name for name in running if name in open_)}):
        yield f"wrong are {wrong}; the plan corrects {sorted(corrected)}"
    told = [(each.subtask, each.to) for each in _all(plan) if each.action == "hand_over"]
    if len(set(told)) < len(told):
        yield f"the plan tells a person twice: {sorted(told)}"
    last = max((each.end_s for each in _all(plan)), default=0.0)
    busy = max((run.remaining_s for run in problem.running.values()), default=0.0)
    if abs(max(last, busy) - plan.makespan_s) > CLOSE_S:
        yield f"the last action ends at {last:g}; the plan says {plan.makespan_s:g}"
    if plan.bound_s > plan.cost_s + 1e-9 or plan.makespan_s > plan.cost_s + CLOSE_S:
        yield f"makespan {plan.makespan_s:g}, cost {plan.cost_s:g}, bound {plan.bound_s:g}"


def _right(problem: Problem, plan: LeadPlan) -> Iterator[str]:
    """Everybody can do what they do, in the time that it takes, after what comes before it."""
    subtasks = {subtask.id: subtask for subtask in problem.subtasks}
    by_end = sorted(_all(plan), key=lambda each: each.end_s)
    ends = {(each.action, each.subtask): each.end_s for each in by_end}
    for each in _all(plan):
        run = problem.running.get(each.agent)
        if run and (run.subtask, run.action, run.to) == (each.subtask, each.action, each.to):
            if each.start_s or abs(each.end_s - run.remaining_s) > CLOSE_S:
                yield f"{each} runs already and takes {run.remaining_s:g} s"
            continue
        if run is not None and each.start_s < run.remaining_s - CLOSE_S:
            yield f"{each} starts while {each.agent} is busy for {run.remaining_s:g} s"
        time = _time(problem, each)
        if time is None:
            yield f"{each.agent} cannot do {each}"
        elif abs(each.end_s - each.start_s - time) > CLOSE_S:
            yield f"{each} takes {time:g} s"
        if each.action != "do":
            continue
        for key in [("do", name) for name in subtasks[each.subtask].after] + [
            ("correct", each.subtask),
            ("hand_over", each.subtask),
        ]:
            if ends.get(key, 0.0) > each.start_s + 1e-9:
                yield f"{each} starts before {' '.join(key)} ends"


def _time(problem: Problem, each: Planned) -> float | None:
    """How long an action takes its agent; None if it is not theirs."""
    agent = next(agent for agent in problem.agents if agent.id == each.agent)
    if each.action == "correct":
        return problem.wrong.get(each.subtask, {}).get(each.agent)
    if each.action == "hand_over":
        person = any(agent.id == each.to and agent.kind == "person" for agent in problem.agents)
        return agent.hand_over_s if person and agent.kind == "robot" else None
    subtask = next(subtask for subtask in problem.subtasks if subtask.id == each.subtask)
    able = subtask.needs <= agent.skills
    return subtask.durations.get(each.agent) if able else None


def _alone(plan: LeadPlan) -> Iterator[str]:
    """Nobody does two things at once; lines are in the order of time, and each agent's own."""
    for name, line in plan.order.items():
        for one in line:
            if one.agent != name:
                yield f"{one} stands in the line of {name}"
        for one, next_ in pairwise(line):
            if next_.start_s < one.end_s - 1e-9:
                yield f"{next_} starts before {one} ends"


def _places(problem: Problem, plan: LeadPlan) -> Iterator[str]:
    """There is one agent at a time at a shared place."""
    subtasks = {subtask.id: subtask for subtask in problem.subtasks}
    for place in sorted(problem.shared):
        spans = []
        for each in _all(plan):
            subtask = subtasks[each.subtask]
            if each.action == "hand_over" or subtask.place != place:
                continue
            start = each.start_s
            if each.action == "do" and subtask.at_place_s is not None:
                start = max(start, each.end_s - subtask.at_place_s)
            spans.append((start, each.end_s, each))
        spans.sort(key=lambda span: (span[0], span[1]))
        for one, other in pairwise(spans):
            if other[0] < one[1] - CLOSE_S:
                yield f"{one[2]} and {other[2]} are both at {place}"
