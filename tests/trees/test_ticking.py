"""The rules of one tick: lifecycle, halting, break before make, decorators and controls."""

from __future__ import annotations

import pytest
from py_trees.behaviour import Behaviour
from py_trees.common import OneShotPolicy, ParallelPolicy, Status
from py_trees.composites import Parallel, Selector, Sequence
from py_trees.decorators import EternalGuard, Inverter, OneShot
from py_trees.display import unicode_tree
from py_trees.trees import BehaviourTree
from py_trees.visitors import SnapshotVisitor

from cotree.behaviours.at_rate import AtRate, AtRateParams
from cotree.behaviours.guard import Guard, GuardParams
from cotree.behaviours.repeat import Repeat, RepeatParams
from cotree.behaviours.retry import Retry, RetryParams
from cotree.behaviours.timeout import Timeout, TimeoutParams
from cotree.core.actions import Ended
from cotree.core.belief import fold
from cotree.core.changes import NodeState
from cotree.core.mission import ResourceModel
from cotree.core.reasons import Reason
from cotree.core.resources import Need
from cotree.core.stopping import Stop
from cotree.trees.and_ import And
from cotree.trees.controls import AtLeast, Finally, ParallelParams
from cotree.trees.then import Then
from tests.kit.rig import HAND, ONE_HAND, Act, Probe, Rig

RUNNING, SUCCESS, FAILURE, INVALID = Status.RUNNING, Status.SUCCESS, Status.FAILURE, Status.INVALID


def sequence(*children: Behaviour, memory: bool = False) -> Sequence:
    return Sequence("s", memory, list(children))


def selector(*children: Behaviour, memory: bool = False) -> Selector:
    return Selector("s", memory, list(children))


# -- lifecycle -----------------------------------------------------------------------------------


def test_one_initialise_and_one_terminate_per_execution() -> None:
    probe = Probe("p", RUNNING, RUNNING, SUCCESS, RUNNING, FAILURE)
    rig = Rig(probe)
    rig.ticks(5)
    assert probe.log == [
        "p.initialise", "p.update", "p.update", "p.update", "p.terminate SUCCESS",
        "p.initialise", "p.update", "p.update", "p.terminate FAILURE",
    ]  # fmt: skip


def test_a_halt_terminates_what_runs_once_and_what_does_not_run_never() -> None:
    ran, fresh = Probe("ran", RUNNING), Probe("fresh")
    rig = Rig(sequence(ran, fresh))
    rig.tick()
    assert rig.halt()
    assert rig.halt()
    assert ran.count("terminate INVALID") == 1
    assert fresh.log == []


def test_a_composite_that_starts_again_does_not_terminate_its_finished_children_twice() -> None:
    probe = Probe("p", SUCCESS)
    rig = Rig(sequence(probe, Probe("q", RUNNING)))
    rig.ticks(3)
    assert probe.count("initialise") == probe.count("terminate SUCCESS") == 3
    assert probe.count("terminate INVALID") == 0


# -- sequences and selectors ---------------------------------------------------------------------


def test_a_reactive_sequence_checks_its_first_children_on_every_tick() -> None:
    check, work = Probe("check", SUCCESS, SUCCESS, FAILURE), Probe("work", RUNNING)
    rig = Rig(sequence(check, work))
    assert [rig.tick() for _ in range(3)] == [RUNNING, RUNNING, FAILURE]
    assert work.log == ["work.initialise", "work.update", "work.update", "work.terminate INVALID"]
    assert work.status is INVALID


def test_a_memory_sequence_goes_on_where_it_was() -> None:
    first, work = Probe("first", SUCCESS), Probe("work", RUNNING, RUNNING, SUCCESS)
    rig = Rig(sequence(first, work, memory=True))
    assert [rig.tick() for _ in range(3)] == [RUNNING, RUNNING, SUCCESS]
    assert first.count("update") == 1


