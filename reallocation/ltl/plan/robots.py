"""Where each robot stands in the world and in the mission, and how that goes on."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping

from cotree.reallocation.ltl.allocation.share import Objective
from cotree.reallocation.ltl.automata.letters import Letter
from cotree.reallocation.ltl.plan.mission import Mission
from cotree.reallocation.ltl.world.system import State, System
from cotree.reallocation.ltl.world.world import World

Word = tuple[Letter, ...]
"""What has been seen, letter by letter."""


@dataclasses.dataclass(frozen=True)
class Robot:
    """One robot: its state, and how far each task has got with it."""

    name: str
    kind: str
    state: State
    progress: tuple[int, ...] = ()
    """Of each task, on the word that ``traces`` has for it."""
    traces: tuple[Word, ...] = ()
    """Per task: this robot's word, after that of the robot from which it took the task over."""
    lost: bool = False
    """It will do nothing any more."""


@dataclasses.dataclass(frozen=True)
class Problem:
    """Everything that the planner is asked about; equal problems have equal answers."""

    world: World
    mission: Mission
    robots: tuple[Robot, ...]
    objective: Objective = "sum"
    past: Word = ()
    """What the team has shown so far, as it happened: one letter per robot and step."""

    def system(self, robot: Robot) -> System:
        """What a robot can do now."""
        return self.world.system(robot.kind, robot.name)

    def label(self, robot: Robot) -> Letter:
        """What is true of a robot where it is."""
        system = self.system(robot)
        return system.labels[system.index(*robot.state)]

    def index(self, name: str) -> int:
        """Where a robot stands in the team."""
        for index, robot in enumerate(self.robots):
            if robot.name == name:
                return index
        team = ", ".join(robot.name for robot in self.robots)
        raise ValueError(f"there is no robot {name!r}; the team is {team}")

    def open(self) -> tuple[int, ...]:
        """The tasks that nobody has done."""
        done = [task.ratchet.done for task in self.mission.tasks]
        reached = list(zip(*(robot.progress for robot in self.robots), strict=True))
        reached = reached or [()] * len(done)
        return tuple(task for task, at in enumerate(done) if at not in reached[task])


def begin(
    world: World,
    mission: Mission,
    robots: Iterable[tuple[str, str, tuple[str, str]]],
    objective: Objective = "sum",
) -> Problem:
    """Before anybody moves: robots as name, kind, and (region, operating state)."""
    problem = Problem(world, mission, (), objective)
    team = []
    for name, kind, (region, op) in robots:
        world.system(kind, name).index(region, op)
        traces: tuple[Word, ...] = tuple(() for _ in mission.tasks)
        start = tuple(task.ratchet.start for task in mission.tasks)
        team.append(Robot(name, kind, State(region, op), start, traces))
    problem = dataclasses.replace(problem, robots=tuple(team))
    for index, robot in enumerate(team):
        problem = arrive(problem, index, robot.state)
    return problem


def arrive(problem: Problem, index: int, state: State) -> Problem:
    """A robot is in a state, whether it went there or something put it there."""
    robot = problem.robots[index]
    label = problem.label(dataclasses.replace(robot, state=state))
    letter = problem.mission.alphabet.index(label)
    tasks = problem.mission.tasks
    progress = tuple(
        int(task.ratchet.step[at, letter]) for task, at in zip(tasks, robot.progress, strict=True)
    )
    longer = {id(trace): (*trace, label) for trace in robot.traces}
    traces = tuple(longer[id(trace)] for trace in robot.traces)
    moved = dataclasses.replace(robot, state=state, progress=progress, traces=traces)
    return dataclasses.replace(with_robots(problem, {index: moved}), past=(*problem.past, label))


def with_robots(problem: Problem, robots: Mapping[int, Robot]) -> Problem:
    """The problem with some robots replaced."""
    team = (robots.get(index, robot) for index, robot in enumerate(problem.robots))
    return dataclasses.replace(problem, robots=tuple(team))
