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
        11410,  # a simulated robot had a later thing and waited for an earlier one
        20253,  # two alternatives partly done: each waited for the other to be looked at
        30187,  # the same, after a person had mixed the branches and an operator took one back
        30078,  # who lost its disk had forgotten what was given up
    ),
    "crashes": (
        93000067,  # what was partly done went on before its alternative was looked at
    ),
    "undo": (
        108,  # what was partly done behind something taken back could never be looked at
        204,  # a team that lost all its disks counts epochs anew
        306,  # looking at it again and again held up what had to be done before it
        11340,  # a branch that a person had mixed in was none any more once that was taken back
        11938,  # an abandoned branch, forgotten with the disks
        30894,  # two alternatives partly done, one of them taken back
        61013,  # four who took back what overlapped kept each other from it for ever
        1001354,  # a decision was lost with the only disk that had it, and nobody asked again
    ),
    "roster": (
        223,  # who was removed had decided alone what its heir did not know
        442,
        2619,  # all disks but that of who was removed were lost: epochs are counted anew
        788,  # with half of the voters, one who was left had not heard what the other two decided
    ),
    "buried": (
        1680,  # who heard of a removal jumped once more, lost its disk, and used a token twice
    ),
    "things": (
        375,  # an errand that cannot begin must not block what has to be looked at
        1002323,  # a simulated guard took a thing away, and its process never heard of it
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
