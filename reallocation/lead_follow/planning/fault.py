"""What is wrong with a problem before anybody plans for it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from cotree.core.steps import NoPlan
from cotree.core.words import did_you_mean
from cotree.reallocation.lead_follow.problem import Problem, Subtask


def fault(problem: Problem) -> NoPlan | None:
    """Why there can be no plan, or None."""
    for message in _nonsense(problem):
        return NoPlan("not_supported", message)
    for message in _hopeless(problem):
        return NoPlan("impossible", message)
    return None


def _nonsense(problem: Problem) -> Iterator[str]:
    subtasks = [subtask.id for subtask in problem.subtasks]
    agents = [agent.id for agent in problem.agents]
    for names in (subtasks, agents):
        twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
        if twice is not None:
            yield f"{twice!r} is there twice; every name stands for one thing"
    yield from _names(problem, subtasks, agents)
    yield from _times(problem)


def _names(problem: Problem, subtasks: list[str], agents: list[str]) -> Iterator[str]:
    """Names that stand for nothing."""
    people = [agent.id for agent in problem.people()]
    robots = [agent.id for agent in problem.robots()]
    runs = problem.running
    told = [run.to for run in runs.values() if run.action == "hand_over" and run.subtask]
    uses = [
        ("subtask", subtasks, [name for each in problem.subtasks for name in each.after]),
        ("subtask", subtasks, [*problem.done, *problem.assigned, *problem.given, *problem.wrong]),
        ("subtask", subtasks, [run.subtask for run in runs.values() if run.subtask]),
        ("agent", agents, [*runs, *(name for w in problem.wrong.values() for name in w)]),
        ("person", people, [*problem.assigned.values(), *problem.means, *told]),
        ("robot", robots, list(problem.given.values())),
    ]
    for what, known, used in uses:
        for name in sorted(set(used) - set(known)):
            yield f"there is no {what} {name!r}{did_you_mean(name, known)}"


def _times(problem: Problem) -> Iterator[str]:
    """Times that are none."""
    for what, seconds in _all_times(problem):
        if not (math.isfinite(seconds) and seconds >= 0):
            yield f"{what} takes {seconds:g} s; a duration is 0 or more"
    doing = [run.subtask for run in problem.running.values() if run.subtask and run.action == "do"]
    for name in doing:
        if doing.count(name) > 1:
            yield f"{name}: two agents do it at once"


def _all_times(problem: Problem) -> Iterator[tuple[str, float]]:
    for subtask in problem.subtasks:
        for name, seconds in subtask.durations.items():
            yield f"{subtask.id}: {name}", seconds
    for name, run in problem.running.items():
        yield f"what {name} does", run.remaining_s
    for name, repair in problem.wrong.items():
        for who, seconds in repair.items():
            yield f"{name}: correcting by {who}", seconds
    for agent in problem.robots():
        yield f"{agent.id}: a hand-over", agent.hand_over_s


def _hopeless(problem: Problem) -> Iterator[str]:
    doing = {run.subtask for run in problem.running.values() if run.action == "do"}
    for subtask in problem.open():
        if subtask.id not in doing and not problem.eligible(subtask):
            yield _nobody(problem, subtask)
    for name, repair in problem.wrong.items():
        if not repair and name not in problem.done:
            yield f"{name} is wrong, and nobody can correct it"
    circle = _circle(problem)
    if circle:
        yield f"these wait for each other: {', '.join(circle)}"


def _nobody(problem: Problem, subtask: Subtask) -> str:
    able = [agent.id for agent in problem.agents if agent.id in subtask.durations]
    if not able:
        return f"{subtask.id}: nobody of the team can do it"
    needs = ", ".join(sorted(subtask.needs))
    return f"{subtask.id}: none of {', '.join(able)} has all the skills that it needs ({needs})"


def _circle(problem: Problem) -> list[str]:
    """Subtasks that can never begin, because they wait for each other."""
    waiting = {subtask.id: set(subtask.after) - problem.done for subtask in problem.open()}
    while True:
        ready = {name for name, before in waiting.items() if not before}
        if not ready:
            return sorted(waiting)
        waiting = {name: rest - ready for name, rest in waiting.items() if name not in ready}
