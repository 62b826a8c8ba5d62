"""The rules of stopping: who stops first, what starts meanwhile, and what a turn that returns does.

Most trees here are one reactive selector: while the fact ``door`` holds, the better branch
pre-empts the other one.
"""

from __future__ import annotations

import py_trees
import pytest
from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Selector, Sequence
from py_trees.decorators import Inverter

from cotree.behaviours.repeat import Repeat, RepeatParams
from cotree.core.actions import FactSeen
from cotree.core.changes import NodeState
from cotree.core.mission import ResourceModel
from cotree.core.resources import Need
from cotree.core.stopping import Stop
from cotree.trees.and_ import And
from cotree.trees.controls import AtLeast, Finally, ParallelParams
from cotree.trees.or_ import Or
from cotree.trees.then import Then
from tests.kit.rig import HAND, ONE_HAND, Act, Fact, Probe, Rig

RUNNING, SUCCESS, FAILURE, INVALID = Status.RUNNING, Status.SUCCESS, Status.FAILURE, Status.INVALID
HEAD, BASE = (Need("head"),), (Need("base"),)
HEAD_AND_BASE = (ResourceModel("head", "head"), ResourceModel("base", "base"))


def while_open(better: Behaviour, other: Behaviour) -> Selector:
    """``better`` has the turn while the door is open."""
    return Selector("root", False, [Sequence("s", False, [Fact("door"), better]), other])


def door(rig: Rig, is_open: bool) -> Status:
    return rig.tick(FactSeen("door", is_open))


# -- break before make ---------------------------------------------------------------------------


def test_a_task_starts_only_after_what_it_pre_empts_has_stopped() -> None:
    task = And("task", None, [Act("a", HEAD)])
    rig = Rig(while_open(task, Act("b", BASE)), HEAD_AND_BASE)
    rig.ticks(4)
    door(rig, True)
    rig.ticks(5)
    assert rig.halted == {"b": Stop.INTERRUPT}
    assert rig.going() == ["b"], "a starts before b has stopped"
    rig.end("b", "stopped")
    rig.ticks(3)
    assert rig.going() == ["a"]


@pytest.mark.parametrize("code", [None, "stopped"])
def test_a_leaf_whose_turn_returns_first_finishes_stopping_and_then_starts_anew(
    code: str | None,
) -> None:
    rig = Rig(while_open(Act("a", HEAD), Act("b", BASE)), HEAD_AND_BASE)
    rig.ticks(4)
    door(rig, True)
    rig.ticks(2)
    door(rig, False)
    rig.ticks(60)
    assert rig.halted == {"b": Stop.KILL}
    assert rig.end("b", code) is RUNNING
    rig.ticks(3)
    assert rig.going() == ["b"]
    assert rig.order == ["b", "b"]
    assert rig.halted == {}
    door(rig, True)
    rig.tick()
    assert rig.halted == {"b": Stop.INTERRUPT}, "an old stop makes no new one more urgent"


def test_what_runs_in_a_decorator_is_not_stopped_by_an_old_word() -> None:
    again = Repeat("again", RepeatParams(2), Act("b", BASE))
    rig = Rig(while_open(Act("a", HEAD), again), HEAD_AND_BASE, halt_s=1.0)
    rig.ticks(4)
    door(rig, True)
    rig.tick()
    door(rig, False)
    rig.end("b")
    rig.ticks(30)
    assert rig.going() == ["b"]
    assert rig.halted == {}
    door(rig, True)
    rig.tick()
    assert rig.halted == {"b": Stop.INTERRUPT}


def test_those_who_stopped_at_once_do_not_start_again_beside_one_who_is_still_stopping() -> None:
    class Quick(Act):
        def halt(self, how: Stop) -> bool:
            super().halt(how)
            return True

    work = AtLeast("work", ParallelParams(), [Quick("p"), Act("q", BASE)])
    rig = Rig(while_open(Probe("x", RUNNING), work), HEAD_AND_BASE)
    rig.ticks(4)
    door(rig, True)
    door(rig, False)
    rig.ticks(3)
    assert rig.order == ["p", "q"]


