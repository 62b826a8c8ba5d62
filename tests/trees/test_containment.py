"""Whatever a behaviour raises stays where it was raised, and says where and why."""

from __future__ import annotations

import pytest
from py_trees.common import ParallelPolicy, Status
from py_trees.composites import Parallel, Sequence
from py_trees.decorators import Inverter

from cotree.behaviours.leaf import Leaf
from cotree.behaviours.retry import Retry, RetryParams
from cotree.core.belief import View
from cotree.core.changes import NodeChange, NodeState
from cotree.core.stopping import Stop
from cotree.trees.and_ import And
from cotree.trees.then import Then
from tests.kit.rig import HAND, ONE_HAND, Act, Probe, Rig

RUNNING, SUCCESS, FAILURE, INVALID = Status.RUNNING, Status.SUCCESS, Status.FAILURE, Status.INVALID


def broken(word: str, *statuses: Status, name: str = "bad") -> Probe:
    probe = Probe(name, *statuses)
    probe.raises[word] = RuntimeError("no gripper driver")
    return probe


@pytest.mark.parametrize("word", ["initialise", "update", "terminate SUCCESS"])
def test_an_exception_becomes_a_failure_with_place_reason_and_traceback(word: str) -> None:
    rig = Rig(broken(word))
    assert rig.tick() is FAILURE
    reason = rig.engine.reason_of(rig.engine.root)
    assert reason.code == "exception"
    assert reason.path == "bad"
    assert reason.message == f"{word.split()[0]} raised RuntimeError: no gripper driver"
    assert "rig.py" in reason.data["traceback"]
    assert rig.engine.root.status is FAILURE


def test_a_raising_initialise_is_still_followed_by_one_terminate() -> None:
    probe = broken("initialise")
    Rig(probe).tick()
    assert probe.log == ["bad.initialise", "bad.terminate FAILURE"]


def test_siblings_of_a_raising_child_are_halted() -> None:
    good = Probe("good", RUNNING)
    rig = Rig(Parallel("p", ParallelPolicy.SuccessOnAll(), [good, broken("update")]))
    assert rig.tick() is FAILURE
    assert good.log[-1] == "good.terminate INVALID"


def test_every_child_is_stopped_even_if_one_of_them_raises_while_stopping() -> None:
    bad, good = broken("terminate INVALID", RUNNING), Probe("good", RUNNING)
    rig = Rig(Parallel("p", ParallelPolicy.SuccessOnAll(), [bad, good]))
    rig.tick()
    assert rig.halt()
    assert good.log[-1] == "good.terminate INVALID"
    assert (bad.status, good.status) == (INVALID, INVALID)


@pytest.mark.parametrize("status", [None, "SUCCESS", 7, INVALID])
def test_a_leaf_that_returns_no_status_fails(status: object) -> None:
    rig = Rig(Probe("p", status))
    assert rig.tick() is FAILURE
    assert rig.engine.reason_of(rig.engine.root).code == "bad_status"


def test_a_later_failure_is_not_mistaken_for_the_earlier_exception() -> None:
    probe = Probe("p", FAILURE)
    probe.raises["update"] = RuntimeError("once")
    rig = Rig(probe)
    rig.tick()
    probe.raises.clear()
    probe.feedback_message = "too heavy"
    assert rig.tick() is FAILURE
    assert rig.engine.reason_of(rig.engine.root).message == "too heavy"


def test_the_reason_is_told_with_the_change() -> None:
    rig = Rig(Sequence("s", True, [broken("update")]))
    rig.tick()
    told = [change for change in rig.changes if isinstance(change, NodeChange)]
    assert [change.path for change in told] == ["s/bad", "s"]
    assert all(change.reason is not None and change.reason.path == "s/bad" for change in told)


def test_a_raising_decorator_fails_and_halts_its_child() -> None:
    class Bad(Inverter):
        def update(self) -> Status:
            raise RuntimeError("odd")

    child = Probe("c", RUNNING)
    rig = Rig(Bad("b", child))
    assert rig.tick() is FAILURE
    assert child.log[-1] == "c.terminate INVALID"


def test_a_raising_wrapper_fails_and_halts_its_child() -> None:
    class Bad(Retry):
        def after(self, status: Status) -> Status:
            raise RuntimeError("odd")

    rig = Rig(Bad("b", RetryParams(), Probe("c", RUNNING)))
    assert rig.tick() is FAILURE
    assert rig.engine.reason_of(rig.engine.root).message == "decorator raised RuntimeError: odd"


class Asked(Act):
    """A leaf of which one question raises."""

    def __init__(self, name: str, question: str) -> None:
        super().__init__(name, HAND)
        self.question = question

    def _maybe(self, question: str) -> None:
        if question == self.question:
            raise ValueError("bad sensor")

    def needs(self, view: View):  # type: ignore[no-untyped-def]
        self._maybe("needs")
        return super().needs(view)

    def ready(self, view: View):  # type: ignore[no-untyped-def]
        self._maybe("ready")
        return super().ready(view)

    def potential(self, view: View) -> float:
        self._maybe("potential")
        return super().potential(view)

    def goal(self, view: View) -> bool:
        self._maybe("goal")
        return super().goal(view)


