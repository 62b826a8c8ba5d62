from __future__ import annotations

from cotree.core.steps import Plan


def test_the_steps_of_a_plan_are_its_rounds_however_many_leaves_start_in_one() -> None:
    rounds = (("o1/move",), ("o1/pick", "o2/pick"), ("o2/move",))
    assert Plan(rounds, 30.0, "feasible", "greedy").steps == 3
    assert Plan((), 0.0, "optimal", "exact").steps == 0
