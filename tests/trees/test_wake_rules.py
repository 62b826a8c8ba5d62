"""When the engine wants to be ticked though nothing happens, and when it says that it is stuck.

A clock that moves only to the next announced moment must neither miss one nor wait for old ones.
"""

from __future__ import annotations

import pytest
from py_trees.common import Status
from py_trees.composites import Selector, Sequence

from cotree.behaviours.at_rate import AtRate, AtRateParams
from cotree.behaviours.repeat import Repeat, RepeatParams
from cotree.behaviours.retry import Retry, RetryParams
from cotree.behaviours.timeout import Timeout, TimeoutParams
from cotree.core.actions import FactSeen
from cotree.core.changes import NodeState
from cotree.core.stopping import Stop
from cotree.trees.and_ import And
from cotree.trees.or_ import Or
from cotree.trees.then import Then
from tests.kit.rig import HAND, ONE_HAND, Act, Fact, Rig

RUNNING, SUCCESS, FAILURE = Status.RUNNING, Status.SUCCESS, Status.FAILURE


# -- while something stops -----------------------------------------------------------------------


def test_who_is_told_to_stop_is_asked_every_period_until_it_stands() -> None:
    """Or a kill, which nothing but time calls for, would never come."""
    rig = Rig(Timeout("t", TimeoutParams(1.0), Act("a")), halt_s=2.0)
    rig.ticks(3)
    assert not rig.engine.polling
    rig.tick(after_s=1.5)
    rig.tick()
    assert rig.halted == {"a": Stop.CANCEL}
    assert rig.engine.polling
    rig.tick(after_s=2.0)
    assert rig.halted == {"a": Stop.KILL}
    assert rig.end("a", "stopped") is FAILURE
    assert not rig.engine.polling


def test_after_a_halt_nothing_is_asked_and_nothing_wakes() -> None:
    timed = Timeout("t", TimeoutParams(60.0), AtRate("r", AtRateParams(2.0), Act("a")))
    rig = Rig(And("root", None, [timed, Act("b")]))
    rig.ticks(3)
    assert not rig.halt()
    assert rig.engine.polling
    assert rig.halt(Stop.CANCEL, rig.ended("a"), rig.ended("b"))
    assert not rig.engine.polling
    assert len(rig.desk.alarms) == 0


def test_a_leaf_that_stops_at_once_leaves_nothing_to_ask() -> None:
    class Quick(Act):
        def halt(self, how: Stop) -> bool:
            return True

    rig = Rig(And("root", None, [Quick("a")]))
    rig.ticks(3)
    assert rig.halt()
    assert not rig.engine.polling


# -- alarms --------------------------------------------------------------------------------------


def test_an_old_timeout_does_not_hide_that_the_tree_is_stuck() -> None:
    root = And("root", None, [Timeout("t", TimeoutParams(3600.0), Act("a")), Act("b")])
    rig = Rig(root)
    rig.see(b_ready=False)
    rig.ticks(2)
    assert rig.engine.next_wake_s() == pytest.approx(3600.2)
    rig.end("a")
    rig.ticks(3)
    assert rig.state("t") is NodeState.DONE
    assert rig.engine.next_wake_s() is None
    assert [reason.code for reason in rig.engine.stuck] == ["not_yet"]


def test_a_decorator_that_starts_often_has_one_alarm_at_most() -> None:
    rounds = Repeat("r", RepeatParams(1000), Timeout("t", TimeoutParams(3600.0), Act("a")))
    rig = Rig(rounds)
    for _ in range(200):
        rig.ticks(2)
        rig.end("a")
    assert len(rig.desk.alarms) <= 1


def test_a_retry_wakes_the_tree_when_its_pause_is_over() -> None:
    rig = Rig(And("root", None, [Retry("r", RetryParams(3, 5.0), Act("a", HAND))]), ONE_HAND)
    rig.ticks(2)
    rig.end("a", "slipped")
    rig.ticks(3)
    wake_s = rig.engine.next_wake_s()
    assert wake_s is not None
    assert rig.engine.stuck == ()
    rig.tick(after_s=wake_s - rig.now_s)
    rig.ticks(2)
    assert rig.going() == ["a"]


