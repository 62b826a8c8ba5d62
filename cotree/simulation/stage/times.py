"""True time and what a robot's own steady clock shows."""

from __future__ import annotations

from cotree.runtime.crew.ports import LocalTime


class TrueTime:
    """A clock that shows true time."""

    def steady(self, true_s: float) -> float:
        """The same."""
        return true_s

    def true(self, steady_s: float) -> float:
        """The same."""
        return steady_s


class Later:
    """A clock that began when so much time had passed."""

    def __init__(self, passed_s: float) -> None:
        self._passed_s = passed_s

    def steady(self, true_s: float) -> float:
        """What has passed since it began."""
        return true_s - self._passed_s

    def true(self, steady_s: float) -> float:
        """With what had passed before."""
        return steady_s + self._passed_s


def shown_from(clock: LocalTime, true_s: float) -> float:
    """A local time at which this true time has certainly come, rounding or not."""
    local_s, step_s = clock.steady(true_s), 1e-12
    while clock.true(local_s) < true_s:
        local_s, step_s = local_s + step_s, 2 * step_s
    return local_s


def true_from(clock: LocalTime, local_s: float) -> float:
    """A true time at which the clock certainly shows this, rounding or not."""
    true_s, step_s = clock.true(local_s), 1e-12
    while clock.steady(true_s) < local_s:
        true_s, step_s = true_s + step_s, 2 * step_s
    return true_s
