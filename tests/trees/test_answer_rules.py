"""What a leaf answers is fenced: a wrong or raised answer costs one attempt, and nobody else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from py_trees.common import Status
from py_trees.composites import Selector, Sequence
from py_trees.decorators import Inverter

from cotree.behaviours.wrapper import Wrapper
from cotree.core.actions import FactSeen, RobotSeen
from cotree.core.belief import View
from cotree.core.changes import NodeState
from cotree.core.resources import Need
from cotree.core.steps import NoPlan, Step
from cotree.core.stopping import Stop
from cotree.trees.and_ import And
from cotree.trees.controls import AtLeast, ParallelParams
from cotree.trees.then import Then
from tests.kit.rig import HAND, ONE_HAND, Act, Fact, Probe, Rig

RUNNING, SUCCESS, FAILURE = Status.RUNNING, Status.SUCCESS, Status.FAILURE


class Hiccup(Act):
    """Its potential raises until the test mends it."""

    def __init__(self, name: str, needs: Iterable[Need] = HAND) -> None:
        super().__init__(name, needs)
        self.bad = True

    def potential(self, view: View) -> float:
        view.fact("x")
        if self.bad:
            raise RuntimeError("once")
        return 1.0


# -- answers that raise --------------------------------------------------------------------------


def test_a_question_that_raises_once_costs_one_attempt() -> None:
    leaf = Hiccup("a")
    rig = Rig(And("root", None, [leaf]), ONE_HAND, retries=1)
    rig.ticks(3)
    leaf.bad = False
    rig.ticks(30)
    assert rig.going() == ["a"]
    assert rig.engine.parts[leaf].attempts == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("inverted", [True, False])
def test_what_was_refused_and_pre_empted_in_one_tick_asks_anew(inverted: bool) -> None:
    leaf = Hiccup("a")
    other = Inverter("i", leaf) if inverted else leaf
    busy = Sequence("s", False, [Fact("door"), Probe("x", RUNNING)])
    rig = Rig(Selector("root", False, [busy, other]), ONE_HAND)
    rig.tick()
    rig.tick(FactSeen("door", True))
    leaf.bad = False
    rig.ticks(3)
    assert rig.tick(FactSeen("door", False)) is RUNNING
    rig.ticks(2)
    assert rig.going() == ["a"]


def test_what_was_refused_just_before_a_halt_asks_anew() -> None:
    leaf = Hiccup("a")
    rig = Rig(leaf, ONE_HAND)
    rig.tick()
    rig.engine.pool.decide()
    assert rig.halt()
    leaf.bad = False
    assert rig.ticks(2) is RUNNING
    assert rig.going() == ["a"]


# -- answers that are none -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("potential", None), ("potential", "high"), ("potential", float("nan")),
        ("needs", None), ("needs", ("gripper",)), ("needs", [Need("gripper")]),
        ("ready", "no"), ("ready", False), ("ready", True),
    ],
)  # fmt: skip
def test_an_answer_of_the_wrong_kind_fails_its_leaf_and_nobody_else(word: str, answer: Any) -> None:
    leaf = Act("a", HAND)
    setattr(leaf, word, lambda view: answer)
    rig = Rig(And("root", None, [leaf, Act("b")]), ONE_HAND, retries=0)
    rig.ticks(4)
    assert rig.going() == ["b"]
    assert rig.state("a") is NodeState.FAILED
    reason = rig.engine.reason_of(leaf)
    assert (reason.code, reason.path) == ("bad_answer", "root/a")
    assert reason.message.startswith(f"{word} returned {answer!r}")
    assert rig.end("b") is FAILURE


def test_an_infinite_potential_is_the_highest_of_all() -> None:
    rig = Rig(And("root", None, [Act("a", HAND, 9.0), Act("b", HAND, float("inf"))]), ONE_HAND)
    rig.ticks(2)
    assert rig.going() == ["b"]


def test_a_step_that_raises_means_that_nobody_plans_ahead() -> None:
    class Bad(Act):
        def step(self, view: View) -> Step:
            raise ValueError("no idea")

    rig = Rig(And("root", None, [Bad("a")]))
    rig.tick(RobotSeen("rig", (0.0, 0.0, 0.0)))
    problem = rig.engine.problem()
    assert isinstance(problem, NoPlan)
    assert problem.message == "root/a cannot say how long it takes: no idea"


def test_a_goal_that_raises_does_not_change_why_its_leaf_fails() -> None:
    class Bad(Act):
        def goal(self, view: View) -> bool:
            raise RuntimeError("blind")

    rig = Rig(And("root", None, [Bad("a", lasting=True)]), retries=0)
    rig.ticks(3)
    rig.end("a", "slipped")
    assert rig.engine.reason_of(rig.engine.root).code == "slipped"


# -- lives that raise ----------------------------------------------------------------------------


def test_the_last_attempt_says_why_a_leaf_fails() -> None:
    rig = Rig(And("root", None, [Act("a")]), retries=1, cooldown_s=0.1)
    rig.ticks(3)
    rig.end("a", "slipped")
    rig.ticks(4)
    assert rig.end("a", "too_heavy") is FAILURE
    assert rig.engine.reason_of(rig.engine.root).code == "too_heavy"


def test_a_failure_after_an_exception_is_no_exception() -> None:
    """Otherwise three failures would fault the leaf, however many attempts are left."""

    class Once(Act):
        raised = False

        def update(self) -> Status:
            if not self.raised:
                self.raised = True
                raise RuntimeError("once")
            return super().update()

    rig = Rig(And("root", None, [Once("a"), Act("long")]), retries=9, cooldown_s=0.1)
    rig.ticks(2)
    rig.end("a", "stopped")
    for _ in range(4):
        rig.ticks(5)
        rig.end("a", "slipped")
    rig.ticks(5)
    assert rig.state("a") is NodeState.RUNNING


def test_a_leaf_that_raises_goes_on_being_stopped_until_it_stands() -> None:
    class Bad(Act):
        def update(self) -> Status:
            raise RuntimeError("odd")

    rig = Rig(And("root", None, [Bad("a"), Act("b")]), retries=0)
    rig.ticks(200)
    assert rig.halted == {"a": Stop.KILL}
    assert rig.state("a") is NodeState.RUNNING
    assert rig.engine.polling
    rig.end("a", "stopped")
    assert rig.state("a") is NodeState.FAILED
    assert not rig.engine.polling


def test_a_terminate_that_raises_does_not_lose_what_the_hand_took() -> None:
    class Bad(Act):
        def terminate(self, new_status: Status) -> None:
            raise RuntimeError("odd")

    pick = Bad("pick", (Need("gripper", takes="cup"),))
    place = Act("place", (Need("gripper", holding="cup", drops=True),))
    rig = Rig(Then("root", None, [pick, place]), ONE_HAND)
    rig.ticks(3)
    rig.end("pick")
    assert rig.engine.registry.state()["hand"].load == "cup"


def test_a_child_that_raised_is_over_for_m_of_n() -> None:
    bad = Probe("bad")
    bad.raises["update"] = RuntimeError("odd")
    rig = Rig(AtLeast("p", ParallelParams(1), [bad, Probe("good", RUNNING)]))
    assert rig.ticks(5) is RUNNING
    assert bad.count("initialise") == 1


def test_a_decorator_without_a_verdict_fails_at_once() -> None:
    class Silent(Wrapper):
        def after(self, status: Status) -> Status:
            return None  # type: ignore[return-value]

    rig = Rig(Silent("w", None, Act("a")))
    assert rig.tick() is FAILURE
    assert rig.engine.reason_of(rig.engine.root).code == "bad_status"
    assert rig.going() == []


@pytest.mark.parametrize(
    "word", ["update", "initialise", "terminate", "needs", "ready", "potential", "goal", "halt"]
)
def test_a_machine_without_memory_is_nobody_s_mistake(word: str) -> None:
    """Containing it would hide that the process must end."""

    def exhausted(*_: object) -> Any:
        raise MemoryError

    leaf = type("Exhausted", (Act,), {word: exhausted})("a", lasting=True)
    rig = Rig(And("root", None, [leaf, Act("b")]))
    with pytest.raises(MemoryError):
        _live_and_end(rig, halted=word == "halt")


def _live_and_end(rig: Rig, *, halted: bool) -> None:
    rig.ticks(3)
    if halted:
        rig.halt()
    rig.end("a")
