"""Real time for a robot: a beat that is kept, watched over, and shown."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from cotree.core.mission import Mission
from cotree.runtime.beat import beat_hz
from cotree.runtime.clock import Clock, stopwatch
from cotree.runtime.garbage import Garbage
from cotree.runtime.glances import Glances
from cotree.runtime.metronome import Metronome
from cotree.runtime.timeline import RealTime
from cotree.runtime.watchdog import SlowTick, Watchdog


@contextlib.contextmanager
def real_time(
    mission: Mission,
    speed: float,
    *,
    watch: Callable[[float], None] | None,
    slow: Callable[[SlowTick], None],
    beat: Callable[[Metronome], None] | None,
) -> Iterator[RealTime]:
    """Beats at the mission's rate, so many times faster, with a guard against slow ticks.

    ``watch`` is told the time between the ticks, also when nothing happens.
    """
    rate_hz = beat_hz(mission)
    with Garbage() as garbage, Watchdog(1 / rate_hz / speed, slow) as watchdog:
        clock = Clock(speed)
        idle = garbage.idle
        if watch is not None:
            idle = Glances(watch, clock.now_s, stopwatch, garbage.idle).idle
        time = RealTime(rate_hz, clock, idle, watchdog)
        if beat is not None:
            beat(time.metronome)
        yield time
