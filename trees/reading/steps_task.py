"""The subtree that ``steps:`` stands for: what one robot after the other may begin."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.behaviours.perform import PerformParams
from cotree.core.allocation import Allocation
from cotree.core.mission import Mark, Teammate
from cotree.core.work_steps import STEP, WorkStep, WorkSteps
from cotree.trees.reading.drafts import Draft
from cotree.trees.shared_steps import STEPS


def draft_of_steps(steps: WorkSteps, team: Mapping[str, Teammate], mark: Mark) -> Draft:
    """All steps in an ``and``; what is connected stands in a ``then``, level after level."""
    groups = _connected(steps.all)
    robots = {name for name, mate in team.items() if mate.robot is not None}
    children = tuple(_group(group, robots, mark) for group in groups)
    return Draft("and", STEPS, None, children, mark, allocation=Allocation("lead_follow"))


def _group(group: list[WorkStep], robots: set[str], mark: Mark) -> Draft:
    """One connected part: its steps, level by level."""
    if len(group) == 1:
        return _leaf(group[0], robots, mark)
    name = group[0].at or group[0].name.split(".")[0]
    levels = [_level(level, number, robots, mark) for number, level in enumerate(_levels(group), 1)]
    return Draft("then", name, None, tuple(levels), mark)


def _level(level: list[WorkStep], number: int, robots: set[str], mark: Mark) -> Draft:
    if len(level) == 1:
        return _leaf(level[0], robots, mark)
    children = tuple(_leaf(step, robots, mark) for step in level)
    return Draft("and", f"level {number}", None, children, mark)


def _leaf(step: WorkStep, robots: set[str], mark: Mark) -> Draft:
    times = [seconds for name, seconds in step.takes.items() if name in robots]
    params = PerformParams(step.name, min(times or step.takes.values()))
    return Draft(STEP, step.name, params, (), mark)


def _connected(steps: tuple[WorkStep, ...]) -> list[list[WorkStep]]:
    """Steps that hang together by what comes before what, in the order of the file."""
    group = {step.name: {step.name} for step in steps}
    for step in steps:
        for before in step.after:
            if before in group and group[before] is not group[step.name]:
                group[before] |= group[step.name]
                for name in group[step.name]:
                    group[name] = group[before]
    found: dict[int, list[WorkStep]] = {}
    for step in steps:
        found.setdefault(id(group[step.name]), []).append(step)
    return list(found.values())


def _levels(group: list[WorkStep]) -> list[list[WorkStep]]:
    """First what waits for nothing, then what waits only for that, and so on."""
    own = {step.name for step in group}
    after = {step.name: own.intersection(step.after) for step in group}
    level: dict[str, int] = {}
    rest = list(group)
    while rest:
        ready = [step for step in rest if after[step.name] <= level.keys()]
        for step in ready:
            level[step.name] = 1 + max((level[name] for name in after[step.name]), default=-1)
        rest = [step for step in rest if step.name not in level]
    return [
        [step for step in group if level[step.name] == number]
        for number in range(max(level.values()) + 1)
    ]
