"""Who plans for which mission."""

from __future__ import annotations

from typing import cast

import pytest

from cotree.app.planners import (
    NOBODY,
    prompt_planners,
    solves_of,
    team_planners,
    team_workers,
    worker_planners,
)
from cotree.core.errands import Errands, Question
from cotree.core.spots import first_spots
from cotree.core.steps import NoPlan, Problem
from cotree.runtime.worker import WorkerPlanner
from cotree.trees.reading import loads
from tests.kit.errand_missions import mission, street

PLAIN = "task: {wait: 1 s}\npolicy: {schedule: none}\n"


def question() -> Question:
    read = mission("visit: b")
    return Question("r0", "team", {name: (spot,) for name, spot in first_spots(read).items()})


def test_a_mission_of_one_sentence_is_planned_whatever_its_policy_says() -> None:
    solves = solves_of(mission("visit: b", more="policy: {schedule: none}"))
    assert solves is not None
    assert isinstance(solves(question(), lambda: False), Errands)


def test_look_ahead_is_not_for_a_mission_of_one_sentence() -> None:
    solves = solves_of(mission("visit: b"))
    assert solves is not None
    looks_ahead = cast("Problem", None)
    assert isinstance(solves(looks_ahead, lambda: False), NoPlan)


def test_a_mission_without_planning_has_no_planner() -> None:
    read = loads(street(at="a") + PLAIN)
    assert solves_of(read) is None
    for make in (prompt_planners, worker_planners, team_planners, team_workers):
        assert make(read) == NOBODY


def test_nobody_looks_ahead_for_a_robot_of_a_team_but_its_errands_are_planned() -> None:
    assert team_planners(loads(street() + "task: {wait: 1 s}\n")) == NOBODY
    planner = team_planners(mission("visit: b")).tree
    assert planner is not None
    planner.ask(question())
    assert isinstance(planner.answer(), Errands)
    assert planner.answer() is None


@pytest.mark.real
def test_a_worker_answers_what_was_asked_last() -> None:
    planner = worker_planners(mission("visit: b")).tree
    assert isinstance(planner, WorkerPlanner)
    try:
        planner.ask(question())
        planner.ask(question())
        planner._wait_s = 60.0  # the first answer may take as long as a process takes to start
        assert isinstance(planner.answer(), Errands)
    finally:
        planner.close()
