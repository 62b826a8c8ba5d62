"""What the weights add for whom."""

from __future__ import annotations

import msgspec
import pytest

from cotree.reallocation.lead_follow.planning.solve import plan
from cotree.reallocation.lead_follow.planning.weighing import Weighing
from cotree.reallocation.lead_follow.problem import (
    LeadPlan,
    Means,
    Problem,
    Running,
    Subtask,
    Weights,
)
from tests.reallocation.lead_follow.planning.teams import team

ERRS = Means(p_follow=0.5, p_error=0.4)
WEIGHTS = Weights(displeased_s=3.0, wrong_s=10.0, change_s=1.0)


def chained(means: Means, **more: object) -> Problem:
    """Two chains of two."""
    subtasks = tuple(
        Subtask(name, {"p0": 5.0, "r0": 5.0}, after)
        for name, after in (("a1", ()), ("a2", ("a1",)), ("b1", ()), ("b2", ("b1",)))
    )
    problem = Problem(subtasks, team(1, 1), means={"p0": means}, weights=WEIGHTS)
    return msgspec.structs.replace(problem, **more)


def robots(problem: Problem) -> dict[str, float]:
    """What each open subtask costs if the robot does it."""
    weighing = Weighing(problem, {})
    robot = problem.robots()[0]
    return {each.id: weighing.cost_s(each, robot, told=False) for each in problem.open()}


def test_what_a_robot_keeps_in_sight_of_who_errs_costs() -> None:
    assert robots(chained(ERRS)) == {"a1": 2.0, "a2": 0.0, "b1": 2.0, "b2": 0.0}
    soon = chained(ERRS, running={"p0": Running(3.0, "a1")})
    assert robots(soon)["a2"] == 2.0


@pytest.mark.parametrize("means", [Means(1.0, 0.4), Means(0.5, 0.0)])
def test_who_follows_or_never_errs_may_see_everything(means: Means) -> None:
    assert set(robots(chained(means)).values()) == {0.0}


def test_what_is_given_or_wrong_cannot_be_chosen() -> None:
    given = chained(ERRS, given={"a1": "r0"}, wrong={"b1": {"r0": 1.0}})
    assert robots(given) == {"a1": 0.0, "a2": 0.0, "b1": 0.0, "b2": 0.0}


def test_a_robot_beside_who_errs_begins_one_chain_and_no_other() -> None:
    subtasks = tuple(
        Subtask(f"{chain}{k}", {"p0": 5.0, "r0": 5.0}, (f"{chain}1",) if k == 2 else ())
        for chain in "abcd"
        for k in (1, 2)
    )
    answer = plan(msgspec.structs.replace(chained(ERRS, tell_all=True), subtasks=subtasks))
    assert isinstance(answer, LeadPlan)
    assert answer.status == "optimal"
    assert answer.makespan_s == 20.0
    heads = [name for name, who in answer.assigned.items() if who == "r0" and name[1] == "1"]
    assert len(heads) == 1


def test_a_person_costs_displeasure_if_told_and_errors_if_not() -> None:
    problem = chained(ERRS)
    weighing, person = Weighing(problem, {"a1": "r0"}), problem.people()[0]
    a1, a2, *_ = problem.subtasks
    assert weighing.cost_s(a2, person, told=True) == 1.5
    assert weighing.cost_s(a2, person, told=False) == 4.0
    assert weighing.cost_s(a1, person, told=True) == 2.5
    assert weighing.pays("p0")
    known = Weighing(chained(ERRS, assigned={"a2": "p0"}), {})
    assert known.cost_s(a2, person, told=True) == 0.0
