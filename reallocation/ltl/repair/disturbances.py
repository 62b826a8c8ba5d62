"""What can happen to a mission under way, and how things stand afterwards."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import TypeAlias

from cotree.reallocation.ltl.plan.answer import Reason
from cotree.reallocation.ltl.plan.mission import compile_mission
from cotree.reallocation.ltl.plan.robots import Problem, arrive, with_robots
from cotree.reallocation.ltl.world.changes import Change
from cotree.reallocation.ltl.world.system import State, System


@dataclasses.dataclass(frozen=True)
class Lost:
    """A robot will do nothing any more."""

    robot: str

    def after(self, problem: Problem) -> Problem:
        """Without the robot; what it has reached stays reached."""
        index = problem.index(self.robot)
        return with_robots(problem, {index: dataclasses.replace(problem.robots[index], lost=True)})


@dataclasses.dataclass(frozen=True)
class Moved:
    """A robot is suddenly in another state: it lost its cargo, or somebody carried it away."""

    robot: str
    state: State

    def after(self, problem: Problem) -> Problem:
        """With the robot there."""
        return arrive(problem, problem.index(self.robot), self.state)


@dataclasses.dataclass(frozen=True)
class Changed:
    """The world has changed, for one robot or (without a name) for all."""

    changes: tuple[Change, ...]
    robot: str | None = None

    def after(self, problem: Problem) -> Problem | Reason:
        """With the changes; whoever stands where another label holds now has seen it."""
        robots = [
            (index, robot, problem.label(robot))
            for index, robot in enumerate(problem.robots)
            if self.robot in (None, robot.name)
        ]
        if self.robot is not None:
            problem.index(self.robot)
        world = problem.world.changed(self.changes, self.robot)
        systems = {world.system(robot.kind, robot.name): None for _, robot, _ in robots}
        changed = _with_letters(dataclasses.replace(problem, world=world), systems)
        if isinstance(changed, Reason):
            return changed
        for index, robot, before in robots:
            if not robot.lost and changed.label(robot) != before:
                changed = arrive(changed, index, robot.state)
        return changed


Disturbance: TypeAlias = Lost | Moved | Changed


def touched(problem: Problem, disturbance: Disturbance) -> frozenset[int]:
    """The robots that a disturbance is about."""
    if disturbance.robot is None:
        return frozenset(range(len(problem.robots)))
    return frozenset([problem.index(disturbance.robot)])


def _with_letters(problem: Problem, changed: Iterable[System]) -> Problem | Reason:
    """A mission that knows every letter of the changed world, with all progress read again."""
    old = problem.mission
    if all(old.knows(system) for system in changed):
        return problem
    systems = {problem.system(robot): None for robot in problem.robots}
    mission = compile_mission(old.formula, systems, old.alphabet.letters)
    if [task.formula for task in mission.tasks] != [task.formula for task in old.tasks]:
        return Reason("not_supported", "with the new labels other conjuncts are one robot's work")
    robots = {}
    for index, robot in enumerate(problem.robots):
        progress = tuple(
            task.ratchet.read(mission.alphabet.word(trace))
            for task, trace in zip(mission.tasks, robot.traces, strict=True)
        )
        robots[index] = dataclasses.replace(robot, progress=progress)
    return with_robots(dataclasses.replace(problem, mission=mission), robots)
