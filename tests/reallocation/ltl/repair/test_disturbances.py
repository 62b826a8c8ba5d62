"""Every disturbance of the paper's hospital, and what the peer gets wrong after them."""

from __future__ import annotations

from typing import Any

import pytest

from cotree.reallocation.ltl.language.evaluate import holds
from cotree.reallocation.ltl.plan.answer import Plan, Reason
from cotree.reallocation.ltl.plan.robots import Problem
from cotree.reallocation.ltl.plan.solve import plan
from cotree.reallocation.ltl.repair.disturbances import Changed, Disturbance, Lost, Moved
from cotree.reallocation.ltl.repair.follow import follow, step
from cotree.reallocation.ltl.repair.reallocate import Reach, Reallocation, reallocate
from cotree.reallocation.ltl.world.changes import Block, Close, Disable, Open, Relabel
from cotree.reallocation.ltl.world.system import State
from tests.kit.hospital import facts, mission, spread, team_for

STAY = 0.01
BLOCKED = Changed((Block("c3", "p3"),), "DR")
DISTURBANCES: dict[str, Disturbance] = {
    "R2": Lost("Wassi"),
    "R2_paper_formula": Lost("Wassi"),
    "R3": Moved("DR", State("c5", "standby")),
    "R4": BLOCKED,
    "R4_paper_formula": BLOCKED,
}


def under_way(problem: Problem, clock: float) -> tuple[Problem, Plan]:
    answer = plan(problem)
    assert isinstance(answer, Plan), answer
    return follow(problem, answer, clock)


def after(
    problem: Problem, was: Plan, *disturbances: Disturbance, reach: Reach = "cheaper"
) -> Reallocation:
    answer = reallocate(problem, was, disturbances, reach)
    assert isinstance(answer, Reallocation), answer
    return answer


def costs(found: Reallocation) -> dict[str, float]:
    return {route.robot: route.cost for route in found.plan.routes}


def finish(problem: Problem, rest: Plan) -> None:
    """Everybody goes to the end: the sentence holds on what the team has shown."""
    problem, rest = follow(problem, rest, 1e6)
    assert not problem.open()
    for task in problem.mission.tasks:
        assert holds(task.formula, problem.past)


@pytest.mark.parametrize("row", facts()["disturbances"], ids=lambda row: row["id"])
def test_a_disturbance_of_the_paper_costs_what_it_says_without_the_last_stays(
    row: dict[str, Any],
) -> None:
    problem, was = under_way(mission(row["mission"]), row["clock"])
    disturbed = DISTURBANCES[row["id"]]
    found = after(problem, was, disturbed)
    at = {robot.name: list(robot.state) for robot in found.problem.robots}
    assert at == row["team_at"]
    peer = row["peer"]
    wanted = peer["per_robot"] if "per_robot" in peer else {peer["robot"]: peer["cost"]}
    for robot, cost in wanted.items():
        assert costs(found)[robot] == pytest.approx(max(0.0, cost - STAY)), robot
    if "total" in peer:
        active = sum(cost > 0 for cost in wanted.values())
        assert found.plan.total == pytest.approx(row["optimum"] - STAY * active)
    assert found.kind == ("local" if peer["kind"] == "local" else "global")
    finish(found.problem, found.plan)


def test_the_route_after_a_lost_cargo_is_the_one_of_the_paper() -> None:
    row = next(row for row in facts()["disturbances"] if row["id"] == "R3")
    found = after(*under_way(mission("repo2"), 55), DISTURBANCES["R3"])
    legs = found.plan.routes[0].legs
    told = [leg.target.region if leg.action == "move" else leg.action for leg in legs]
    assert [*told, "stay"] == row["peer"]["plan"]


@pytest.mark.parametrize(
    ("name", "count", "total"),
    [
        ("repo2", 3, 220.02),
        ("paper_scenario_1", 3, 200.02),
        ("repo2", 9, 200.03),
        ("repo2", 30, 200.03),
        ("paper_scenario_1", 9, 180.03),
        ("paper_scenario_1", 30, 180.03),
    ],
)
def test_b8_progress_belongs_to_the_task_whoever_goes_on_with_it(
    name: str, count: int, total: float
) -> None:
    problem, was = under_way(spread(name, count), 55)
    found = after(problem, was, Lost("DR0"))
    active = sum(bool(route.legs) for route in found.plan.routes)
    assert found.plan.total == pytest.approx(total - STAY * active)
    finish(found.problem, found.plan)