def test_a_condition_that_flips_on_every_tick_stops_a_task_once() -> None:
    task = And("task", None, [Act("a", HEAD), Act("b", BASE)])
    rig = Rig(while_open(Probe("x", RUNNING), task), HEAD_AND_BASE)
    rig.ticks(4)
    for count in range(9):
        door(rig, count % 2 == 0)
        assert rig.order == ["a", "b"]
    door(rig, False)
    for name in rig.going():
        rig.end(name, "stopped")
    rig.ticks(3)
    assert rig.going() == ["a", "b"]


# -- what a task remembers -----------------------------------------------------------------------


def two_steps(*, goal: bool = True) -> Rig:
    """``a`` is done, and its goal can be seen to hold; ``b`` runs."""
    task = Then("task", None, [Act("a"), Act("b", BASE)])
    rig = Rig(while_open(Probe("x", RUNNING), task), HEAD_AND_BASE)
    rig.ticks(4)
    rig.see(a_goal=goal)
    rig.end("a")
    rig.ticks(2)
    assert rig.going() == ["b"]
    return rig


@pytest.mark.parametrize("goal", [True, False])
def test_an_interrupted_task_goes_on_where_it_was(goal: bool) -> None:
    """Also when no goal could be seen to hold: nothing tells that it does not any more."""
    rig = two_steps(goal=goal)
    door(rig, True)
    rig.end("b", "stopped")
    door(rig, False)
    rig.ticks(3)
    assert rig.order == ["a", "b", "b"]


@pytest.mark.parametrize("how", [Stop.CANCEL, Stop.KILL])
def test_a_cancelled_or_killed_task_starts_from_the_beginning(how: Stop) -> None:
    rig = two_steps(goal=False)
    assert not rig.halt(how)
    assert rig.halt(how, rig.ended("b", "stopped"))
    rig.ticks(3)
    assert rig.order == ["a", "b", "a"]


@pytest.mark.parametrize(("holds", "resumes"), [(True, "b"), (False, "a")])
def test_after_an_interruption_what_holds_no_more_is_done_anew(holds: bool, resumes: str) -> None:
    """``a`` drove to where ``b`` stands; meanwhile the robot may have been elsewhere."""
    rig = two_steps()
    door(rig, True)
    rig.end("b", "stopped")
    rig.see(a_goal=holds)
    door(rig, False)
    rig.ticks(3)
    assert rig.going() == [resumes]


def test_an_interrupted_task_that_had_begun_everything_does_not_hang() -> None:
    task = And("task", None, [Act("a", HEAD), Act("b", BASE), Act("c", BASE)])
    rig = Rig(while_open(Probe("x", RUNNING), task), HEAD_AND_BASE)
    rig.ticks(4)
    door(rig, True)
    door(rig, False)
    for name in rig.going():
        rig.end(name, "stopped")
    rig.ticks(30)
    assert rig.going() == ["a", "b"]


# -- halting the whole tree ----------------------------------------------------------------------


def test_no_other_branch_starts_while_the_tree_is_halted() -> None:
    either = Or("or", None, [Act("x", HAND, 1.0), Act("y", HAND, 2.0)])
    rig = Rig(And("root", None, [either, Act("slow")]), ONE_HAND)
    rig.ticks(3)
    assert rig.going() == ["slow", "y"]
    assert not rig.halt()
    rig.halt(Stop.CANCEL, rig.ended("y", "stopped"))
    for _ in range(5):
        assert NodeState.RUNNING not in rig.told("x")
        assert rig.owners("hand") == set()
        assert not rig.halt()
    assert sorted(rig.order) == ["slow", "y"]
    assert rig.halt(Stop.CANCEL, rig.ended("slow", "stopped"))


