"""How well the robots keep up, and which cameras there are: told once a second, kept nowhere."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.runtime.gauge import Measured
from cotree.viewer.web.items import Pulses, encode
from cotree.viewer.web.vitals import Pulse

EVERY_S = 1.0


def pulses_of(gauges: Mapping[str, Measured], cameras: tuple[str, ...] = ()) -> bytes:
    """The figures of now, as an item; empty when nobody measures or sees anything."""
    robots = tuple(_pulse(robot, gauge) for robot, gauge in gauges.items())
    return encode(Pulses(robots, cameras)) if robots or cameras else b""


def _pulse(robot: str, gauge: Measured) -> Pulse:
    late_s = gauge.late_p99_s
    return Pulse(
        robot,
        gauge.ticks,
        round(1000 * gauge.longest_s, 2),
        gauge.overruns,
        None if late_s is None else round(1000 * late_s, 2),
    )
