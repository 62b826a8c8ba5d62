"""What the gate of the schedule benchmark does not let pass."""

from __future__ import annotations

from benchmarks.schedule import large_misses

GOOD = {
    "tasks": 200,
    "chains": 40,
    "cpu_s": 1.0,
    "makespan_s": 413.26,
    "decomposed_s": 413.26,
    "gap": 0.005,
    "usual_gap": 0.004,
}


def test_a_plan_within_its_budget_that_is_worse_than_the_decomposed_one_is_a_miss() -> None:
    assert list(large_misses(GOOD)) == []
    (miss,) = large_misses({**GOOD, "makespan_s": 414.35})
    assert miss == "200 tasks in 40 chains, 1 s: 414.35 s, decomposed 413.26 s"
    (few,) = large_misses({**GOOD, "chains": 4, "makespan_s": 414.35})
    assert "decomposed" in few