def test_b3_finished_tasks_stay_finished_after_a_local_and_a_global_one() -> None:
    problem, was = under_way(mission("repo2"), 55)
    first = after(problem, was, Moved("DR", State("c5", "standby")), reach="local")
    problem, rest = follow(first.problem, first.plan, 80)
    assert [str(robot.state) for robot in problem.robots] == [
        "(c3, loaded)",
        "(p6, standby)",
        "(p4, standby)",
    ]
    second = after(problem, rest, BLOCKED, reach="global")
    assert costs(second) == {"DR": 0, "A1": 135, "Wassi": 0}
    finish(second.problem, second.plan)


def test_b4_any_sudden_state_anywhere_along_the_plan_has_an_answer() -> None:
    problem = mission("repo2")
    answer = plan(problem)
    assert isinstance(answer, Plan)
    tried = 0
    for index, robot in enumerate(problem.robots):
        now, rest = problem, answer
        while rest.routes[index].legs:
            now, rest = step(now, rest, index)
            here = now.robots[index].state
            for op in now.world.kind(robot.kind).ops:
                if op != here.op:
                    found = after(now, rest, Moved(robot.name, State(here.region, op)))
                    finish(found.problem, found.plan)
                    tried += 1
    assert tried >= 30


# -- the world changes -------------------------------------------------------------------------


def test_a_new_way_is_used_at_its_cost() -> None:
    problem, was = under_way(mission("repo2"), 55)
    before = was.routes[0].cost
    found = after(problem, was, Changed((Open("c5", "p3", 5),), "DR"))
    assert costs(found)["DR"] == before - 10 - 20 - 10 + 5 - 10 + 10
    assert found.plan.routes[1:] == was.routes[1:]


def test_a_closed_region_is_gone_around_by_all() -> None:
    problem, was = under_way(mission("repo2"), 45)
    found = after(problem, was, Changed((Close("c4"),)))
    for route in found.plan.routes:
        assert all(leg.target.region != "c4" for leg in route.legs)
    finish(found.problem, found.plan)


def test_a_label_that_nobody_has_seen_before_counts_where_it_is_put() -> None:
    world_fact = Relabel("x1", frozenset({"clean"}))
    text = "<>(p1 && <>clean)"
    problem = team_for(text, [("DR", "DR", ("c1", "standby"))])
    none = plan(problem)
    assert isinstance(none, Reason)
    changed = Changed((world_fact,)).after(problem)
    assert isinstance(changed, Problem)
    found = plan(changed)
    assert isinstance(found, Plan)
    assert [leg.target.region for leg in found.routes[0].legs][-1] == "x1"
    finish(changed, found)


def test_a_label_that_changes_under_a_robot_is_seen_at_once() -> None:
    problem = team_for("<>clean", [("DR", "DR", ("c1", "standby"))])
    changed = Changed((Relabel("c1", frozenset({"clean"})),)).after(problem)
    assert isinstance(changed, Problem)
    assert changed.open() == ()


def test_progress_is_read_again_when_letters_are_new() -> None:
    problem, was = under_way(mission("repo2"), 55)
    progress = [robot.progress for robot in problem.robots]
    changed = Changed((Relabel("p1", frozenset({"wet"})),)).after(problem)
    assert isinstance(changed, Problem)
    assert changed.mission is not problem.mission
    assert [robot.progress for robot in changed.robots] == progress
    found = after(problem, was, Changed((Relabel("p1", frozenset({"wet"})),)))
    assert found.kind == "kept"
    assert found.plan.routes == was.routes


@pytest.mark.parametrize("whom", [None, "DR"])
def test_a_new_label_where_a_lost_robot_lies_stops_nobody(whom: str | None) -> None:
    problem, was = under_way(mission("repo1"), 55)
    first = after(problem, was, Lost("DR"))
    here = first.problem.robots[0].state.region
    wet = Changed((Relabel(here, frozenset({"wet"})),), whom)
    found = after(first.problem, first.plan, wet)
    assert found.problem.past == first.problem.past
    finish(found.problem, found.plan)


