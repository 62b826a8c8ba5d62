from __future__ import annotations

import pytest
from py_trees.common import Status

from cotree.behaviours.always import Always, AlwaysParams
from cotree.behaviours.check import Check, CheckParams
from cotree.behaviours.invert import Invert
from cotree.core.actions import FactSeen
from cotree.core.changes import NodeState
from cotree.trees.then import Then
from tests.kit.rig import Act, Probe, Rig


@pytest.mark.parametrize(
    ("value", "wanted", "status"),
    [
        (True, True, Status.SUCCESS),
        (1, True, Status.FAILURE),
        ("green", "green", Status.SUCCESS),
        ("red", "green", Status.FAILURE),
        (None, True, Status.FAILURE),
    ],
)
def test_check_looks_once_at_a_fact(value: object, wanted: str | bool, status: Status) -> None:
    rig = Rig(Check("light?", CheckParams("light", wanted)))
    seen = () if value is None else (FactSeen("light", value),)  # type: ignore[arg-type]
    assert rig.tick(*seen) is status


def test_a_check_that_fails_says_what_it_found() -> None:
    rig = Rig(Check("light?", CheckParams("light", "green")))
    rig.tick(FactSeen("light", "red"))
    reason = rig.engine.reason_of(rig.engine.root)
    assert (reason.code, reason.message) == ("check", "light is red, not green")


@pytest.mark.parametrize(
    ("status", "inverted"),
    [
        (Status.SUCCESS, Status.FAILURE),
        (Status.FAILURE, Status.SUCCESS),
        (Status.RUNNING, Status.RUNNING),
    ],
)
def test_invert_turns_what_is_over_into_its_opposite(status: Status, inverted: Status) -> None:
    assert Rig(Invert("not", None, Probe("a", status))).tick() is inverted


@pytest.mark.parametrize("result", [Status.SUCCESS, Status.FAILURE])
@pytest.mark.parametrize("status", [Status.SUCCESS, Status.FAILURE])
def test_always_has_one_result(result: Status, status: Status) -> None:
    params = AlwaysParams("success" if result is Status.SUCCESS else "failure")
    assert Rig(Always("a", params, Probe("a", status, Status.RUNNING))).tick() is result
    assert Rig(Always("a", params, Probe("a", Status.RUNNING))).tick() is Status.RUNNING


def test_what_is_inverted_is_done_although_its_goal_holds_already() -> None:
    """Nobody may take the leaf's goal for that of the decorator."""
    rig = Rig(Then("task", None, [Invert("not", None, Act("a", lasting=True))]), retries=0)
    rig.see(a_goal=True)
    rig.ticks(2)
    assert rig.going() == ["a"]
    rig.end("a")
    rig.tick()
    assert rig.status is not Status.SUCCESS
    assert rig.state("not") is NodeState.WAITING  # to be tried again
