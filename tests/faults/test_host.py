"""A robot of the simulation: its guard, its process, and what one tells the other."""

from __future__ import annotations

import msgspec
import pytest

from cotree.runtime.swarm.arena import Result
from cotree.runtime.swarm.directed import ONE, scene
from cotree.runtime.swarm.faults import Air, Fault
from cotree.runtime.swarm.table import run_scene
from cotree.team.dice import Dice


def paused_with_a_thing(host: int, at_s: float, for_s: float) -> Result:
    """One of two robots sleeps for a while; the only leaf needs the only thing."""
    pause = Fault("pause", at_s, for_s, host)
    air = Air(low_s=0.09, high_s=0.1)
    calm = scene(Dice(4), ONE, 6.0, [pause], robots=2, voters=2, air=air)
    return run_scene(msgspec.structs.replace(calm, things=("door",), uses=((1,),)), trace=True)


@pytest.mark.parametrize("host", [0, 1])
def test_a_process_hears_that_its_guard_took_a_thing_away(host: int) -> None:
    """Found by ``things`` 1002323: votes that waited prolonged a lease that the guard had ended."""
    for step in range(32):
        result = paused_with_a_thing(host, 1.0 + 0.02 * step, 1.4)
        assert result.ok, result.trace[-12:]


def test_guards_are_faster_than_processes_that_sleep() -> None:
    runs = [
        paused_with_a_thing(host, 1.0 + 0.1 * step, 1.4) for host in (0, 1) for step in range(6)
    ]
    assert any("guard takes 1 away" in line for run in runs for line in run.trace)
