"""Whole missions in any weather: the real executors, trees and protocol, and every failed seed."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest

from cotree.app.missions import read_mission
from cotree.app.sim import Result, run_trial
from cotree.app.team import crew_of
from cotree.app.trials import Course, calm_run
from cotree.core.mission import Mission
from cotree.runtime.crew.hardships import HARDSHIPS, Trial
from cotree.runtime.crew.trouble import Trouble
from cotree.runtime.swarm.faults import Fault
from cotree.simulation.stage.motion import Motion
from cotree.team.mirror.script import Act
from cotree.trees.reading import loads
from tests.teams import TEAMS

SEEDS = {"duo": 12, "fetch": 8, "tea": 6, "table": 12, "five": 2, "person": 8}
"""The first half of them in every build."""
EXPERIMENTS = Path(__file__).resolve().parents[2] / "config" / "experiments"
SHIPPED = {"person": "human_robot", "grasps": "tea_table_1"}
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
    ("doubt", "death", 30),  # half done as nobody could see, and looked at for ever
    ("doubt", "death", 45),
    ("redo", "storm", 52),  # a monitor that knew what all disks had forgotten
    ("redo", "storm", 77),
    ("twice", "storm", 52),
    ("twice", "crashes", 36),
    ("twice", "partitions", 17),  # a person had to say whether what does no harm was done
    ("no", "none", 0),  # the hand that a talk was about was taken for other work meanwhile
)
HUM = "perform: {what: hum, duration: 3 s}"
SING = "perform: {what: sing, duration: 4 s}"
ATTACKED = {
    "redo": f"""
mission: redo
team: {{a: {{robot: pr2}}, b: {{robot: pr2, at: [1, 0]}}}}
world: {{places: {{p: [3, 3]}}}}
task: {{and: [{{{HUM}, if_unsure: redo}}, {{{SING}, if_unsure: redo}}, {{move: p}}]}}
coordination: {{witness: [t]}}
""",
    "twice": f"""
mission: opti
team: {{a: {{robot: pr2}}, b: {{robot: pr2, at: [1, 0]}}}}
world: {{places: {{p: [3, 3]}}}}
task: {{and: [{{{HUM}, repeatable: true}}, {{{SING}, repeatable: true}}, {{move: p}}]}}
coordination: {{partition: optimistic}}
""",
    "doubt": """
mission: doubt
team:
  r1: {robot: {resources: {base: base}}, at: [0, 0]}
  r2: {robot: {resources: {base: base}}, at: [1, 0]}
  r3: {robot: {resources: {base: base}}, at: [2, 0]}
  ann: {person: {watched_by: [r1, r2, r3]}}
world: {places: {p: [3, 3]}}
task: {or: [{perform: {what: polish, duration: 8 s}}, {move: p}]}
""",
    "no": """
mission: fuzz 5001198
team:
  r0: {robot: {resources: {right_gripper: gripper}, reach: 20 m}}
  r1: {robot: {resources: {}}}
  r2: {robot: {resources: {}}}
  ann: {person: {watched_by: [r2]}}
world:
  places: {p0: [2.65, 2.57], p1: [-2.06, -0.64]}
  objects: {o0: [-2.43, -2.73], o1: [2.02, 0.53]}
task:
  and:
    - {place: {object: o0, at: p0}}
    - {perform: {what: act1}}
    - {place: {object: o1, at: p1}}
