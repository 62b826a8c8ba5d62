"""Two jobs and too few helpers, over the team's own letters, in all weathers."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.runtime.crew.crew import Crew
from cotree.runtime.swarm.faults import Air
from cotree.simulation.stage.stage import Stage
from tests.kit import capable
from tests.kit.losing import Run, lose, run

TEAM = ("L1", "L2", "M1", "S11")
AIRS = st.builds(
    Air,
    loss=st.sampled_from([0.0, 0.1, 0.3]),
    doubled=st.sampled_from([0.0, 0.3]),
    high_s=st.sampled_from([0.015, 0.3]),
    late=st.sampled_from([0.0, 0.1]),
)


def rivals(method: str) -> dict[str, Any]:
    """L1 and L2 are each given a job that only M1 can help with."""
    one, two = capable.job("job3b", "L1"), capable.job("job3b", "L2")
    two["objects"] = {"table": {"on": "ground"}, "place": {"on": "ground"}, "box2": "table"}
    two["goal"] = ["box2 on place"]
    return {
        "jobs": {"high": one, "also_high": two},
        "task": {"and": [{"job": "high"}, {"job": "also_high"}]},
        "matching": {"method": method},
        "world": {
            "places": {"table": [4, 0], "place": [8, 0]},
            "objects": {"box1": [4, 0], "box2": [4, 0]},
        },
    }


def storm(seed: int, air: Air, method: str) -> Run:
    """Robots die and come back, as the seed says."""
    dice = random.Random(seed)
    mission = capable.mission("job3b", *TEAM, **rivals(method))

    def events(crew: Crew, stage: Stage) -> None:
        for _ in range(dice.randrange(3)):
            who, back_s = dice.choice(TEAM), dice.uniform(0.3, 5.0)
            orphan = dice.random() < 0.5
            crew.queue.at(
                dice.uniform(0.0, 30.0),
                lambda who=who, back_s=back_s, orphan=orphan: strike(  # type: ignore[misc]
                    crew, stage, who, back_s, orphan
                ),
            )

    return run(mission, air=air, until_s=200.0, events=events)


def strike(crew: Crew, stage: Stage, who: str, back_s: float, orphan: bool) -> None:
    if crew.seats[who].executor is not None:
        lose(crew, stage, who, back_s, orphan=orphan)


@pytest.mark.parametrize("method", ["passive", "active"])
def test_both_jobs_are_done_one_after_the_other_by_the_only_helper(method: str) -> None:
    got = run(capable.mission("job3b", *TEAM, **rivals(method)))
    assert got.end.result == "success"
    assert not got.wrong
    if method == "passive":
        assert sorted(got.teams()) == [("L1", "M1"), ("L2", "M1")]
    assert len(got.teams()) == 2
    assert got.stage.body.world.objects == {"box1": (8.0, 0.0, 0.0), "box2": (8.0, 0.0, 0.0)}


@settings(max_examples=3, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), AIRS, st.sampled_from(["passive", "active"]))
def test_no_helper_ever_has_two_jobs_and_no_gripper_two_owners(
    seed: int, air: Air, method: str
) -> None:
    assert not storm(seed, air, method).wrong


@pytest.mark.soak
@settings(max_examples=1000, deadline=None)
@given(st.integers(0, 2**32), AIRS, st.sampled_from(["passive", "active"]))
def test_no_helper_ever_has_two_jobs_in_many_storms(seed: int, air: Air, method: str) -> None:
    got = storm(seed, air, method)
    assert not got.wrong
    assert got.end.result in ("success", "failure", "out_of_time"), got.end
