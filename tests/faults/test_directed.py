"""Schedules by hand: 20 families, 30 of each (600)."""

from __future__ import annotations

import pytest

from cotree.runtime.swarm.directed import FAMILIES
from cotree.runtime.swarm.table import run_many, run_scene, scene_of

EACH = 30


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_breaks_and_nothing_is_stuck(family: str) -> None:
    row = run_many(family, range(EACH))
    assert row.failed == [], row.rules
    assert row.runs == EACH


def test_an_operator_removes_who_is_dead_and_optimists_do_some_things_twice() -> None:
    """What the two families are about does happen."""
    buried = [run_scene(scene_of("buried", seed), trace=True).trace for seed in range(10)]
    assert sum(any(": removed" in line for line in trace) for trace in buried) > 5
    twice = 0
    for seed in range(10):
        trace = run_scene(scene_of("optimists", seed), trace=True).trace
        words = [line.split()[1:] for line in trace]
        ends = [(word[0], word[-1]) for word in words if word[1:3] == ["has", "done"]]
        twice += len({leaf for _, leaf in ends}) < len(ends)
        assert all(sum(leaf == "1" for _, leaf in ends) <= 2 for _ in ends)
    assert twice > 2
