"""How late each action of a plan may end without the plan getting longer."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

from cotree.reallocation.lead_follow.problem import LeadPlan, Planned, Problem

Key: TypeAlias = tuple[str, str]
"""An action, by what it is and of which subtask."""


def latest_ends(problem: Problem, plan: LeadPlan) -> dict[Key, float]:
    """Per action, the latest end, counted as the plan counts; everything else stays in order."""
    actions = [each for line in plan.order.values() for each in line]
    actions.sort(key=lambda each: (each.start_s, each.end_s))
    after = _after(problem, plan, actions)
    latest: dict[Key, float] = {}
    for each in reversed(actions):
        follow = [latest[other] - length for other, length in after[_key(each)] if other in latest]
        latest[_key(each)] = min([plan.makespan_s, *follow])
    return latest


def _key(each: Planned) -> Key:
    return each.action, each.subtask


def _after(
    problem: Problem, plan: LeadPlan, actions: list[Planned]
) -> dict[Key, list[tuple[Key, float]]]:
    """Per action, what waits for it and how long that takes."""
    known = {_key(each): each for each in actions}
    found: dict[Key, list[tuple[Key, float]]] = {key: [] for key in known}

    def wait(one: Key, other: Key, lead: float = 0.0) -> None:
        if one in known and other in known and one != other:
            each = known[other]
            found[one].append((other, each.end_s - each.start_s - lead))

    for line in plan.order.values():
        for one, other in pairwise(line):
            wait(_key(one), _key(other))
    for subtask in problem.open():
        own = ("do", subtask.id)
        for key in [("do", name) for name in subtask.after]:
            wait(key, own)
        wait(("correct", subtask.id), own)
        wait(("hand_over", subtask.id), own)
    for one, other, lead in _at_places(problem, actions):
        wait(_key(one), _key(other), lead)
    return found


def _at_places(problem: Problem, actions: list[Planned]) -> list[tuple[Planned, Planned, float]]:
    """Who comes to a shared place after whom, and how long that one works before coming there.

    What the plan names and the problem does not is left out: it is not to be done any more, or yet.
    """
    subtasks = {subtask.id: subtask for subtask in problem.subtasks}
    found = []
    for place in sorted(problem.shared):
        there = [
            each
            for each in actions
            if each.action != "hand_over"
            and each.subtask in subtasks
            and subtasks[each.subtask].place == place
        ]
        for one, other in pairwise(sorted(there, key=lambda each: each.end_s)):
            stay = subtasks[other.subtask].at_place_s
            whole = other.action == "correct" or stay is None
            lead = 0.0 if whole or stay is None else max(0.0, other.end_s - other.start_s - stay)
            found.append((one, other, lead))
    return found
