"""How a mission of one sentence would be shared out at its start, without running it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from cotree.core.errands import AWAIT, Course, Question
from cotree.core.mission import Mission
from cotree.core.spots import first_spots
from cotree.core.steps import NoPlan


class Way(msgspec.Struct, frozen=True):
    """What one robot would do."""

    robot: str
    cost: float
    courses: tuple[Course, ...]


class Planned(msgspec.Struct, frozen=True):
    """Everybody's ways, or why there are none."""

    mission: str
    objective: Literal["sum", "makespan", "lexicographic"]
    ways: tuple[Way, ...] = ()
    rules: tuple[str, ...] = ()
    total: float = 0.0
    why_not: str = ""


def planned(mission: Mission) -> Planned:
    """What each robot would do, if nothing comes between."""
    from cotree.reallocation.ltl.asked.commission import Commission
    from cotree.reallocation.ltl.asked.order import order_of

    sentence = mission.sentence
    assert sentence is not None, "the mission is written as one sentence"
    commission = Commission(order_of(mission))
    words = {name: (spot,) for name, spot in first_spots(mission).items()}
    rules = tuple(clause.formula for clause in sentence.clauses if not clause.errand)
    ways, total = [], 0.0
    for robot in words:
        answer = commission.answer(Question(robot, "team", words))
        if isinstance(answer, NoPlan):
            return Planned(mission.name, sentence.objective, (), rules, why_not=answer.message)
        ways.append(Way(robot, answer.cost, tuple(_done_on(answer.way, sentence.parts))))
        total = answer.total
    return Planned(mission.name, sentence.objective, tuple(ways), rules, total)


def _done_on(way: tuple[Course, ...], parts: tuple[str, ...]) -> Iterator[Course]:
    """All but the parts in which a robot only waits for the others."""
    for course in way:
        if course.errand not in parts or any(leg.action != AWAIT for leg in course.legs):
            yield course