@pytest.mark.parametrize("question", ["needs", "ready", "potential"])
def test_a_question_that_raises_fails_its_leaf_and_nobody_else(question: str) -> None:
    rig = Rig(And("n", None, [Asked("bad", question), Act("good", HAND)]), ONE_HAND, retries=0)
    rig.ticks(2)
    assert rig.going() == ["good"]
    assert rig.end("good") is FAILURE
    reason = rig.engine.reason_of(rig.node("bad"))
    assert reason.path == "n/bad"
    assert "raised ValueError: bad sensor" in reason.message


def test_a_goal_that_raises_does_not_hold() -> None:
    rig = Rig(Then("t", None, [Asked("a", "goal"), Act("b")]), ONE_HAND)
    rig.ticks(2)
    assert rig.going() == ["a"]


def test_three_exceptions_in_thirty_seconds_fault_a_unit_whatever_its_retries() -> None:
    rig = Rig(And("n", None, [broken("update")]), retries=99, cooldown_s=1.0)
    status = RUNNING
    for _ in range(60):
        status = rig.tick(after_s=0.5)
        if status is not RUNNING:
            break
    assert status is FAILURE
    reason = rig.engine.reason_of(rig.node("bad"))
    assert reason.code == "faulted"
    assert rig.node("bad").count("update") == 3  # type: ignore[attr-defined]


def test_slow_exceptions_do_not_fault() -> None:
    rig = Rig(And("n", None, [broken("update")]), retries=5, cooldown_s=20.0)
    for _ in range(200):
        if rig.tick(after_s=5.0) is not RUNNING:
            break
    assert rig.node("bad").count("update") == 6  # type: ignore[attr-defined]
    assert rig.engine.reason_of(rig.node("bad")).code == "exception"


def test_resources_of_a_raising_leaf_are_given_back() -> None:
    class Bad(Act):
        def update(self) -> Status:
            raise RuntimeError("odd")

    rig = Rig(And("n", None, [Bad("bad", HAND, 9.0), Act("good", HAND)]), ONE_HAND, retries=0)
    rig.ticks(3)
    assert (rig.going(), rig.halted) == (["bad"], {"bad": Stop.KILL}), "first it must stand still"
    rig.end("bad", "halted")
    rig.tick()
    assert rig.going() == ["good"]


def test_a_halt_that_raises_counts_as_stopped_and_is_told() -> None:
    class Bad(Leaf):
        def update(self) -> Status:
            return RUNNING

        def halt(self, how: Stop) -> bool:
            raise RuntimeError("odd")

    rig = Rig(Bad("bad"))
    rig.ticks(2)
    assert rig.halt()
    assert rig.engine.root.status is INVALID


def test_keyboard_interrupts_are_not_swallowed() -> None:
    probe = Probe("p")
    probe.raises["update"] = KeyboardInterrupt()  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        Rig(probe).tick()


def test_a_custom_composite_that_raises_is_contained_and_stopped() -> None:
    class Odd(Sequence):
        def tick(self):  # type: ignore[no-untyped-def]
            yield from self.children[0].tick()
            raise RuntimeError("odd")

    child = Probe("c", RUNNING)
    rig = Rig(Odd("o", True, [child]))
    assert rig.tick() is FAILURE
    assert child.log[-1] == "c.terminate INVALID"
    assert rig.engine.reason_of(rig.engine.root).message == "tick raised RuntimeError: odd"


def test_a_leaf_names_its_own_reason() -> None:
    class Picky(Leaf):
        def update(self) -> Status:
            return self.fail("too_heavy", "the box weighs 40 kg", weight_kg=40)

    rig = Rig(And("n", None, [Picky("p")]), retries=0)
    rig.ticks(2)
    reason = rig.engine.reason_of(rig.node("p"))
    assert (reason.code, reason.message, reason.data) == (
        "too_heavy", "the box weighs 40 kg", {"weight_kg": 40},
    )  # fmt: skip
    assert rig.state("p") is NodeState.FAILED


@pytest.mark.parametrize("question", ["ready", "potential"])
def test_a_question_that_raises_deep_inside_a_control_node_fails_its_leaf(question: str) -> None:
    rig = Rig(Sequence("s", True, [Asked("bad", question), Probe("after")]), ONE_HAND)
    rig.tick()
    assert rig.tick() is FAILURE
    assert rig.engine.reason_of(rig.node("bad")).path == "s/bad"


def test_giving_up_reaches_a_leaf_deep_inside_a_control_node() -> None:
    rig = Rig(Sequence("s", True, [Act("a", HAND)]), ONE_HAND)
    rig.see(a_ready=False)
    rig.ticks(3)
    assert [reason.code for reason in rig.engine.stuck] == ["not_yet"]
    rig.engine.give_up()
    assert rig.tick() is FAILURE
    assert rig.engine.reason_of(rig.engine.root).code == "not_yet"


def test_a_stopwatch_finds_the_slowest_unit() -> None:
    ticks = iter([0.0, 1.0, 1.0, 4.0, 4.0, 6.0])
    rig = Rig(And("n", None, [Act("a"), Act("b"), Act("c")]))
    rig.engine.stopwatch = lambda: next(ticks)
    rig.ticks(2)
    assert rig.engine.slowest == ("n/b", 3.0)
