"""Scenarios 1 to 3 of the paper (section 3.2.2): what its text states, and what follows from it."""

from __future__ import annotations

import itertools
from typing import Literal

import pytest

from cotree.core.mission import Metric
from tests.team.mirror.allocation import Allocation, Job, Table, TieBreak
from tests.team.mirror.table import GOAL, GRASP, HOME, OBJECTS, TEA_TABLE

Gate = Literal["soft", "hard"]
Trial = Literal["distance", "grasp"]

SPEEDS = (0.92, 0.96, 1.0, 1.04, 1.08)
"""Of the whole team: one robot slower than the other is another scenario."""
VARIANTS = tuple(itertools.product(("soft", "hard"), ("PR2", "Baxter", "potential")))
WINDOWS = {1: (0.0, 0.5, 1.0), 2: (0.0, 1.0, 2.0, 3.0), 3: (0.0, 0.5, 1.0)}
DERIVED: dict[tuple[int, str], dict[str, list[str]]] = {
    (1, "distance"): {"PR2": ["Sandwich", "Orange", "Sugar"], "Baxter": ["Cup", "Pot", "Burger"]},
    (1, "grasp"): {"PR2": ["Cup", "Sugar", "Pot"], "Baxter": ["Sandwich", "Orange", "Burger"]},
    (2, "distance"): {"PR2": ["Cup", "Sugar", "Pot"], "Baxter": ["Sandwich", "Orange", "Burger"]},
    (2, "grasp"): {"PR2": ["Cup", "Sugar", "Burger"], "Baxter": ["Sandwich", "Orange", "Pot"]},
    (3, "distance"): {"PR2": ["Sandwich", "Apple", "Burger"], "Baxter": ["Cup", "Sugar", "Pot"]},
    (3, "grasp"): {"PR2": ["Cup", "Sugar", "Pot"], "Baxter": ["Sandwich", "Apple", "Burger"]},
}
ENDS_S: dict[tuple[int, str], dict[str, float]] = {
    (1, "distance"): {"PR2": 56.39, "Baxter": 66.94},
    (1, "grasp"): {"PR2": 67.0, "Baxter": 67.09},
    (2, "distance"): {"PR2": 52.92, "Baxter": 61.48},
    (2, "grasp"): {"PR2": 61.5, "Baxter": 53.58},
    (3, "distance"): {"PR2": 60.77, "Baxter": 65.03},
    (3, "grasp"): {"PR2": 69.67, "Baxter": 59.14},
}
WINDOW_S = {1: 0.0, 2: 2.0, 3: 0.0}
"""With which the derived times were computed."""


def run(
    scenario: int,
    trial: Trial,
    gate: Gate = "soft",
    tie_break: TieBreak = "PR2",
    speed: float = 1.0,
    window_s: float = 0.0,
) -> list[Job]:
    weights = {"distance": 1.0, "grasp": 0.1 if trial == "grasp" else 0.0}
    column = scenario - 1
    table = Table(
        TEA_TABLE,
        HOME,
        OBJECTS[scenario],
        GOAL,
        {robot: {leaf: row[column] for leaf, row in rows.items()} for robot, rows in GRASP.items()},
        Metric(weights, gate),
        {"PR2": 0.1 * speed, "Baxter": 0.1 * speed},
    )
    return Allocation(table, tie_break, window_s).run()


def by_robot(jobs: list[Job]) -> dict[str, list[str]]:
    return {robot: [job.leaf for job in jobs if job.robot == robot] for robot in HOME}


@pytest.mark.parametrize(("gate", "tie_break"), VARIANTS)
@pytest.mark.parametrize(("scenario", "trial"), DERIVED)
def test_the_allocation_holds_at_every_speed_and_in_every_decision_window(
    scenario: int, trial: Trial, gate: Gate, tie_break: TieBreak
) -> None:
    for speed, window_s in itertools.product(SPEEDS, WINDOWS[scenario]):
        jobs = run(scenario, trial, gate, tie_break, speed, window_s)
        assert by_robot(jobs) == DERIVED[scenario, trial], (speed, window_s)


@pytest.mark.parametrize(("scenario", "trial"), DERIVED)
def test_the_times_are_the_derived_ones(scenario: int, trial: Trial) -> None:
    jobs = run(scenario, trial, window_s=WINDOW_S[scenario])
    ends_s = {robot: max(job.end_s for job in jobs if job.robot == robot) for robot in HOME}
    assert ends_s == pytest.approx(ENDS_S[scenario, trial], abs=0.01)


def test_scenario_1_by_distance_goes_in_the_stated_rounds() -> None:
    jobs = run(1, "distance")
    rounds = [sorted(job.leaf for job in jobs[i : i + 2]) for i in (0, 2, 4)]
    assert rounds == [["Cup", "Sandwich"], ["Orange", "Pot"], ["Burger", "Sugar"]]


def test_scenario_1_by_grasp_gives_pr2_nothing_that_it_cannot_grasp() -> None:
    assert set(by_robot(run(1, "grasp"))["PR2"]) == {"Cup", "Sugar", "Pot"}


def test_scenario_2_flips_the_burger_with_the_grippers_at_the_stated_goals() -> None:
    for trial, robot in (("distance", "Baxter"), ("grasp", "PR2")):
        jobs = run(2, trial, window_s=2.0)  # type: ignore[arg-type]
        burger = next(job for job in jobs if job.leaf == "Burger")
        assert burger.robot == robot
        last = {
            name: max(job for job in jobs if job.robot == name and job.end_s <= burger.start_s)
            for name in HOME
        }
        assert (last["PR2"].leaf, last["Baxter"].leaf) == ("Sugar", "Orange")


def test_scenario_3_flips_the_apple_and_gives_pr2_the_teapot() -> None:
    assert "Apple" in by_robot(run(3, "distance"))["PR2"]
    grasp = by_robot(run(3, "grasp"))
    assert "Apple" in grasp["Baxter"]
    assert "Pot" in grasp["PR2"]
    assert "Burger" in grasp["Baxter"]


def test_weights_meant_for_centimetres_lose_the_effect_with_metres() -> None:
    # The reason for per-metre weights: 0.001 per grasp point decides nothing at table distances.
    metric = Metric({"distance": 1.0, "grasp": 0.001}, gate="soft")
    table = Table(
        TEA_TABLE,
        HOME,
        OBJECTS[2],
        GOAL,
        {robot: {leaf: row[1] for leaf, row in rows.items()} for robot, rows in GRASP.items()},
        metric,
        {"PR2": 0.1, "Baxter": 0.1},
    )
    assert by_robot(Allocation(table, "PR2", 2.0).run()) == DERIVED[2, "distance"]