def test_a_reactive_selector_gives_way_to_a_better_child_and_stops_the_other() -> None:
    better, work = Probe("better", FAILURE, FAILURE, RUNNING), Probe("work", RUNNING)
    rig = Rig(selector(better, work))
    rig.ticks(3)
    assert rig.status is RUNNING
    assert work.log[-1] == "work.terminate INVALID"
    assert work.status is INVALID
    assert better.status is RUNNING


def test_statuses_of_children_not_reached_this_time_are_invalid() -> None:
    check, tail = Probe("check", SUCCESS, FAILURE), Probe("tail", SUCCESS)
    rig = Rig(sequence(check, tail))
    rig.tick()
    assert tail.status is SUCCESS
    rig.tick()
    assert tail.status is INVALID


@pytest.mark.parametrize(
    ("node", "status"), [(Sequence("s", False), SUCCESS), (Selector("s", False), FAILURE)]
)
def test_empty_composites_are_over_at_once(node: Behaviour, status: Status) -> None:
    assert Rig(node).tick() is status


# -- break before make ---------------------------------------------------------------------------


def test_the_new_branch_starts_only_after_the_old_one_has_confirmed_that_it_stopped() -> None:
    alarm = Probe("alarm", FAILURE, FAILURE, SUCCESS)
    urgent, work = Act("urgent", HAND), Act("work", HAND)
    rig = Rig(selector(sequence(alarm, urgent), work), ONE_HAND)
    rig.ticks(2)
    assert rig.going() == ["work"]
    rig.tick()
    assert rig.halted == {"work": Stop.INTERRUPT}
    rig.ticks(5)
    assert rig.going() == ["work"], "urgent waits until work has stopped"
    rig.end("work", "halted")
    rig.ticks(3)
    assert rig.going() == ["urgent"]


def test_break_before_make_holds_even_when_they_need_different_resources() -> None:
    alarm = Probe("alarm", FAILURE, FAILURE, SUCCESS)
    urgent, work = Act("urgent", (Need("hand"),)), Act("work", (Need("foot"),))
    models = (ResourceModel("hand", "hand"), ResourceModel("foot", "foot"))
    rig = Rig(selector(sequence(alarm, urgent), work), models)
    rig.ticks(8)
    assert rig.going() == ["work"]
    rig.end("work", "halted")
    rig.ticks(3)
    assert rig.going() == ["urgent"]


def test_a_failed_check_is_told_only_after_its_branch_has_stopped() -> None:
    check = Probe("check", SUCCESS, SUCCESS, FAILURE)
    rig = Rig(sequence(check, Act("work")))
    assert [rig.tick() for _ in range(5)] == [RUNNING] * 5
    assert rig.going() == ["work"]
    assert rig.end("work", "halted") is FAILURE
    assert check.count("update") == 3


def test_a_halt_takes_as_many_ticks_as_the_body_needs() -> None:
    rig = Rig(And("n", None, [Act("a"), Act("b")]))
    rig.ticks(2)
    assert not rig.halt(Stop.CANCEL)
    assert rig.halted == {"a": Stop.CANCEL, "b": Stop.CANCEL}
    assert rig.state("a") is NodeState.STOPPING
    rig.desk.belief, _ = fold(rig.desk.belief, [Ended(rig.begun["a"], Reason("halted", "h"))], 1.0)
    assert not rig.halt(Stop.CANCEL)
    rig.desk.belief, _ = fold(rig.desk.belief, [Ended(rig.begun["b"], Reason("halted", "h"))], 1.0)
    assert rig.halt(Stop.CANCEL)
    assert {rig.state("a"), rig.state("b"), rig.state("n")} == {NodeState.INACTIVE}


def test_a_stop_only_becomes_more_urgent_and_a_slow_one_becomes_a_kill() -> None:
    rig = Rig(Act("a"), halt_s=1.0)
    rig.ticks(2)
    rig.halt(Stop.CANCEL)
    rig.halt(Stop.INTERRUPT)
    assert rig.halted == {"a": Stop.CANCEL}
    for _ in range(12):
        rig.halt(Stop.INTERRUPT)
    assert rig.halted == {"a": Stop.KILL}