def test_a_gripper_out_of_order_passes_the_work_on() -> None:
    problem, was = under_way(mission("repo1"), 20)
    found = after(problem, was, Changed((Disable("pick"),), "DR"))
    assert found.kind == "global"
    assert not found.plan.routes[0].legs
    finish(found.problem, found.plan)


# -- who replans -------------------------------------------------------------------------------


def test_a_disturbance_that_changes_nothing_keeps_every_route() -> None:
    problem, was = under_way(mission("repo2"), 45)
    found = after(problem, was, Changed((Block("w1", "c10"),)))
    assert found.kind == "kept"
    assert found.plan.routes == was.routes


def test_undisturbed_robots_keep_their_routes_when_the_team_shares_anew() -> None:
    problem, was = under_way(spread("repo2", 9), 55)
    found = after(problem, was, Lost("DR0"))
    assert found.kind == "global"
    assert found.plan.routes[1:3] == was.routes[1:3]


def test_global_is_taken_when_it_is_cheaper_than_local() -> None:
    robots = [("far", "DR", ("c9", "standby")), ("near", "DR", ("s1", "standby"))]
    text = "<>(c11 && standby) && <>(p3 && standby)"
    problem, was = under_way(team_for(text, robots), 0)
    assert [route.tasks for route in was.routes] == [(0,), (1,)]
    lost = Moved("far", State("p3", "loaded"))
    local = after(problem, was, lost, reach="local")
    whole = after(problem, was, lost)
    assert whole.kind == "global"
    assert whole.plan.total < local.plan.total
    first = after(problem, was, lost, reach="local_first")
    assert first.plan == local.plan


def test_a_second_and_third_failure_are_survived_while_anybody_can_do_the_rest() -> None:
    problem, was = under_way(spread("repo2", 9), 45)
    for name in ("Wassi2", "DR0", "Wassi5"):
        found = after(problem, was, Lost(name))
        problem, was = follow(found.problem, found.plan, 30)
    finish(problem, was)


def test_when_nobody_is_left_the_smallest_reason_is_said() -> None:
    problem, was = under_way(mission("repo2"), 55)
    answer = reallocate(problem, was, [Lost("DR"), Lost("A1")])
    assert isinstance(answer, Reason)
    assert answer.status == "impossible"
    assert answer.cause is not None
    assert answer.cause.conjuncts == ("<>(p3 && standby)",)
    assert [one.why for one in answer.cause.obstacles[:2]] == ["lost", "lost"]
    assert "a Wassi is never loaded" in answer.cause.obstacles[2].why


def test_what_blocks_a_robot_is_the_change_that_would_have_to_be_undone() -> None:
    problem, was = under_way(mission("repo1"), 55)
    changed = Changed((Block("w1", "c10"), Block("c3", "p3")))
    answer = reallocate(problem, was, [changed])
    assert isinstance(answer, Reason)
    assert answer.message == "nobody can do <>(p3 && standby) (DR, A1: c3 -> p3 is blocked)"


def test_local_alone_says_why_not() -> None:
    problem, was = under_way(mission("repo2"), 85)
    answer = reallocate(problem, was, [BLOCKED], "local")
    assert isinstance(answer, Reason)
    assert answer.message == "DR cannot do <>(p3 && standby) any more"
    lost = reallocate(problem, was, [Lost("DR")], "local")
    assert isinstance(lost, Reason)
    assert lost.message == "DR is lost, and had <>(p3 && standby) to do"


def test_an_unknown_robot_is_a_mistake() -> None:
    problem, was = under_way(mission("repo1"), 0)
    with pytest.raises(ValueError, match="no robot 'R2'; the team is DR, A1"):
        reallocate(problem, was, [Lost("R2")])


def test_who_stands_where_nobody_may_be_any_more_may_leave() -> None:
    text = "<>p3 && []!wet"
    problem, was = under_way(team_for(text, [("DR", "DR", ("c2", "standby"))]), 10)
    found = after(problem, was, Changed((Relabel("c3", frozenset({"wet"})),)))
    assert found.plan.total == 10
