"""The rules of a plan that the world overtakes, and of giving up when nothing can happen."""

from __future__ import annotations

import pytest
from py_trees.common import Status
from py_trees.composites import Selector
from py_trees.decorators import Inverter

from cotree.behaviours.retry import Retry, RetryParams
from cotree.core.changes import NodeState
from cotree.core.steps import Plan
from cotree.trees.and_ import And
from cotree.trees.then import Then
from tests.kit.rig import HAND, ONE_HAND, TWO_HANDS, Act, Rig

RUNNING, SUCCESS, FAILURE = Status.RUNNING, Status.SUCCESS, Status.FAILURE


def plan(*rounds: str, after: dict[str, str] | None = None) -> Plan:
    """One leaf starts after the other; ``after`` says for whose end one waits besides."""
    paths = [f"root/{name}" for name in rounds]
    awaited = [tuple(f"root/{n}" for n in (after or {}).get(name, "").split()) for name in rounds]
    return Plan(tuple((path,) for path in paths), 1.0, "feasible", "test", after=tuple(awaited))


# -- plans ---------------------------------------------------------------------------------------


def test_a_plan_goes_on_past_what_is_seen_to_be_done() -> None:
    rig = Rig(And("root", None, [Act("z"), Act("a", lasting=True), Act("b")]))
    rig.tick()
    rig.engine.prefer(plan("z", "a", "b", after={"a": "z"}))
    rig.ticks(3)
    assert rig.going() == ["z"]
    rig.see(a_goal=True)
    rig.ticks(3)
    assert rig.state("a") is NodeState.DONE
    assert rig.going() == ["b", "z"]


def test_a_plan_that_comes_late_waits_for_nobody_who_has_begun_already() -> None:
    rig = Rig(And("root", None, [Act("a"), Act("b", HAND), Act("c", HAND)]), ONE_HAND)
    rig.ticks(3)
    assert rig.going() == ["a", "b"]
    rig.engine.prefer(plan("a", "b", "c", after={"c": "b"}))
    rig.ticks(2)
    assert rig.going() == ["a", "b"]
    rig.end("b")
    rig.ticks(3)
    assert rig.going() == ["a", "c"]
    assert not rig.engine.wants_plan, "the plan still holds"


def test_a_plan_of_which_everything_is_over_keeps_nobody_from_the_rest() -> None:
    rig = Rig(And("root", None, [Act("a"), Act("b", HAND)]), ONE_HAND)
    rig.see(b_ready=False)
    rig.tick()
    rig.end("a")
    rig.engine.prefer(plan("a", "b", after={"b": "a"}))
    rig.see(b_ready=True)
    rig.ticks(3)
    assert rig.going() == ["b"]


@pytest.mark.parametrize(
    "nonsense",
    [
        plan("b", "a", after={"b": "a", "a": "b"}),
        plan("a", "b", after={"a": "a"}),
        plan("nobody"),
        plan("nobody", "a", "b"),
        plan("a", "nobody", "b"),
        Plan((), 0.0, "feasible", "test"),
        Plan(((), ("root/a",)), 0.0, "feasible", "test"),
    ],
    ids=["circle", "itself", "stranger", "stranger first", "stranger amid", "empty", "gap"],
)
def test_a_nonsensical_plan_delays_nothing_for_good(nonsense: Plan) -> None:
    rig = Rig(And("root", None, [Act("a", HAND), Act("b", HAND)]), ONE_HAND)
    rig.engine.prefer(nonsense)
    assert rig.run(100) is SUCCESS


@pytest.mark.parametrize("wrapped", ["retry", "selector"])
def test_a_plan_that_holds_back_what_waits_inside_a_running_unit_is_dropped(wrapped: str) -> None:
    """The unit runs, but nothing in it does: nobody would ever let the plan go."""
    leaf = Act("a", HAND)
    unit = (
        Retry("r", RetryParams(3, 0.0), leaf)
        if wrapped == "retry"
        else Selector("s", True, [leaf, Act("other")])
    )
    rig = Rig(And("root", None, [unit, Act("b", HAND)]), TWO_HANDS)
    rig.see(b_ready=False)
    rig.ticks(2)
    rig.engine.prefer(plan("b"))
    rig.end("a", "slipped")
    rig.ticks(4)
    assert rig.going() == (["a"] if wrapped == "retry" else ["other"])


# -- giving up -----------------------------------------------------------------------------------


