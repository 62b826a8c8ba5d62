from __future__ import annotations

import pytest

from cotree.team.timing import Timing


@pytest.mark.parametrize("rho", [0.0, 1e-3, 0.1, 0.3])
def test_a_promise_outlives_the_lease_it_stands_for_whatever_the_clocks_do(rho: float) -> None:
    timing = Timing(rho=rho, margin_s=0.0)
    lease_at_most_s = timing.hold_s / (1 - rho)
    term_at_least_s = timing.term_s / (1 + rho)
    assert term_at_least_s >= lease_at_most_s - 1e-9


@pytest.mark.parametrize("rho", [0.0, 1e-3, 0.1])
def test_silence_outlives_every_forgotten_promise(rho: float) -> None:
    timing = Timing(rho=rho, margin_s=0.05)
    assert timing.silence_s / (1 + rho) >= timing.term_s / (1 - rho) - 1e-9


def test_times_that_leave_no_time_to_work_are_refused_with_the_numbers() -> None:
    assert "hold_s is 0.5" in (Timing(hold_s=0.5, stop_s=0.3).wrong() or "")
    assert "rho is 0.7" in (Timing(rho=0.7).wrong() or "")
    assert Timing().wrong() is None
