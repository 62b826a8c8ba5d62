"""Every mission and counter-example of the paper's hospital.

The peer pays 0.01 for a last ``stay`` of each active robot, because it reads a label when a state
is left; here a label counts as soon as it is reached.
"""

from __future__ import annotations

import pytest

from cotree.reallocation.ltl.allocation.share import Objective
from cotree.reallocation.ltl.plan.answer import Plan, Reason
from cotree.reallocation.ltl.plan.robots import Problem
from cotree.reallocation.ltl.plan.solve import plan
from tests.kit.hospital import facts, mission, spread, starts, team_for

STAY = 0.01
CHAIN = (
    "<>(c7 && training && <>(c6 && training && <>(c7 && training && <>(p4 && standby))))"
    " && []((!p4 && X p4) -> training)"
)
MISSIONS = list(facts()["missions"])


def solved(problem: Problem) -> Plan:
    answer = plan(problem)
    assert isinstance(answer, Plan), answer
    return answer


@pytest.mark.parametrize("name", MISSIONS)
def test_a_mission_costs_what_the_paper_says_without_the_last_stays(name: str) -> None:
    optimum = facts()["missions"][name]["optimum"]
    found = solved(mission(name))
    active = len(optimum["per_robot"])
    assert found.total == pytest.approx(optimum["sum"] - STAY * active)
    assert found.makespan == pytest.approx(optimum["makespan"] - STAY)
    costs = {route.robot: route.cost + STAY for route in found.routes}
    assert costs == pytest.approx(optimum["per_robot"])
    assert found.status == "optimal"
    assert found.gap == 0


@pytest.mark.parametrize("robot", ["DR", "A1", "Wassi"])
def test_one_robot_alone_pays_what_the_paper_says(robot: str) -> None:
    conjuncts = {
        "p3": "<>(p3 && standby)",
        "p6": "<>(p6 && standby)",
        "training+p4": CHAIN.split(" && []")[0],
    }
    rules = " && ".join(
        f"[]((!{place} && X {place}) -> {op})"
        for place, op in (("p3", "loaded"), ("p6", "loaded"), ("p4", "training"))
    )
    for tasks, cost in facts()["single_robot_cost_from_start"]["repo2"][robot].items():
        wanted = [
            text for name, text in conjuncts.items() if tasks == "all" or name in _names(tasks)
        ]
        text = " && ".join([*wanted, rules])
        found = solved(team_for(text, [(robot, robot, starts()[robot])]))
        assert found.total == pytest.approx(cost - STAY), tasks


def _names(tasks: str) -> set[str]:
    rest = tasks.replace("training+p4", "chain").split("+")
    return {"training+p4" if name == "chain" else name for name in rest}


@pytest.mark.parametrize("name", ["repo2", "paper_scenario_1"])
@pytest.mark.parametrize("count", [3, 9, 15, 30])
def test_more_robots_that_wait_aside_change_nothing(name: str, count: int) -> None:
    found = solved(spread(name, count))
    assert found.total == pytest.approx(facts()["larger_teams"]["spread"][name] - 3 * STAY)
    assert [bool(route.legs) for route in found.routes] == [True] * 3 + [False] * (count - 3)


def test_b1_a_chain_is_done_by_one_robot_on_its_own_word() -> None:
    robots = [("W1", "Wassi", ("c1", "standby")), ("W2", "Wassi", ("c6", "training"))]
    found = solved(team_for(CHAIN, robots))
    wanted = facts()["counter_examples"][0]["optimum_one_robot_each_chain"]
    assert found.total == pytest.approx(wanted - STAY)
    assert sum(bool(route.legs) for route in found.routes) == 1


def test_b2_a_robot_that_starts_inside_has_not_entered() -> None:
    robots = [(name, name, starts()[name]) for name in ("DR", "A1")]
    team = [*robots, ("Wassi", "Wassi", ("p4", "standby"))]
    text = facts()["missions"]["repo2"]["ltl"]
    wanted = facts()["counter_examples"][1]["optimum"]
    assert solved(team_for(text, team)).total == pytest.approx(wanted - 3 * STAY)


@pytest.mark.parametrize(
    ("objective", "total", "makespan"),
    [("sum", 240.0, 240.0), ("lexicographic", 260.0, 155.0), ("makespan", None, 155.0)],
)
def test_b6_each_objective_gets_its_own_optimum(
    objective: Objective, total: float | None, makespan: float
) -> None:
    robots = [("D1", "DR", ("x2", "standby")), ("D2", "DR", ("p1", "standby"))]
    found = solved(team_for(facts()["missions"]["repo1"]["ltl"], robots, objective))
    assert found.makespan == pytest.approx(makespan)
    if total is not None:
        assert found.total == pytest.approx(total)


def test_the_same_question_has_the_same_answer() -> None:
    assert solved(spread("repo2", 9)) == solved(spread("repo2", 9))


# -- impossible --------------------------------------------------------------------------------


def no(problem: Problem) -> Reason:
    answer = plan(problem)
    assert isinstance(answer, Reason), answer
    return answer


def test_what_nobody_can_do_is_named_with_what_blocks_each() -> None:
    robots = [("DR", "DR", ("x2", "standby")), ("W", "Wassi", ("p2", "standby"))]
    text = "<>(c6 && training) && <>(p3 && standby) && []((!p3 && X p3) -> loaded)"
    reason = no(team_for(text, [robots[0]]))
    assert reason.status == "impossible"
    assert reason.cause is not None
    assert reason.cause.conjuncts == ("<>(c6 && training)",)
    assert [tuple(one) for one in reason.cause.obstacles] == [("DR", "a DR is never training")]
    told = no(team_for(text, [robots[1]])).message
    assert told == (
        "nobody can do <>(p3 && standby) (W: the rule [](!p3 && X p3 -> loaded) forbids it, "
        "and a Wassi is never loaded)"
    )


def test_what_no_letter_can_show_is_impossible_for_everybody() -> None:
    reason = no(team_for("<>(p3 && p6)", [("DR", "DR", ("x2", "standby"))]))
    assert reason.message == "nobody can do <>(p3 && p6) (DR: no robot can ever do <>(p3 && p6))"


def test_tasks_that_exclude_each_other_are_named_together() -> None:
    text = "<>p1 && <>p4 && <>c7 && [](p1 -> wX p1) && [](p4 -> wX p4)"
    reason = no(team_for(text, [("DR", "DR", ("c1", "standby"))]))
    assert reason.cause is not None
    assert reason.cause.conjuncts == ("<>p1", "<>p4")


def test_a_robot_that_starts_where_nobody_may_be_breaks_the_sentence_at_once() -> None:
    reason = no(team_for("<>p1 && []!c1", [("DR", "DR", ("c1", "standby"))]))
    assert reason.status == "impossible"
    assert reason.message == ("the rule []!c1 is broken at the start (DR: stands at (c1, standby))")


def test_nothing_to_do_is_a_plan_without_legs() -> None:
    found = solved(team_for("<>x2", [("DR", "DR", ("x2", "standby"))]))
    assert found.total == 0
    assert found.status == "optimal"
