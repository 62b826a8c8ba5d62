"""Going on where another robot has stopped.

At a reallocation a robot may take a task over with all its progress, also in the middle of a chain:
the task's word is then that of the robot that had it, followed by what the new one shows from now
on, its present state first.  Everything before happened before, so the sentence holds on the word
of the team whatever the timing.  Of all robots the one with the fewest advances left hands over;
a robot that has got as far itself goes on by itself.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cotree.reallocation.ltl.plan.robots import Problem, with_robots
from cotree.reallocation.ltl.world.system import Ints


class Offers(NamedTuple):
    """How far each robot would be with each task after taking it over where that pays."""

    progress: Ints
    """``[robot, task]``."""
    source: Ints
    """``[robot, task]``: from whom it takes the task over; itself if it does not."""


def offers(problem: Problem, open_: Sequence[int]) -> Offers:
    """What every robot could go on with, the lost ones having handed over."""
    progress, source = nothing(problem)
    letters = np.array([_letter(problem, index) for index in range(len(problem.robots))])
    for task in open_:
        ratchet = problem.mission.tasks[task].ratchet
        furthest = int(ratchet.rank[progress[:, task]].argmin())
        taken = ratchet.step[progress[furthest, task], letters]
        better = ratchet.rank[taken] < ratchet.rank[progress[:, task]]
        progress[:, task] = np.where(better, taken, progress[:, task])
        source[:, task] = np.where(better, furthest, source[:, task])
    return Offers(progress, source)


def seen_again(problem: Problem) -> Problem | None:
    """Every robot's present state read once more; None if that would break a coupled conjunct."""
    letters = problem.mission.alphabet.letters
    living = (index for index, robot in enumerate(problem.robots) if not robot.lost)
    labels = tuple(letters[_letter(problem, index)] for index in living)
    after = dataclasses.replace(problem, past=(*problem.past, *labels))
    for one in problem.mission.coupled:
        if one.automaton is None or one.automaton.dead[one.automaton.after(after.past)]:
            return None
    return after


def nothing(problem: Problem) -> Offers:
    """Nobody takes anything over."""
    progress = np.array([robot.progress for robot in problem.robots], dtype=np.int64)
    progress = progress.reshape(len(problem.robots), -1)
    source = np.repeat(np.arange(len(progress))[:, None], progress.shape[1], axis=1)
    return Offers(progress, source)


def adopt(problem: Problem, given: Offers, tasks: Sequence[Sequence[int]]) -> Problem:
    """The problem after every robot has taken over what it needs for its tasks (per robot).

    What they show then is part of the team's word; with coupled conjuncts it is there already.
    """
    robots, shown = {}, []
    for index, (robot, mine) in enumerate(zip(problem.robots, tasks, strict=True)):
        taken = [task for task in mine if given.source[index, task] != index]
        if not taken:
            continue
        label = problem.mission.alphabet.letters[_letter(problem, index)]
        progress, traces = list(robot.progress), list(robot.traces)
        for task in taken:
            progress[task] = int(given.progress[index, task])
            traces[task] = (*problem.robots[int(given.source[index, task])].traces[task], label)
        robots[index] = dataclasses.replace(robot, progress=tuple(progress), traces=tuple(traces))
        shown.append(label)
    if not robots:
        return problem
    changed = with_robots(problem, robots)
    if problem.mission.coupled:
        return changed
    return dataclasses.replace(changed, past=(*problem.past, *shown))


def _letter(problem: Problem, index: int) -> int:
    robot = problem.robots[index]
    system = problem.system(robot)
    return int(problem.mission.letters(system)[system.number[robot.state]])
