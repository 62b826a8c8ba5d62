from __future__ import annotations

import math

import pytest

from cotree.core.changes import Change, NodeChange, NodeState, ResourceChange
from cotree.runtime.limit import Limit, spoken

RUNS: list[Change] = [
    NodeChange("task", NodeState.RUNNING),
    NodeChange("task/a", NodeState.RUNNING),
    NodeChange("task/ab", NodeState.DONE),
]


def test_without_limits_time_is_never_up() -> None:
    limit = Limit()
    assert not limit.look(1e12, RUNS, idle=True)
    assert not limit.look(2e12, (), idle=True)
    assert limit.capped(5.0) == 5.0
    assert limit.capped(None) is None


def test_at_the_limit_the_leaf_that_still_runs_is_named_once() -> None:
    limit = Limit(60.0)
    assert not limit.look(0.0, RUNS, idle=False)
    assert limit.capped(90.0) == 60.0
    assert limit.look(60.0, (), idle=False)
    assert limit.reason is not None
    assert limit.reason.message == "task/a still runs after 1 min; --until sets another limit"
    assert not limit.look(61.0, (), idle=False)


def test_idle_time_begins_with_the_last_change_of_a_state() -> None:
    limit = Limit(math.inf, idle_s=10.0)
    limit.look(0.0, RUNS, idle=True)
    assert not limit.look(5.0, [NodeChange("task/a", NodeState.RUNNING, "5 %")], idle=True)
    assert not limit.look(9.0, [NodeChange("task/b", NodeState.RUNNING)], idle=True)
    assert not limit.look(10.0, [ResourceChange("base")], idle=True)
    assert not limit.look(19.9, (), idle=True)
    assert limit.look(20.0, (), idle=True)
    assert limit.reason is not None
    assert limit.reason.message.startswith("task/a, task/b still run after 10 s in which nothing")


def test_what_is_foretold_is_waited_for() -> None:
    limit = Limit(math.inf, idle_s=10.0)
    limit.look(0.0, RUNS, idle=True)
    limit.look(9.0, (), idle=False)
    assert not limit.look(18.0, (), idle=True)


def test_a_mission_in_which_nothing_runs_waits() -> None:
    limit = Limit(1.0)
    assert limit.look(1.0, (), idle=False)
    assert limit.reason is not None
    assert limit.reason.message == "waits after 1 s; --until sets another limit"


@pytest.mark.parametrize(
    ("time_s", "text"), [(86400.0, "24 h"), (5400.0, "1.5 h"), (90.0, "1.5 min"), (0.5, "0.5 s")]
)
def test_durations_are_spoken_in_their_largest_unit(time_s: float, text: str) -> None:
    assert spoken(time_s) == text
