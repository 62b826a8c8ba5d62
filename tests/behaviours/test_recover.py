"""Standing up: the body does it, and the robot must be seen upright afterwards."""

from __future__ import annotations

from py_trees.common import Status

from cotree.behaviours.recover import Recover, RecoverParams
from cotree.core.actions import FactSeen
from tests.kit.rig import Rig

RUNNING, SUCCESS, FAILURE = Status.RUNNING, Status.SUCCESS, Status.FAILURE


def down(settle: float = 1.0) -> Rig:
    rig = Rig(Recover("recover", RecoverParams(settle=settle)))
    rig.tick(FactSeen("rig/upright", False))
    rig.tick()
    assert rig.going() == ["recover"]
    return rig


def test_it_succeeds_when_the_robot_is_seen_upright() -> None:
    rig = down()
    rig.tick(FactSeen("rig/upright", True))
    assert rig.end("recover") is SUCCESS


def test_the_robot_may_be_seen_upright_a_little_later() -> None:
    rig = down()
    assert rig.end("recover") is RUNNING
    assert rig.tick(FactSeen("rig/upright", True)) is SUCCESS


def test_a_robot_that_stays_down_has_not_recovered() -> None:
    rig = down(settle=0.35)
    rig.end("recover")
    assert rig.engine.next_wake_s() is not None
    rig.ticks(3)
    assert rig.status is RUNNING
    assert rig.tick() is FAILURE
    assert rig.engine.reason_of(rig.engine.root).code == "still_down"


def test_if_nobody_can_see_how_it_stands_the_action_counts() -> None:
    rig = Rig(Recover("recover", RecoverParams()))
    rig.ticks(2)
    assert rig.end("recover") is SUCCESS


def test_it_fails_with_its_action() -> None:
    assert down().end("recover", "broken") is FAILURE