def test_resources_stay_locked_until_the_stop_is_confirmed() -> None:
    rig = Rig(And("n", None, [Act("a", HAND)]), ONE_HAND)
    rig.ticks(2)
    rig.halt()
    assert rig.owners("hand") == {"n/a"}
    rig.desk.belief, _ = fold(rig.desk.belief, [Ended(rig.begun["a"], Reason("halted", "h"))], 1.0)
    assert rig.halt()
    assert rig.owners("hand") == set()


# -- parallel ------------------------------------------------------------------------------------


def test_a_failing_parallel_halts_what_still_runs() -> None:
    bad, good = Probe("bad", RUNNING, FAILURE), Probe("good", RUNNING)
    rig = Rig(Parallel("p", ParallelPolicy.SuccessOnAll(), [bad, good]))
    assert [rig.tick(), rig.tick()] == [RUNNING, FAILURE]
    assert good.log[-1] == "good.terminate INVALID"


def test_parallel_policies_decide_as_in_py_trees() -> None:
    one = Rig(Parallel("p", ParallelPolicy.SuccessOnOne(), [Probe("a"), Probe("b", RUNNING)]))
    assert one.tick() is SUCCESS
    chosen = Probe("a")
    policy = ParallelPolicy.SuccessOnSelected([chosen], synchronise=True)
    assert Rig(Parallel("p", policy, [chosen, Probe("b", RUNNING)])).tick() is SUCCESS


@pytest.mark.parametrize(
    ("need", "statuses", "verdict"),
    [
        (2, (SUCCESS, SUCCESS, RUNNING), SUCCESS),
        (2, (SUCCESS, FAILURE, RUNNING), RUNNING),
        (2, (FAILURE, FAILURE, RUNNING), FAILURE),
        (None, (SUCCESS, SUCCESS, SUCCESS), SUCCESS),
        (None, (SUCCESS, FAILURE, RUNNING), FAILURE),
    ],
)
def test_m_of_n(need: int | None, statuses: tuple[Status, ...], verdict: Status) -> None:
    children = [Probe(str(i), status) for i, status in enumerate(statuses)]
    rig = Rig(AtLeast("p", ParallelParams(need), children))
    assert rig.tick() is verdict
    if verdict is not RUNNING:
        assert all(child.status is not RUNNING for child in children)


def test_m_of_n_does_not_tick_again_what_is_over() -> None:
    done = Probe("done")
    rig = Rig(AtLeast("p", ParallelParams(2), [done, Probe("on", RUNNING)]))
    rig.ticks(4)
    assert done.count("update") == 1


def test_need_cannot_exceed_the_children() -> None:
    with pytest.raises(ValueError, match="'need' is 3, but there are only 1 children"):
        AtLeast("p", ParallelParams(3), [Probe("a")])


# -- finally -------------------------------------------------------------------------------------


@pytest.mark.parametrize("outcome", [SUCCESS, FAILURE])
def test_finally_follows_whatever_the_outcome_and_keeps_it(outcome: Status) -> None:
    after = Probe("after")
    rig = Rig(Finally("f", None, [Probe("work", outcome), after]))
    assert rig.tick() is outcome
    assert after.count("update") == 1


def test_finally_runs_its_follow_up_even_when_halted() -> None:
    work, after = Probe("work", RUNNING), Probe("after", RUNNING, SUCCESS)
    rig = Rig(Finally("f", None, [work, after]))
    rig.tick()
    assert not rig.halt()
    assert work.log[-1] == "work.terminate INVALID"
    assert rig.halt()
    assert after.log == [
        "after.initialise",
        "after.update",
        "after.update",
        "after.terminate SUCCESS",
    ]


