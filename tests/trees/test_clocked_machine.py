"""Random missions in a world that moves only when something was announced: all come to their end.

Actions take their time, slip, and stop late or only when killed; facts change amid a halt; plans
come from dice; whoever waits in vain is given up.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from py_trees.common import Status

from tests.kit.clockwork import Clockwork, FiniteGrower
from tests.kit.forest import RESOURCES, Plan, plans
from tests.kit.overseer import Overseer
from tests.kit.rig import Rig

HALT_S = 2.0
TICKS = 5000

missions = given(
    plan=plans(),
    seed=st.integers(0, 2**32 - 1),
    selector=st.sampled_from(["greedy", "exact"]),
    retries=st.integers(0, 2),
    stubborn=st.booleans(),
)


def mission(plan: Plan, seed: int, selector: str, retries: int, stubborn: bool) -> Clockwork:
    grower = FiniteGrower()
    root = grower.grow(plan)
    rig = Rig(root, RESOURCES, selector=selector, retries=retries, cooldown_s=0.5, halt_s=HALT_S)
    overseer = Overseer(rig, grower.diary)
    return Clockwork(rig, overseer, Random(seed), grower.actions, stubborn=stubborn)


LONG = ("act", "nothing", 1.0, False)
LATE: Plan = ("timeout", 0.5, (LONG,))
PRE_EMPTED: Plan = (
    "selector",
    False,
    (("and", None, (LONG, LONG)), ("act", "the head", 1.0, False)),
)


@pytest.mark.parametrize("plan", [LATE, PRE_EMPTED], ids=["late", "pre-empted"])
def test_a_mission_ends_although_only_a_kill_is_answered(plan: Plan) -> None:
    for seed in range(60):
        run = mission(plan, seed, "greedy", 0, stubborn=True)
        assert run.run(TICKS) is not Status.RUNNING


@settings(max_examples=300)
@missions
def test_every_mission_ends_when_actions_and_stops_do(
    plan: Plan, seed: int, selector: str, retries: int, stubborn: bool
) -> None:
    run = mission(plan, seed, selector, retries, stubborn)
    status = run.run(TICKS)
    assert status in (Status.SUCCESS, Status.FAILURE)
    assert run.rig.going() == []
    event(f"{status.name}, gave up: {run.gave_up > 0}")


@settings(max_examples=150)
@missions
def test_every_mission_stops_at_any_moment(
    plan: Plan, seed: int, selector: str, retries: int, stubborn: bool
) -> None:
    run = mission(plan, seed, selector, retries, stubborn)
    ran = run.run_until(Random(seed).uniform(0.0, 12.0)) is Status.RUNNING
    assert run.stop(HALT_S + 1.0 + 3.0)
    assert run.rig.going() == []
    if ran:
        event("stopped amid the mission")
