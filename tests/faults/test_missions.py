"""Whole missions in any weather: the real executors, trees and protocol, and every failed seed."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from cotree.app.missions import read_mission
from cotree.app.sim import Result, run_trial
from cotree.app.trials import Course, calm_run
from cotree.core.mission import Mission
from cotree.runtime.crew.hardships import HARDSHIPS, Trial
from cotree.trees.reading import loads
from tests.teams import TEAMS

SEEDS = {"duo": 12, "fetch": 8, "tea": 6, "table": 12, "five": 2, "person": 8}
PERSON = Path(__file__).resolve().parents[2] / "config" / "experiments" / "human_robot.yaml"
OTHERS = [name for name in HARDSHIPS if name not in ("storm", "none")]
FAILED = (
    ("duo", "storm", 1),  # a denied piece kept the base to itself
    ("tea", "failing", 9),  # an alternative that a peer did was not accepted after giving up
    ("tea", "failing", 19),
    ("tea", "storm", 46),  # a guard was faster than the protocol, which went on with the token
    ("fetch", "storm", 84),
    ("fetch", "storm", 23),  # the lease ran out in the tick in which the cup was in hand
    ("fetch", "crashes", 10),  # a robot came back with its hand full and did not know it
    ("fetch", "lies", 2),  # what only says that it is done was written down as done
    ("fetch", "loss30", 11),  # renewals that got lost were not repeated
    ("fetch", "loss30", 16),  # a robot asked for what another one had in hand
    ("person", "crashes", 3),  # what was kept for a person, and not needed, was given back unseen
    ("person", "crashes", 7),
    ("person", "none", 5),  # a talk went on for ever when the team had said no to resuming
)


@lru_cache
def course(name: str) -> tuple[Mission, Course]:
    mission = read_mission(str(PERSON)) if name == "person" else loads(TEAMS[name], f"{name}.yaml")
    calm = calm_run(mission)
    assert calm.end == "success", calm.reasons
    return mission, Course(f"{name}.yaml", calm.time_s)


def tried(name: str, faults: str, seed: int, rule: str = "quorum") -> Result:
    mission, lasts = course(name)
    return run_trial(mission, Trial(seed, faults, rule), lasts)


@pytest.mark.parametrize("name", SEEDS)
def test_a_team_comes_through_a_storm(name: str) -> None:
    for seed in range(SEEDS[name]):
        result = tried(name, "storm", seed)
        assert result.end == "success", (seed, result.reasons, result.violations)
        assert not result.violations, seed


@pytest.mark.parametrize("faults", OTHERS)
@pytest.mark.parametrize("name", ["duo", "table"])
def test_a_team_comes_through_each_kind_of_fault(name: str, faults: str) -> None:
    for seed in range(100, 103):
        result = tried(name, faults, seed)
        assert result.ok, (seed, result.end, result.reasons, result.violations)


@pytest.mark.parametrize(("name", "faults", "seed"), FAILED)
def test_what_failed_once_does_not_fail_again(name: str, faults: str, seed: int) -> None:
    result = tried(name, faults, seed)
    assert result.ok, (result.end, result.reasons, result.violations)


def test_the_monitor_finds_what_the_published_rule_breaks() -> None:
    broken = [seed for seed in range(6) if tried("duo", "orphan", seed, "paper").violations]
    assert len(broken) > 2


def test_without_faults_the_published_rule_works_too() -> None:
    assert tried("duo", "none", 0, "paper").end == "success"


def test_a_dead_robots_work_is_taken_over_within_a_lease_and_a_second() -> None:
    mission, _ = course("duo")
    wanted = mission.coordination
    found = [
        late_s
        for name in ("duo", "table")
        for seed in range(10)
        for late_s in tried(name, "death", seed).takeovers_s
    ]
    assert found
    assert max(found) <= wanted.hold_s + 1.0 + wanted.stop_s


@pytest.mark.soak
@pytest.mark.parametrize("first", range(10_000, 20_000, 100))
@pytest.mark.parametrize("name", TEAMS)
def test_ten_thousand_storms(name: str, first: int) -> None:
    for seed in range(first, first + 100):
        result = tried(name, "storm", seed)
        assert result.ok, (seed, result.end, result.reasons, result.violations)
