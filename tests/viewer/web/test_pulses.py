from __future__ import annotations

import json

from cotree.runtime.gauge import Gauge
from cotree.runtime.metronome import Metronome
from cotree.viewer.web.pulses import pulses_of


def test_what_shares_its_time_has_no_lateness() -> None:
    gauge = Gauge(0.05)
    gauge.take(0.0123456)
    gauge.take(0.07)
    (found,) = json.loads(pulses_of({"pr2": gauge}))["robots"]
    assert found == {"robot": "pr2", "ticks": 2, "tick_ms": 70.0, "overruns": 1}


def test_what_keeps_a_beat_says_how_late_it_is() -> None:
    beat = Metronome(0.05)
    beat.begin(0.002)
    beat.end(0.004)
    (found,) = json.loads(pulses_of({"pr2": beat}))["robots"]
    assert found == {"robot": "pr2", "ticks": 1, "tick_ms": 2.0, "overruns": 0, "late_ms": 2.0}


def test_nothing_is_told_when_nobody_measures() -> None:
    assert pulses_of({}) == b""


def test_the_cameras_are_told_even_where_nobody_measures() -> None:
    assert json.loads(pulses_of({}, ("front",))) == {"k": "p", "robots": [], "cameras": ["front"]}
