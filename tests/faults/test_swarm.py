"""Random schedules: 2000 in 20 blocks, so that a CI can split them; every seed that ever failed."""

from __future__ import annotations

import pytest

from cotree.runtime.swarm.faults import PROFILES
from cotree.runtime.swarm.table import run_many, run_scene, scene_of

BLOCKS = [("storm", first) for first in range(0, 1500, 100)]
OTHERS = [name for name in PROFILES if name != "storm"]
FAILED = {
    "storm": (
        129,  # the simulated guard watched only one of two motions
        204,  # the answer to an earlier look was taken for this one
        1470,  # "joined" was on disk before the doubts that go with it
        16879,  # a simulated host slept for ever when its clock showed -1
        4385,  # two leaves that differ in the same way cancelled out in a CRC digest
    ),
}


@pytest.mark.parametrize(("name", "first"), BLOCKS)
def test_nothing_breaks_and_nothing_is_stuck_in_a_storm(name: str, first: int) -> None:
    row = run_many(name, range(first, first + 100))
    assert row.failed == [], row.rules


@pytest.mark.parametrize("name", OTHERS)
def test_nothing_breaks_and_nothing_is_stuck_under_one_kind_of_fault(name: str) -> None:
    row = run_many(name, range(50))
    assert row.failed == [], row.rules


@pytest.mark.parametrize(
    ("name", "seed"), [(name, seed) for name, seeds in FAILED.items() for seed in seeds]
)
def test_what_failed_once_does_not_fail_again(name: str, seed: int) -> None:
    assert run_scene(scene_of(name, seed)).ok


@pytest.mark.soak
@pytest.mark.parametrize("first", range(100_000, 200_000, 1000))
def test_a_hundred_thousand_storms(first: int) -> None:
    row = run_many("storm", range(first, first + 1000))
    assert row.failed == [], row.rules