def test_a_tree_with_a_timeout_that_can_still_come_is_not_stuck() -> None:
    rig = Rig(Timeout("t", TimeoutParams(9.0), Act("a")))
    rig.see(a_ready=False)
    rig.ticks(2)
    assert rig.engine.stuck == ()
    assert rig.tick(after_s=10.0) is FAILURE


def test_a_condition_that_comes_out_as_before_keeps_nobody_awake() -> None:
    """Otherwise the tree would be ticked for ever, and never say that it is stuck."""
    guarded = Sequence("s", False, [Fact("door"), Act("a")])
    rig = Rig(Selector("root", False, [guarded, Act("b", HAND)]), ONE_HAND)
    rig.see(b_ready=False)
    rig.ticks(3)
    assert rig.engine.next_wake_s() is None
    assert [reason.code for reason in rig.engine.stuck] == ["not_yet"]
    rig.engine.give_up()
    assert rig.tick() is FAILURE


# -- goals and answers that change while a leaf runs ---------------------------------------------


def test_a_goal_that_came_while_its_leaf_ran_is_seen_after_its_failure() -> None:
    rig = Rig(Then("root", None, [Act("a"), Act("b")]), retries=5)
    rig.ticks(2)
    rig.see(a_goal=True)
    rig.end("a", "slipped")
    rig.ticks(3)
    assert rig.going() == ["b"]


def test_who_waits_hears_what_changes_during_a_halt() -> None:
    """Its answers must not be those from before the halt."""
    rig = Rig(And("root", None, [Act("a", HAND), Act("b", HAND)]), ONE_HAND)
    rig.see(b_ready=False)
    rig.tick()
    assert not rig.halt()
    rig.halt(Stop.CANCEL, FactSeen("b.ready", True), FactSeen("b.potential", 5.0))
    assert rig.halt(Stop.CANCEL, rig.ended("a", "stopped"))
    rig.ticks(2)
    assert rig.going() == ["b"]


# -- one unit, many rounds -----------------------------------------------------------------------


def test_a_repeated_leaf_in_a_task_is_one_unit_that_runs() -> None:
    rig = Rig(And("root", None, [Repeat("r", RepeatParams(3), Act("a", HAND))]), ONE_HAND)
    rig.ticks(3)
    for _ in range(2):
        rig.end("a")
        rig.ticks(4)
        assert rig.going() == ["a"]
        assert len(rig.engine.regions[0].active) == 1
    assert rig.end("a") is SUCCESS
    assert rig.order == ["a"] * 3


@pytest.mark.parametrize("word", ["retry", "repeat"])
def test_a_leaf_runs_as_often_as_its_decorator_says_and_not_again(word: str) -> None:
    leaf = Act("a", HAND)
    again = (
        Retry("r", RetryParams(3, 0.0), leaf)
        if word == "retry"
        else Repeat("r", RepeatParams(2), leaf)
    )
    rig = Rig(And("root", None, [again, Act("long")]), ONE_HAND)
    rig.ticks(3)
    rig.end("a", "slipped" if word == "retry" else None)
    rig.ticks(3)
    rig.end("a")
    rig.ticks(6)
    assert rig.order.count("a") == 2
    assert rig.state("r") is NodeState.DONE
    assert rig.end("long") is SUCCESS


@pytest.mark.parametrize("times", [1, 2, 3])
def test_an_or_turns_to_another_branch_after_the_last_round_of_a_retry(times: int) -> None:
    tried = Then("t", None, [Retry("r", RetryParams(times, 0.0), Act("a", HAND)), Act("b")])
    rig = Rig(Or("root", None, [tried, Act("c", (), 0.1)]), ONE_HAND, retries=0)
    for _ in range(times):
        rig.ticks(3)
        rig.end("a", "slipped")
    rig.ticks(6)
    assert rig.going() == ["c"]
    assert rig.order == ["a"] * times + ["c"]