coordination: {partition: zones}
simulation: {people: {ann: [{reaches_for: o1, delay: 11 s, answers: "no"}]}}
""",
}
"""Missions that an attack has found."""


@lru_cache
def course(name: str) -> tuple[Mission, Course]:
    if name in SHIPPED:
        mission = read_mission(str(EXPERIMENTS / f"{SHIPPED[name]}.yaml"))
    else:
        mission = loads({**TEAMS, **ATTACKED}[name], f"{name}.yaml")
    calm = calm_run(mission)
    assert calm.end == "success", calm.reasons
    return mission, Course(f"{name}.yaml", calm.time_s)


def tried(name: str, faults: str, seed: int, rule: str = "quorum") -> Result:
    mission, lasts = course(name)
    return run_trial(mission, Trial(seed, faults, rule), lasts)


@pytest.mark.parametrize("half", [0, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", SEEDS)
def test_a_team_comes_through_a_storm(name: str, half: int) -> None:
    some = SEEDS[name] // 2
    for seed in range(half * some, (half + 1) * some):
        result = tried(name, "storm", seed)
        assert result.end == "success", (seed, result.reasons, result.violations)
        assert not result.violations, seed


@pytest.mark.parametrize("seeds", [(100, 101), pytest.param((102,), marks=pytest.mark.soak)])
@pytest.mark.parametrize("faults", OTHERS)
@pytest.mark.parametrize("name", ["duo", "table"])
def test_a_team_comes_through_each_kind_of_fault(
    name: str, faults: str, seeds: tuple[int, ...]
) -> None:
    for seed in seeds:
        result = tried(name, faults, seed)
        assert result.ok, (seed, result.end, result.reasons, result.violations)


@pytest.mark.parametrize(("name", "faults", "seed"), FAILED)
def test_what_failed_once_does_not_fail_again(name: str, faults: str, seed: int) -> None:
    result = tried(name, faults, seed)
    assert result.ok, (result.end, result.reasons, result.violations)


def test_the_monitor_finds_what_the_published_rule_breaks() -> None:
    broken = [seed for seed in range(6) if tried("duo", "orphan", seed, "paper").violations]
    assert len(broken) > 2


@pytest.mark.parametrize("name", ["duo", "person", "grasps"])
def test_without_faults_the_published_rule_works_too(name: str) -> None:
    """With people who are asked, and with scores of which some are 0."""
    result = tried(name, "none", 0, "paper")
    assert result.end == "success", result.violations


def test_a_dead_robots_work_is_taken_over_within_a_lease_and_a_second() -> None:
    mission, _ = course("duo")
    found = [
        late_s
        for name in ("duo", "table")
        for seed in range(10)
        for late_s in tried(name, "death", seed).takeovers_s
    ]
    assert found
    assert max(found) <= mission.coordination.hold_s + 1.0


ONE_CUP = """
mission: one cup for two
team:
  a: {robot: pr2_right_arm, at: [0, 0], home: {right_gripper: [0.25, 0.04]}}
  b: {robot: pr2_right_arm, at: [0, 0.1], home: {right_gripper: [0.25, 0.14]}}
coordination: {witness: [tablet]}
world: {places: {tray: [0.5, 0.2]}, objects: {cup: [0.3, 0.25], lid: [0.4, 0.2]}}
task: {then: [{place: {object: cup, at: tray}}, {place: {object: lid, at: tray}}]}
"""


def take_over_s(at_s: float, *, orphan: bool) -> float:
    """How late the other robot goes on, which has nothing else to do all the time."""
    mission = loads(ONE_CUP, "one_cup.yaml")
    crew, stage = crew_of(mission, lambda message: None, until_s=60.0)
    moved: list[tuple[str, float]] = []

    class Moves:
        def begins(self, motion: Motion, true_s: float) -> None:
            moved.append((motion.robot, true_s))
            if len(moved) == 1:
                holder = [*crew.seats].index(motion.robot)
                crash = Fault("crash", true_s + at_s, math.inf, holder, orphan=orphan)
                Trouble(crew, (crash,), {}, 100.0, lambda line: None)

        def ends(self, motion: Motion, done: bool, true_s: float) -> None:
            pass

        def acts(self, person: str, act: Act, true_s: float) -> None:
            pass

    stage.listen(Moves())
    assert crew.run().result == "success"
    (first, began_s), (second, again_s) = moved[:2]
    assert first != second
    return again_s - began_s - at_s


@pytest.mark.parametrize("orphan", [False, True], ids=["stands", "moves_on"])
def test_a_dead_robots_step_is_taken_over_within_a_lease_and_a_second_whenever_it_dies(
    orphan: bool,
) -> None:
    """Also where its arm moves on: its permit ends a stop time before its lease does."""
    hold_s = loads(ONE_CUP, "one_cup.yaml").coordination.hold_s
    late_s = [take_over_s(0.05 + 0.37 * step, orphan=orphan) for step in range(15)]
    assert max(late_s) <= hold_s + 1.0
    assert min(late_s) >= hold_s - 0.6, "nobody takes over before the lease is over"


@pytest.mark.soak
@pytest.mark.parametrize("first", range(10_000, 20_000, 100))
@pytest.mark.parametrize("name", TEAMS)
def test_ten_thousand_storms(name: str, first: int) -> None:
    for seed in range(first, first + 100):
        result = tried(name, "storm", seed)
        assert result.ok, (seed, result.end, result.reasons, result.violations)


def test_a_refusal_is_good_only_when_it_is_excused_and_its_reason_is_stated() -> None:
    refused = tried("duo", "tempest", 14)
    assert (refused.end, refused.excused, refused.ok) == ("failure", True, True)
    assert not msgspec.structs.replace(refused, reasons=()).ok
    assert not msgspec.structs.replace(refused, excused=False).ok