def test_a_tree_that_is_ticked_amid_a_halt_stops_to_the_end_and_starts_anew() -> None:
    rig = Rig(And("root", None, [Act("a"), Act("b")]))
    rig.ticks(3)
    assert not rig.halt()
    for name in rig.going():
        assert rig.end(name) is RUNNING
    rig.ticks(3)
    assert rig.going() == ["a", "b"]
    assert len(rig.order) == 4


def test_a_halt_that_answers_nothing_is_not_done_and_is_told() -> None:
    class Mute(Act):
        def halt(self, how: Stop) -> bool:
            return None  # type: ignore[return-value]

    rig = Rig(And("root", None, [Mute("a")]), halt_s=1.0)
    rig.ticks(3)
    assert not any(rig.halt(Stop.KILL) for _ in range(30))
    assert rig.engine.reason_of(rig.node("a")).code == "no_stop"


def test_a_follow_up_hears_what_changes_during_a_halt() -> None:
    rig = Rig(Finally("f", None, [Act("work"), Act("after")]))
    rig.see(after_ready=False)
    rig.tick()
    assert not rig.halt()
    assert not rig.halt(Stop.CANCEL, rig.ended("work", "stopped"))
    for _ in range(4):
        assert not rig.halt()
    assert rig.going() == []
    rig.halt(Stop.CANCEL, FactSeen("after.ready", True))
    rig.halt()
    assert rig.going() == ["after"]
    assert rig.halt(Stop.CANCEL, rig.ended("after"))


def test_a_follow_up_is_the_work_s_even_when_its_turn_returns() -> None:
    both = Finally("f", None, [Act("work"), Act("after")])
    rig = Rig(while_open(Probe("x", RUNNING), both))
    rig.ticks(4)
    door(rig, True)
    rig.end("work", "stopped")
    rig.ticks(2)
    door(rig, False)
    rig.ticks(2)
    assert rig.going() == ["after"]
    rig.end("after")
    assert rig.status is RUNNING
    rig.ticks(3)
    assert rig.going() == ["work"]


def test_who_waits_deep_inside_a_decorator_asks_anew_after_a_halt() -> None:
    rig = Rig(while_open(Probe("x", RUNNING), Inverter("i", Act("a", HAND))), ONE_HAND)
    rig.see(a_ready=False)
    door(rig, True)
    rig.see(a_ready=True)
    door(rig, False)
    rig.ticks(2)
    assert rig.going() == ["a"]


@pytest.mark.parametrize("word", ["interrupt", "shutdown"])
def test_py_trees_stops_a_task_once_and_for_all(word: str) -> None:
    """Its words for a whole tree know no patience: they are a kill, which the engine ends."""
    rig = Rig(And("root", None, [Act("a", HAND)]), ONE_HAND)
    ends: list[Status] = []
    rig.ticks(3)
    rig.node("a").terminate = lambda new_status: ends.append(new_status)  # type: ignore[method-assign]
    getattr(py_trees.trees.BehaviourTree(rig.engine.root), word)()
    rig.engine.root.stop(INVALID)
    rig.tick()
    assert rig.halted == {"a": Stop.KILL}
    assert rig.owners("hand") == {"root/a"}
    assert ends == []
    assert rig.halt(Stop.KILL, rig.ended("a", "stopped"))
    assert ends == [INVALID]
    assert rig.owners("hand") == set()


def test_states_are_told_while_a_task_stops() -> None:
    rig = Rig(And("root", None, [Act("a")]))
    rig.ticks(3)
    rig.halt(Stop.CANCEL)
    assert rig.told("a") == [NodeState.STOPPING]
    rig.halt(Stop.KILL)
    assert rig.halted == {"a": Stop.KILL}
    assert rig.halt(Stop.KILL, rig.ended("a", "stopped"))
    assert rig.told("a") == [NodeState.INACTIVE]