def test_a_follow_up_that_needs_resources_gets_them_during_a_halt() -> None:
    rig = Rig(
        And("n", None, [Finally("f", None, [Act("work", HAND), Act("after", HAND)])]), ONE_HAND
    )
    rig.ticks(4)
    assert rig.going() == ["work"]
    rig.halt()
    rig.desk.belief, _ = fold(
        rig.desk.belief, [Ended(rig.begun.pop("work"), Reason("h", "h"))], 1.0
    )
    for _ in range(4):
        assert not rig.halt()
    assert rig.going() == ["after"]
    rig.desk.belief, _ = fold(rig.desk.belief, [Ended(rig.begun["after"])], 1.0)
    assert rig.halt()


def test_a_kill_leaves_the_follow_up_out() -> None:
    after = Probe("after")
    rig = Rig(Finally("f", None, [Probe("work", RUNNING), after]))
    rig.tick()
    assert rig.halt(Stop.KILL)
    assert after.log == []


def test_finally_fails_if_its_follow_up_fails() -> None:
    assert Rig(Finally("f", None, [Probe("work"), Probe("after", FAILURE)])).tick() is FAILURE


def test_finally_takes_exactly_two_children() -> None:
    with pytest.raises(ValueError, match="takes two children"):
        Finally("f", None, [Probe("work")])


# -- our decorators ------------------------------------------------------------------------------


def test_retry_starts_its_child_again_and_gives_up_after_the_last_attempt() -> None:
    probe = Probe("p", FAILURE)
    rig = Rig(Retry("r", RetryParams(times=3), probe))
    assert [rig.tick() for _ in range(3)] == [RUNNING, RUNNING, FAILURE]
    assert probe.count("initialise") == 3


def test_retry_pauses_between_attempts() -> None:
    probe = Probe("p", FAILURE)
    rig = Rig(Retry("r", RetryParams(times=2, pause=1.0), probe))
    rig.tick()
    rig.tick(after_s=0.5)
    assert probe.count("update") == 1
    assert rig.tick(after_s=0.6) is FAILURE


def test_repeat_counts_successes() -> None:
    probe = Probe("p", SUCCESS)
    rig = Rig(Repeat("r", RepeatParams(times=2), probe))
    assert [rig.tick(), rig.tick()] == [RUNNING, SUCCESS]


def test_timeout_halts_its_child_and_waits_until_it_has_stopped() -> None:
    rig = Rig(Timeout("t", TimeoutParams(after=1.0), Act("a")))
    rig.ticks(2)
    assert rig.engine.next_wake_s() is not None
    assert rig.tick(after_s=1.5) is RUNNING
    assert rig.halted == {"a": Stop.CANCEL}
    assert rig.end("a", "halted") is FAILURE
    assert rig.engine.reason_of(rig.engine.root).code == "timeout"


def test_guard_stops_its_child_when_the_fact_changes() -> None:
    rig = Rig(Guard("g", GuardParams(fact="door.open"), Probe("p", RUNNING)))
    assert rig.tick() is FAILURE
    assert rig.see(door_open=True) is RUNNING
    assert rig.see(door_open="ajar") is FAILURE
    reason = rig.engine.reason_of(rig.engine.root)
    assert (reason.code, reason.message) == ("guard", "door.open is ajar, not true")


def test_at_rate_ticks_its_child_less_often() -> None:
    probe = Probe("p", RUNNING)
    rig = Rig(AtRate("a", AtRateParams(rate=2.0), probe))
    for _ in range(20):
        rig.tick(after_s=0.1)
    assert probe.count("update") == 4


def test_a_decorated_leaf_asks_for_what_the_leaf_asks() -> None:
    rig = Rig(
        And("n", None, [Retry("r", RetryParams(times=2), Act("a", HAND)), Act("b", HAND)]), ONE_HAND
    )
    rig.ticks(3)
    assert rig.going() == ["a"]
    rig.end("a", "slipped")
    rig.ticks(3)
    assert "a" in rig.going() or "b" in rig.going()
    assert len(rig.going()) == 1
    assert rig.run() is SUCCESS


# -- stock decorators ----------------------------------------------------------------------------


