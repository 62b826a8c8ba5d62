"""From a plan to words: who does what, on whose words it goes on, and one robot's way."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from cotree.core.errands import (
    AWAIT,
    Assignment,
    Course,
    Errands,
    Leg,
    Question,
    Spot,
    Stretch,
)
from cotree.core.steps import NoPlan
from cotree.reallocation.ltl.asked.order import Order
from cotree.reallocation.ltl.plan.answer import Plan, Route
from cotree.reallocation.ltl.plan.robots import Problem, Robot
from cotree.reallocation.ltl.repair.handover import offers
from cotree.reallocation.ltl.world.system import State

Answer: TypeAlias = Errands | NoPlan
Kind: TypeAlias = Literal["first", "given", "kept", "local", "global"]


class Wording:
    """Puts plans of one order into words."""

    def __init__(self, order: Order) -> None:
        self._errands = order.errands
        self._parts = order.parts

    def who(self, found: Plan, problem: Problem, question: Question) -> dict[str, str]:
        """Who does what; what is true already is still somebody's to say.

        Everybody has a part of what the team does together; those of the lost are somebody's too.
        """
        who = {self._errands[task]: route.robot for route in found.routes for task in route.tasks}
        for task in self._true(problem, question):
            teller = self._teller(problem, question, task)
            if teller is not None:
                who[self._errands[task]] = teller
        able = next((robot.name for robot in problem.robots if not robot.lost), None)
        for part, robot in zip(self._parts, problem.robots, strict=False):
            if able is not None and part not in question.done:
                who[part] = able if robot.lost else robot.name
        return who

    def _true(self, problem: Problem, question: Question) -> list[int]:
        """The tasks that some robot's word makes true, and of which nobody has said so."""
        open_ = set(problem.open()) | {
            task for task, errand in enumerate(self._errands) if errand in question.done
        }
        return [task for task in range(len(self._errands)) if task not in open_]

    def _teller(self, problem: Problem, question: Question, task: int) -> str | None:
        """Who says that a task is done: who had it, who did it, or anybody."""
        had = {} if question.assignment is None else question.assignment.who
        done = problem.mission.tasks[task].ratchet.done
        living = [robot for robot in problem.robots if not robot.lost]
        if not living:
            return None
        owner = had.get(self._errands[task])
        return min(
            living, key=lambda robot: (robot.name != owner, robot.progress[task] != done)
        ).name

    def handed_over(self, problem: Problem, team: Plan, question: Question) -> Assignment:
        """The next assignment, with whose words each errand goes on from."""
        before = question.assignment
        assert before is not None
        sources = offers(problem, problem.open()).source
        words: dict[str, tuple[Stretch, ...]] = {}
        for index, route in enumerate(team.routes):
            for task in route.tasks:
                stretches = self._stretches(
                    problem, index, int(sources[index, task]), task, question
                )
                if stretches:
                    words[self._errands[task]] = stretches
        who = self.who(team, problem, question)
        return Assignment((before.revision[0] + 1, question.robot), who, words)

    def _stretches(
        self, problem: Problem, index: int, source: int, task: int, question: Question
    ) -> tuple[Stretch, ...]:
        """The word of an errand from now on; nothing where it is all the robot's own."""
        assignment, errand = question.assignment, self._errands[task]
        assert assignment is not None
        name = problem.robots[index].name
        had = assignment.words.get(errand, ())
        if source == index:
            return had if assignment.who.get(errand) == name else ()
        giver = problem.robots[source].name
        given = had if had and assignment.who.get(errand) == giver else (Stretch(giver, 0),)
        *earlier, last = given
        closed = Stretch(last.robot, last.start, len(question.words[last.robot]))
        return (*earlier, closed, Stretch(name, len(question.words[name]) - 1))

    def errands(
        self,
        problem: Problem,
        found: Plan,
        assignment: Assignment,
        question: Question,
        kind: Kind,
    ) -> Answer:
        """The answer to whoever asked."""
        idle = next((each for each in found.routes if each.legs and not each.tasks), None)
        if idle is not None and not self._mine(idle.robot, assignment, question):
            return NoPlan("not_supported", _for_nothing(idle))
        route = next(route for route in found.routes if route.robot == question.robot)
        robot = problem.robots[problem.index(question.robot)]
        true = [
            Course(self._errands[task], ())
            for task in self._true(problem, question)
            if assignment.who.get(self._errands[task]) == robot.name
        ]
        legs = self._legs(route, self._order(found, question))
        parts = self._mine(robot.name, assignment, question)
        ends = self._ends(problem, robot, route, legs)
        way = (*true, *_courses(ends, legs, parts, self._others(found, robot, legs, question)))
        since = len(question.words[question.robot])
        return Errands(assignment, way, kind, route.cost, found.total, since)

    def _order(self, found: Plan, question: Question) -> dict[int, tuple[str, int]]:
        """By number of a leg of the robot that asks: who must have got how far before."""
        awaited = {}
        for before, after in itertools.pairwise(found.order):
            names = found.routes[before[0]].robot, found.routes[after[0]].robot
            if names[1] == question.robot != names[0]:
                awaited[after[1]] = (names[0], len(question.words[names[0]]) + before[1] + 1)
        return awaited

    def _legs(self, route: Route, after: Mapping[int, tuple[str, int]]) -> list[Leg]:
        """A way in words."""
        return [
            Leg(
                leg.action,
                _spot(leg.source),
                _spot(leg.target),
                tuple(self._errands[task] for task in leg.advances),
                after.get(number),
            )
            for number, leg in enumerate(route.legs)
        ]

    def _mine(self, robot: str, assignment: Assignment, question: Question) -> list[str]:
        """The parts of what the team does together that this robot has, and that are not done."""
        return [
            part
            for part in self._parts
            if assignment.who.get(part) == robot and part not in question.done
        ]

    def _others(
        self, found: Plan, robot: Robot, legs: Sequence[Leg], question: Question
    ) -> list[Leg]:
        """Until everybody has come to the end of its way."""
        spot = legs[-1].target if legs else _spot(robot.state)
        return [
            Leg(AWAIT, spot, spot, (), (name, len(question.words[name]) + len(theirs)))
            for name, theirs in ((each.robot, each.legs) for each in found.routes)
            if theirs and name != robot.name
        ]

    def _ends(
        self, problem: Problem, robot: Robot, route: Route, legs: list[Leg]
    ) -> list[tuple[str, int]]:
        """The errands of a way, and how many legs are done when each of them is."""
        system, mission = problem.system(robot), problem.mission
        progress = {task: robot.progress[task] for task in route.tasks}
        ends: list[tuple[str, int]] = []
        for number in range(len(legs) + 1):
            if number:
                label = system.labels[system.index(*legs[number - 1].target)]
                for task, at in progress.items():
                    step = mission.tasks[task].ratchet.step
                    progress[task] = int(step[at, mission.alphabet.index(label)])
            done = [t for t, at in progress.items() if at == mission.tasks[t].ratchet.done]
            ends += [(self._errands[task], number) for task in done]
            for task in done:
                del progress[task]
        return ends


def _courses(
    ends: Sequence[tuple[str, int]],
    legs: Sequence[Leg],
    parts: Sequence[str],
    others: Sequence[Leg],
) -> Iterator[Course]:
    """The way cut where errands are done; the last one takes all that is left.

    A part of what all do together comes last, and is not over before everybody is there.
    """
    begun = 0
    for place, (errand, end) in enumerate(ends, start=1):
        upto = end if parts or place < len(ends) else len(legs)
        yield Course(errand, tuple(legs[begun:upto]))
        begun = upto
    for number, part in enumerate(parts):
        yield Course(part, () if number else (*legs[begun:], *others))


def _for_nothing(route: Route) -> str:
    steps = ", ".join(f"{leg.action} to {leg.target}" for leg in route.legs)
    return (
        f"the sentence asks {route.robot}, which has no errand, for steps ({steps}); "
        "say what they are for, such as {visit: kitchen}"
    )


def _spot(state: State) -> Spot:
    return (state.region, state.op)
