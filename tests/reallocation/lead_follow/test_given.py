"""From a mission's text to the planner's answer: the shipped kitting jobs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cotree.core.mission import Mission
from cotree.reallocation.lead_follow.given import problem_of, usual_costs
from cotree.reallocation.lead_follow.planning.check import faults
from cotree.reallocation.lead_follow.planning.solve import plan
from cotree.reallocation.lead_follow.problem import LeadPlan, Problem
from cotree.trees.reading import load, loads
from tests.reallocation.lead_follow.planning.kitting import SLOW, WALKING, kitting
from tests.reallocation.lead_follow.planning.teams import team

EXPERIMENTS = Path(__file__).parents[3] / "config" / "experiments"


def shipped(pattern: str) -> Mission:
    return load(EXPERIMENTS / f"kitting_{pattern.lower()}.yaml")


@pytest.mark.parametrize("pattern", ["B", "C", "D"])
def test_shipped_patterns_are_those_of_the_recorded_study(pattern: str) -> None:
    facts, written = kitting(pattern, WALKING), problem_of(shipped(pattern))
    assert [each.kind for each in written.subtasks] == [each.kind for each in facts.subtasks]
    assert [each.place for each in written.subtasks] == [each.place for each in facts.subtasks]
    for one, other in zip(written.subtasks, facts.subtasks, strict=True):
        assert one.durations["ann"] == pytest.approx(other.durations["person"])
        assert one.durations["fetch"] == other.durations["robot"]
        assert len(one.after) == len(other.after)
    assert Counter(each.kind for each in written.subtasks) == dict.fromkeys(
        ("green", "pink", "orange", "blue"), 5
    )


def test_the_printed_optima_come_out_of_the_shipped_missions() -> None:
    problem = problem_of(shipped("C"))
    slow = {"ann": WALKING / SLOW, "fetch": 1.0}
    for factors, wanted in (({}, {"pink": 4}), (slow, {"pink": 5, "green": 1})):
        subtasks = tuple(
            type(each)(
                each.id,
                {name: time * factors.get(name, 1.0) for name, time in each.durations.items()},
                each.after,
                kind=each.kind,
            )
            for each in problem.subtasks
        )
        best = plan(Problem(subtasks, problem.agents))
        assert isinstance(best, LeadPlan)
        given = [each.kind for each in subtasks if best.assigned[each.id] == "fetch"]
        assert Counter(given) == wanted


def test_usual_costs_are_those_of_the_published_simulation() -> None:
    costs = usual_costs(problem_of(shipped("B")))
    assert costs.c_f == pytest.approx(1.5 * (17 / 1.2 + 39.0))
    assert (costs.c_e, costs.c_v) == (2 * costs.c_f, costs.c_f)
    assert usual_costs(Problem((), team(1, 1))).c_f == 0.0


def test_who_is_able_stands_in_the_durations() -> None:
    text = """\
mission: m
team:
  pr2: {robot: pr2, at: [0, 0]}
  ann: {person: {}, at: [2, 0]}
  bob: {person: {}, at: [3, 0]}
steps:
  kinds: {solder: {takes: {bob: 20 s}}, lift: {takes: {pr2: 30 s, bob: 5 s}}}
  all: {board: [lift, solder], box: [lift, solder]}
"""
    problem = problem_of(loads(text, "m.yaml"))
    able = {each.id: [agent.id for agent in problem.eligible(each)] for each in problem.subtasks}
    assert able["board.1"] == ["pr2", "bob"]
    assert able["board.2"] == ["bob"]
    best = plan(problem)
    assert isinstance(best, LeadPlan)
    assert (best.assigned["board.2"], best.assigned["box.2"]) == ("bob", "bob")
    assert "ann" not in best.assigned.values()


def test_a_shipped_mission_has_a_plan_as_it_stands() -> None:
    problem = problem_of(shipped("D"))
    best = plan(problem)
    assert isinstance(best, LeadPlan)
    assert best.status == "optimal"
    assert faults(problem, best) == []