def test_stock_decorators_translate_and_halt() -> None:
    assert Rig(Inverter("i", Probe("p", SUCCESS))).tick() is FAILURE
    probe = Probe("p", RUNNING)
    rig = Rig(Inverter("i", probe))
    rig.tick()
    assert rig.halt()
    assert probe.log[-1] == "p.terminate INVALID"


def test_an_eternal_guard_is_asked_before_its_child() -> None:
    answers = [True, True, False]
    probe = Probe("p", RUNNING)
    rig = Rig(EternalGuard("g", probe, lambda: answers.pop(0)))
    assert [rig.tick() for _ in range(3)] == [RUNNING, RUNNING, FAILURE]
    assert probe.count("update") == 2


def test_a_one_shot_is_done_once() -> None:
    probe = Probe("p", RUNNING, SUCCESS)
    rig = Rig(OneShot("o", probe, OneShotPolicy.ON_COMPLETION))
    assert [rig.tick() for _ in range(4)] == [RUNNING, SUCCESS, SUCCESS, SUCCESS]
    assert probe.count("initialise") == 1


class Backwards(Sequence):
    """A custom composite with a tick of its own."""

    def tick(self):  # type: ignore[no-untyped-def]
        for child in reversed(self.children):
            yield from child.tick()
        self.status = self.children[0].status
        yield self


def test_a_custom_composite_is_ticked_its_own_way() -> None:
    log: list[str] = []
    rig = Rig(Backwards("b", True, [Probe("p", RUNNING, log=log), Probe("q", log=log)]))
    assert rig.tick() is RUNNING
    assert log == ["q.initialise", "q.update", "q.terminate SUCCESS", "p.initialise", "p.update"]
    assert rig.halt()
    assert log[-1] == "p.terminate INVALID"


def test_a_custom_composite_cannot_contain_what_the_engine_must_start() -> None:
    with pytest.raises(ValueError, match="ticks its children itself, so it cannot contain 'a'"):
        Rig(Backwards("b", True, [Act("a")]))


# -- task nodes below controls -------------------------------------------------------------------


def test_a_task_inside_a_decorator_is_shared_out_like_any_other() -> None:
    inner = And("i", None, [Act("a", HAND), Act("b", HAND)])
    rig = Rig(
        And("n", None, [Timeout("t", TimeoutParams(after=60.0), inner), Act("c", HAND, 5.0)]),
        ONE_HAND,
    )
    assert rig.run() is SUCCESS
    assert sorted(rig.order) == ["a", "b", "c"]


def test_a_task_inside_a_reactive_selector_is_halted_when_pre_empted() -> None:
    alarm = Probe("alarm", FAILURE, FAILURE, FAILURE, RUNNING)
    task = Then("t", None, [Act("a"), Act("b")])
    rig = Rig(selector(alarm, task))
    rig.ticks(3)
    assert rig.going() == ["a"]
    rig.tick()
    assert rig.halted == {"a": Stop.INTERRUPT}
    rig.end("a", "halted")
    assert rig.state("t") is NodeState.INACTIVE
    assert alarm.status is RUNNING


def test_py_trees_own_visitors_and_displays_work_on_our_trees() -> None:
    root = And("n", None, [Act("a"), sequence(Probe("p", RUNNING))])
    rig = Rig(root)
    tree = BehaviourTree(root)
    visitor = SnapshotVisitor()
    tree.add_visitor(visitor)
    for _ in range(3):
        tree.tick()
    assert visitor.visited[rig.node("p").id] is RUNNING
    assert "a" in unicode_tree(root, show_status=True)


def test_a_task_node_that_is_not_attached_says_so() -> None:
    with pytest.raises(RuntimeError, match=r"give its root to cotree\.trees\.Engine"):
        next(And("n", None, [Act("a")]).tick())


def test_an_empty_task_node_is_refused() -> None:
    with pytest.raises(ValueError, match="'and' has no children"):
        Rig(And("n", None, []))
