"""When to plan again: at a completed step, or when a plan cannot be kept; and never else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from cotree.reallocation.lead_follow.planning.slack import latest_ends
from cotree.reallocation.lead_follow.problem import LeadPlan, Planned, Problem

LATE_S = 0.02
"""Less than this is only a rounding error."""


class Reason(NamedTuple):
    """Why the last plan does not do."""

    kind: Literal["completed", "late", "otherwise"]
    subtask: str
    text: str


def reasons(problem: Problem, plan: LeadPlan, elapsed_s: float) -> tuple[Reason, ...]:
    """Why to plan again, now that so much time has passed since the plan; nothing: keep it."""
    return (
        *_completed(problem, plan),
        *_otherwise(problem, plan),
        *_late(problem, plan, elapsed_s),
    )


def _completed(problem: Problem, plan: LeadPlan) -> Iterator[Reason]:
    for name, agent in plan.assigned.items():
        if name in problem.done:
            yield Reason("completed", name, f"{name} is done ({agent} was to do it)")


def _otherwise(problem: Problem, plan: LeadPlan) -> Iterator[Reason]:
    """What nobody had planned."""
    planned = {(each.action, each.subtask): each.agent for each in _actions(plan)}
    for subtask in problem.open():
        agent = planned.get(("do", subtask.id))
        if agent is None:
            yield Reason("otherwise", subtask.id, f"{subtask.id} is not in the plan")
        elif agent not in subtask.durations:
            yield Reason("otherwise", subtask.id, f"nobody counts on {agent} for {subtask.id} now")
    correcting = {run.subtask for run in problem.running.values() if run.action == "correct"}
    for name in problem.wrong:
        if ("correct", name) not in planned and name not in correcting and name not in problem.done:
            yield Reason("otherwise", name, f"{name} has to be corrected")
    for agent, run in problem.running.items():
        if run.subtask and planned.get((run.action, run.subtask)) != agent:
            what = f"{agent} does {run.subtask} ({run.action}), which was not the plan"
            yield Reason("otherwise", run.subtask, what)


def _late(problem: Problem, plan: LeadPlan, elapsed_s: float) -> Iterator[Reason]:
    """What makes the plan longer than it was."""
    latest = latest_ends(problem, plan)
    runs = {(run.action, run.subtask): run for run in problem.running.values()}
    for each in _actions(plan):
        key = (each.action, each.subtask)
        if each.subtask in problem.done or _settled(problem, each):
            continue
        left = runs[key].remaining_s if key in runs else each.end_s - each.start_s
        over = elapsed_s + left - latest[key]
        if over > LATE_S:
            yield Reason("late", each.subtask, f"{each.subtask} ({each.action}): {over:.1f} s late")


def _settled(problem: Problem, each: Planned) -> bool:
    """Whether a correction or a hand-over has been done."""
    if each.action == "correct":
        return each.subtask not in problem.wrong
    return each.action == "hand_over" and problem.assigned.get(each.subtask) == each.to


def _actions(plan: LeadPlan) -> list[Planned]:
    return [each for line in plan.order.values() for each in line]
