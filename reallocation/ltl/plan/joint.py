"""Conjuncts that couple robots: one search over all robots together, as lazy as it can be.

A letter is an arrival of one robot, so a step of the search is a step of one robot.  Which robot
has which task is tried in the order of the least cost that it can have; a state is never left by a
way that only swaps two steps nobody cares about.  What remains of each robot's own tasks, which its
table knows, bounds what is left to pay, so mostly only best plans are looked at (A*).  Where the
largest cost of one robot counts, what each has paid is kept apart, and of a state every way there
that is not worse for everybody.
"""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from cotree.reallocation.ltl.automata.automaton import Automaton
from cotree.reallocation.ltl.language.printing import text_of
from cotree.reallocation.ltl.plan.answer import Cause, Plan, Reason
from cotree.reallocation.ltl.plan.jointly.contradiction import contradicting
from cotree.reallocation.ltl.plan.jointly.loosening import loosened
from cotree.reallocation.ltl.plan.jointly.order import needed
from cotree.reallocation.ltl.plan.jointly.search import Found, Search, TooMany
from cotree.reallocation.ltl.plan.robots import Problem
from cotree.reallocation.ltl.plan.routes import along
from cotree.reallocation.ltl.world.system import Ints

MOST_SHARES = 100_000
"""Ways to give tasks to robots that are weighed."""
MOST_STATES = 30_000
"""Joint states that are looked at."""


class Together(NamedTuple):
    """Who does what, and every step of the team in order."""

    tasks: list[list[int]]
    steps: list[tuple[int, int]]
    """Robot, and the state that it goes to."""
    order: list[tuple[int, int]]
    """Robot, and number of its leg: those that must end in this order."""


def together(
    problem: Problem, open_: tuple[int, ...], progress: Ints, costs: Ints
) -> Together | Reason:
    """The best way to do it all; ``costs[robot, set]`` is what tasks alone cost each robot."""
    refused = _refused(problem, len(open_))
    if refused is not None:
        return refused
    try:
        found = Search(problem, open_, progress, costs).run(MOST_STATES)
    except TooMany:
        return _too_large(problem)
    if found is None:
        told = "; ".join(str(one.reason) for one in problem.mission.coupled)
        return Reason("impossible", f"no order of steps satisfies what couples robots ({told})")
    steps = [(step.robot, step.state) for step in found.steps]
    return Together(found.tasks, steps, _order(problem, found))


def _order(problem: Problem, found: Found) -> list[tuple[int, int]]:
    """Which legs must end one after the other, so that what couples robots comes true."""
    automata = _automata(problem)
    words: list[list[int]] = [[] for _ in problem.robots]
    for step in found.steps:
        letters = problem.mission.letters(problem.system(problem.robots[step.robot]))
        words[step.robot].append(int(letters[step.state]))
    shown = tuple(automaton.after(problem.past) for automaton in automata)
    return loosened(needed(found.steps), words, automata, shown)


def _automata(problem: Problem) -> list[Automaton]:
    return [one.automaton for one in problem.mission.coupled if one.automaton is not None]


def _refused(problem: Problem, tasks: int) -> Reason | None:
    coupled = problem.mission.coupled
    for one in coupled:
        if one.automaton is None:
            return Reason("not_supported", f"a conjunct that couples robots is {one.reason}")
    never = _contradiction(problem)
    if never is not None:
        return never
    living = _living(problem)
    if living**tasks > MOST_SHARES:
        return Reason(
            "not_supported",
            f"{living} robots share {tasks} tasks in more than {MOST_SHARES} ways; with conjuncts "
            f"that couple robots ({coupled[0].reason}) each way is weighed",
        )
    return None


def _living(problem: Problem) -> int:
    return sum(not robot.lost for robot in problem.robots)


def _too_large(problem: Problem) -> Reason:
    one = problem.mission.coupled[0]
    return Reason(
        "not_supported",
        f"more than {MOST_STATES} joint states of {_living(problem)} robots would be looked "
        f"at, for a conjunct that couples robots ({one.reason})",
    )


def _contradiction(problem: Problem) -> Reason | None:
    """What cannot come true whatever robots do, wherever they are."""
    coupled = problem.mission.coupled
    never = contradicting(_automata(problem), problem.past)
    if not never:
        return None
    texts = tuple(text_of(coupled[index].formula) for index in never)
    what = f"nothing that robots could do satisfies {' and '.join(texts)}"
    why = "words are finite, and each of their letters is of one robot"
    return Reason("impossible", f"{what} ({why})", Cause(texts, ()))


def draw_together(problem: Problem, found: Together) -> Plan:
    """The routes, and the order of the legs that must be kept."""
    ways: list[list[int]] = [[] for _ in problem.robots]
    for robot, state in found.steps:
        ways[robot].append(state)
    routes = tuple(
        along(problem, robot, tasks, way)
        for robot, tasks, way in zip(problem.robots, found.tasks, ways, strict=True)
    )
    plan = Plan(routes, problem.objective, 0.0, "joint", tuple(found.order))
    return dataclasses.replace(plan, bound=plan.value[0])
