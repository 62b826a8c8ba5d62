from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cotree.simulation.stage.times import TrueTime, shown_from, true_from
from tests.simulation.stage.scenes import Clock

clocks = st.builds(Clock, st.floats(-1e6, 1e6), st.floats(-0.01, 0.01))
times = st.floats(0.0, 1e5)


@given(clocks, times)
def test_what_a_clock_shows_from_a_time_on_is_never_too_early(clock: Clock, true_s: float) -> None:
    local_s = shown_from(clock, true_s)
    assert clock.true(local_s) >= true_s
    assert abs(local_s - clock.steady(true_s)) < 1e-6


@given(clocks, st.floats(-1e6, 1e6))
def test_when_a_clock_shows_a_time_is_never_too_early(clock: Clock, local_s: float) -> None:
    true_s = true_from(clock, local_s)
    assert clock.steady(true_s) >= local_s
    assert abs(true_s - clock.true(local_s)) < 1e-6


@given(times)
def test_true_time_is_shown_as_it_is(true_s: float) -> None:
    assert shown_from(TrueTime(), true_s) == true_s == true_from(TrueTime(), true_s)
