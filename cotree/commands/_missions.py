"""Kitting missions on the real engine: the robot of every mission against simpler ones, paired."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from cotree.core.changes import StepChange
from cotree.core.mission import Chance, Mission, Simulated
from cotree.core.work_steps import Believing, WorkSteps
from cotree.simulation.people.contest import Contest, contest
from cotree.simulation.people.printed import ERRS, FOLLOWS
from cotree.simulation.people.rivals import NOISE

if TYPE_CHECKING:
    from cotree.app.planners import Planners

PATTERNS = ("kitting_b", "kitting_c", "kitting_d")
MOST_S = 1800.0
"""A mission that is not over after so long goes in circles."""
WRONGLY = "wrongly"
"""What is said of a step that was given to a robot and does not belong there."""
PAPER = WorkSteps(plan="paper", belief=Believing("paper"))
ROBOTS: dict[str, WorkSteps] = {"adaptive": WorkSteps(), "printed": PAPER, "dispatcher": PAPER}
"""Ours first, as it is if a mission says nothing; the dispatcher has the paper's conduct."""
PEOPLE = (
    *(Simulated("paper", follow, err) for follow in FOLLOWS for err in ERRS),
    Simulated("drifter", 0.3, 0.05),
    Simulated("delegator", 0.9, 0.1, 0.5),
    Simulated("delegator", 0.8, 0.3, 0.3),
)


class Shift(NamedTuple):
    """One mission of one robot."""

    robot: str
    number: int
    seed: int


class Ended(NamedTuple):
    """What came of it."""

    robot: str
    time_s: float
    wrong: int
    """Steps that the person placed or gave wrongly."""
    over: bool


def shifts(n: int, seed: int) -> list[Shift]:
    """All missions of all robots; every robot meets the same people with the same luck."""
    return [Shift(name, i, seed + i) for i in range(n) for name in ROBOTS]


def run(shift: Shift) -> Ended:
    """Play one mission to its end."""
    from cotree.app.team import crew_of  # loads the engine

    steps: list[StepChange] = []

    def write(message: object) -> None:
        steps.extend(each for each in getattr(message, "changes", ()) if type(each) is StepChange)

    planners = _planners(shift.robot)
    crew, _ = crew_of(mission_of(shift), write, until_s=MOST_S, planners=planners)
    end = crew.run()
    wrong = sum(
        each.word == "misplaced" or (each.word == "gave" and WRONGLY in each.text) for each in steps
    )
    return Ended(shift.robot, end.t, wrong, end.result == "success")


def mission_of(shift: Shift) -> Mission:
    """A pattern of the study, with somebody to meet and a robot of this kind."""
    from cotree.app.missions import read_mission

    shipped = read_mission(PATTERNS[shift.number % len(PATTERNS)])
    who = PEOPLE[(shift.number // len(PATTERNS)) % len(PEOPLE)]
    (person,) = shipped.chance.simulated
    robot = ROBOTS[shift.robot]
    return msgspec.structs.replace(
        shipped,
        steps=msgspec.structs.replace(shipped.steps, plan=robot.plan, belief=robot.belief),
        chance=Chance(seed=shift.seed, noise=NOISE, simulated={person: who}),
    )


def contested(ended: list[Ended]) -> Contest:
    """Ours, which is the first, against each of the others."""
    names = [name for name in ROBOTS if any(each.robot == name for each in ended)]
    return contest(
        {name: [each.time_s for each in ended if each.robot == name] for name in names},
        {name: [each.wrong for each in ended if each.robot == name] for name in names},
        sum(not each.over for each in ended),
    )


def _planners(robot: str) -> Callable[[], Planners] | None:
    """Who plans; None: who plans for every mission."""
    if robot != "dispatcher":
        return None
    from cotree.app.planners import Planners
    from cotree.reallocation.lead_follow.asked import Asked
    from cotree.runtime.planner import PromptPlanner
    from cotree.runtime.ports import Answers, Questions
    from cotree.simulation.people.dispatch import dispatch

    def solves(question: Questions, stop: Callable[[], bool]) -> Answers:
        assert isinstance(question, Asked), "a kitting mission asks for nothing else"
        return dispatch(question.problem)

    return lambda: Planners(steps=PromptPlanner(solves))
