"""The referee catches every way in which a plan can be wrong."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from cotree.reallocation.ltl.plan import solve
from cotree.reallocation.ltl.plan.answer import Leg, Plan, Reason, Route
from cotree.reallocation.ltl.plan.check import fault, parallel
from cotree.reallocation.ltl.plan.robots import Problem, with_robots
from cotree.reallocation.ltl.plan.solve import plan
from cotree.reallocation.ltl.world.system import State
from tests.kit.hospital import mission, team_for


def good() -> tuple[Problem, Plan]:
    problem = mission("repo1")
    answer = plan(problem)
    assert isinstance(answer, Plan)
    return problem, answer


def with_legs(found: Plan, index: int, change: Callable[[list[Leg]], list[Leg]]) -> Plan:
    routes = list(found.routes)
    route = routes[index]
    routes[index] = dataclasses.replace(route, legs=tuple(change(list(route.legs))))
    return dataclasses.replace(found, routes=tuple(routes))


def test_a_good_plan_has_no_fault() -> None:
    assert fault(*good()) is None


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda legs: legs[:-1], "DR would not do"),
        (lambda legs: legs[1:], "DR is at (x2, standby) when it should go on from"),
        (
            lambda legs: [legs[0]._replace(micros=1), *legs[1:]],
            "DR cannot go from (x2, standby) to (c9, standby) at that cost",
        ),
        (
            lambda legs: [legs[0]._replace(target=State("p6", "standby")), *legs[1:]],
            "DR cannot go from (x2, standby) to (p6, standby)",
        ),
    ],
)
def test_wrong_legs_are_told(change: Callable[[list[Leg]], list[Leg]], told: str) -> None:
    problem, answer = good()
    wrong = fault(problem, with_legs(answer, 0, change))
    assert wrong is not None
    assert wrong.startswith(told)


def test_a_broken_rule_is_told() -> None:
    problem = team_for("<>(c3 && standby)", [("DR", "DR", ("c2", "standby"))])
    answer = plan(problem)
    assert isinstance(answer, Plan)
    ruled = team_for("<>(c3 && standby) && []!c3", [("DR", "DR", ("c2", "standby"))])
    assert fault(ruled, answer) == "DR would break the rule []!c3"


def test_a_task_that_nobody_does_is_told() -> None:
    problem, answer = good()
    idle = tuple(Route(route.robot) for route in answer.routes)
    wrong = fault(problem, dataclasses.replace(answer, routes=idle))
    assert wrong == "together they would not do <>(p6 && standby)"


def test_a_lost_robot_does_not_move() -> None:
    problem, answer = good()
    lost = with_robots(problem, {0: dataclasses.replace(problem.robots[0], lost=True)})
    assert fault(lost, answer) == "DR is lost and cannot move"


def test_a_wrong_plan_is_never_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "fault", lambda *_: "it is wrong")
    answer = plan(mission("repo1"))
    assert isinstance(answer, Reason)
    assert answer.status == "not_found"
    assert "it is wrong" in answer.message


def test_the_team_shows_one_letter_per_arrival_in_the_order_of_time() -> None:
    problem, answer = good()
    word = parallel(problem, answer)
    assert len(word) == sum(len(route.legs) for route in answer.routes)
    assert list(map(sorted, word[:3])) == [
        ["c9", "standby"],
        ["loaded", "s1"],
        ["c8", "loaded"],
    ]
