"""The last look at a plan before anybody moves, by the referee of the language.

Nothing here knows automata or tables: literal formulas on the words that the plan produces.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from cotree.reallocation.ltl.language.evaluate import holds
from cotree.reallocation.ltl.language.formula import Formula
from cotree.reallocation.ltl.language.printing import text_of
from cotree.reallocation.ltl.plan.answer import Plan, Route
from cotree.reallocation.ltl.plan.robots import Problem, Robot, Word
from cotree.reallocation.ltl.plan.timing import arrivals
from cotree.reallocation.ltl.world.system import State

Label = Callable[[State], frozenset[str]]


def fault(problem: Problem, plan: Plan, robots: Collection[int] | None = None) -> str | None:
    """What is wrong with a plan: arcs, rules, each task on its robot's word and on the team's.

    Rules are asked from where each robot stands now on; where it has been is not the plan's doing,
    and who has nothing to do breaks none.  ``robots`` are those with new routes, if not all.
    """
    referee = _Referee(problem)
    for index in range(len(problem.robots)) if robots is None else sorted(robots):
        wrong = referee.robot(problem.robots[index], plan.routes[index])
        if wrong is not None:
            return wrong
    return referee.team(plan)


class _Referee:
    """Judges one problem; asks about equal words once."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._known: dict[tuple[Formula, Word], bool] = {}

    def holds(self, formula: Formula, word: Word) -> bool:
        """Whether the word satisfies the formula."""
        key = formula, word
        if key not in self._known:
            self._known[key] = holds(formula, word)
        return self._known[key]

    def robot(self, robot: Robot, route: Route) -> str | None:
        """What is wrong with a route."""
        if not route.legs and not route.tasks:
            return None
        if robot.lost:
            return f"{robot.name} is lost and cannot move"
        broken = self._legs(robot, route)
        if broken is not None:
            return broken
        mission = self._problem.mission
        label = self._label(robot)
        ahead = tuple(label(leg.target) for leg in route.legs)
        here = label(robot.state)
        for rule in mission.rules:
            word = (here, *ahead) if rule.allows(here) else ahead
            if not self.holds(rule.formula, word):
                return f"{robot.name} would break the rule {text_of(rule.formula)}"
        for task in route.tasks:
            if not self.holds(mission.tasks[task].formula, (*robot.traces[task], *ahead)):
                return f"{robot.name} would not do {mission.tasks[task]}"
        return None

    def team(self, plan: Plan) -> str | None:
        """What is wrong with all routes together, when everybody moves at the same time."""
        mission = self._problem.mission
        word = (*self._problem.past, *parallel(self._problem, plan))
        parts = [part.formula for part in mission.tasks]
        parts += [part.formula for part in mission.coupled]
        for part in parts:
            if not self.holds(part, word):
                return f"together they would not do {text_of(part)}"
        return None

    def _legs(self, robot: Robot, route: Route) -> str | None:
        system = self._problem.system(robot)
        at = robot.state
        for leg in route.legs:
            if leg.source != at:
                return f"{robot.name} is at {at} when it should go on from {leg.source}"
            at = leg.target
            arc = system.arc(system.number[leg.source], system.number[leg.target])
            if arc is None or system.cost[arc] != leg.micros:
                return f"{robot.name} cannot go from {leg.source} to {leg.target} at that cost"
        return None

    def _label(self, robot: Robot) -> Label:
        system = self._problem.system(robot)
        return lambda state: system.labels[system.number[state]]


def parallel(problem: Problem, plan: Plan) -> Word:
    """What the team shows if all start now and costs are time: one letter per arrival, in order."""
    word = []
    for arrival in arrivals(plan):
        system = problem.system(problem.robots[arrival.robot])
        leg = plan.routes[arrival.robot].legs[arrival.leg]
        word.append(system.labels[system.number[leg.target]])
    return tuple(word)