def waiting(times: int) -> Rig:
    """The first of ``times`` attempts has failed, and now neither leaf can start."""
    retry = Retry("r", RetryParams(times, 0.0), Act("a", HAND))
    rig = Rig(And("root", None, [retry, Act("b", HAND)]), ONE_HAND, retries=0)
    rig.see(b_ready=False)
    rig.tick()
    rig.see(a_ready=False)
    rig.end("a", "slipped")
    rig.ticks(4)
    return rig


def test_giving_up_inside_a_retry_is_one_attempt() -> None:
    rig = waiting(times=3)
    assert rig.engine.stuck
    rig.engine.give_up()
    rig.ticks(3)
    assert rig.state("r") is NodeState.RUNNING
    rig.see(a_ready=True)
    rig.ticks(2)
    assert rig.going() == ["a"]
    assert rig.order == ["a", "a"]
    rig.end("a", "slipped")
    assert rig.state("r") is NodeState.FAILED


def test_giving_up_the_last_attempt_of_a_retry_is_the_end_of_it() -> None:
    rig = waiting(times=2)
    rig.engine.give_up()
    rig.tick()
    assert rig.state("r") is NodeState.FAILED
    assert rig.engine.regions[0].active == []
    rig.see(a_ready=True)
    rig.ticks(4)
    assert rig.going() == []


def test_giving_up_again_and_again_comes_to_an_end() -> None:
    rig = waiting(times=5)
    for _ in range(4):
        assert rig.engine.stuck
        rig.engine.give_up()
        assert rig.ticks(3) is RUNNING
    rig.engine.give_up()
    assert rig.tick() is FAILURE
    assert rig.order == ["a"]


def test_a_leaf_deep_inside_hears_once_that_it_was_given_up() -> None:
    inner = Inverter("i", Act("a", HAND))
    rig = Rig(And("root", None, [Retry("r", RetryParams(5, 0.0), inner), Act("b")]), ONE_HAND)
    rig.see(a_ready=False)
    rig.ticks(2)
    rig.end("b")
    rig.ticks(3)
    assert rig.engine.stuck
    rig.engine.give_up()
    assert rig.ticks(1) is SUCCESS, "an inverted failure is a success"


def drive_and_load(*, goal: bool) -> Rig:
    """``drive`` is done, and ``load`` waits; the goal of ``drive`` held, if it could be seen."""
    rig = Rig(Then("root", None, [Act("drive"), Act("load", HAND)]), ONE_HAND, retries=0)
    rig.see(load_ready=False)
    rig.tick()
    rig.see(drive_goal=goal)
    rig.end("drive")
    rig.ticks(3)
    assert rig.engine.stuck
    return rig


def test_before_a_child_fails_what_holds_no_more_is_done_anew() -> None:
    rig = drive_and_load(goal=True)
    rig.see(drive_goal=False)
    rig.ticks(2)
    assert rig.going() == [], "nothing is done anew while an event may still help"
    rig.engine.give_up()
    rig.ticks(2)
    assert rig.going() == ["drive"]
    rig.see(load_ready=True)
    rig.end("drive")
    rig.ticks(2)
    assert rig.going() == ["load"]
    assert rig.end("load") is SUCCESS


@pytest.mark.parametrize("goal", [True, False])
def test_a_child_fails_when_nothing_before_it_has_ceased_to_hold(goal: bool) -> None:
    rig = drive_and_load(goal=goal)
    rig.engine.give_up()
    rig.tick()
    assert rig.status is FAILURE
    assert rig.engine.reason_of(rig.engine.root).code == "not_yet"
    assert rig.order == ["drive"]


def test_everything_behind_what_holds_no_more_is_done_anew_too() -> None:
    rig = Rig(Then("root", None, [Act("a"), Act("b"), Act("c")]), retries=0)
    rig.see(a_goal=False, c_ready=False)
    rig.tick()
    for name in ("a", "b"):
        rig.see(**{f"{name}_goal": True})
        rig.end(name)
        rig.ticks(2)
    rig.see(a_goal=False, b_goal=False)
    rig.engine.give_up()
    rig.ticks(2)
    assert rig.going() == ["a"]
    rig.end("a")
    rig.ticks(2)
    assert rig.going() == ["b"]


def test_giving_up_when_everybody_could_start_does_no_harm() -> None:
    rig = Rig(And("root", None, [Act("a", HAND), Act("b", HAND)]), TWO_HANDS)
    rig.ticks(2)
    rig.engine.give_up()
    rig.tick()
    assert rig.going() == ["a", "b"]
