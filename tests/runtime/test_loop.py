from __future__ import annotations

import pytest
from py_trees.common import Status

from cotree.core.actions import FactSeen
from cotree.core.mission import Policy, ResourceModel, RobotModel
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.runtime.clock import Clock
from cotree.runtime.executor import Executor
from cotree.runtime.limit import Limit
from cotree.runtime.loop import Loop
from cotree.runtime.messages import Heard, Told
from cotree.runtime.ports import Body
from cotree.runtime.timeline import RealTime, VirtualTime
from cotree.simulation.body import KinematicBody
from tests.runtime.fakes import HERE, DeafBody, FakeEngine, FakeTime, Notes

POLICY = Policy(patience_s=10.0, halt_s=1.0)
STUCK = (Reason("too_far", "the base does not stand at cup", path="task"),)
MODEL = RobotModel("fake", (ResourceModel("base", "base"),))


def a_body() -> KinematicBody:
    return KinematicBody({"fake": (MODEL, HERE)}, {})


class Run:
    """A loop over fakes, in virtual or real time."""

    def __init__(
        self, *, body: Body | None = None, real: bool = False, limit: Limit | None = None
    ) -> None:
        self.engine = FakeEngine()
        self.notes = Notes()
        self.clock = FakeTime()
        self.watched: list[Told] = []
        time = (
            RealTime(20.0, Clock(1.0, self.clock.read, self.clock.sleep))
            if real
            else VirtualTime(20.0)
        )
        self.loop = Loop(
            Executor(self.engine, self.notes),
            body or a_body(),
            time,
            POLICY,
            foretold=not real,
            watch=self.watch,
            limit=limit,
        )
        self.ask_at: list[float] = []

    def watch(self, told: Told) -> None:
        self.watched.append(told)
        if self.ask_at and told.t >= self.ask_at[0]:
            self.ask_at.pop(0)
            self.loop.stopper.ask()

    def times(self) -> list[float]:
        return [message.t for message in self.notes.messages if isinstance(message, Heard)]


def test_virtual_time_ticks_only_when_something_happens() -> None:
    run = Run()
    end = run.loop.run()
    assert (end.result, end.t, end.ticks) == ("success", 2.0, 2)
    assert run.times() == [0.0, 2.0]
    assert len(run.watched) == 2


def test_real_time_ticks_only_when_something_happens_but_looks_every_period() -> None:
    run = Run(real=True)
    end = run.loop.run()
    assert end.result == "success"
    assert run.times() == pytest.approx([0.0, 2.0])
    assert len(run.clock.slept) == 40


def test_a_polling_node_is_ticked_every_period() -> None:
    run = Run()
    run.engine.polling = True
    run.loop.run()
    assert len(run.times()) == 41


def test_a_wake_up_is_kept() -> None:
    run = Run()
    run.engine.wake_s = 0.71
    run.loop.run()
    assert run.times()[:3] == [0.0, 0.75, 0.8]


def test_a_stuck_tree_gives_up_at_once_when_nothing_can_happen_any_more() -> None:
    run = Run()
    run.engine.begins = False
    run.engine.stuck = STUCK
    end = run.loop.run()
    assert (end.result, end.reasons) == ("stuck", STUCK)
    assert run.engine.gave_up == [0.05]


def test_a_stuck_tree_waits_for_an_event_that_is_foretold() -> None:
    body = a_body()
    body.happen(60.0, FactSeen("door", "open"))
    run = Run(body=body)
    run.engine.begins = False
    run.engine.stuck = STUCK
    run.loop.run()
    assert run.engine.gave_up == [60.05]


def test_in_real_time_a_stuck_tree_waits_as_long_as_its_policy_says() -> None:
    run = Run(real=True)
    run.engine.begins = False
    run.engine.stuck = STUCK
    end = run.loop.run()
    assert end.result == "stuck"
    assert run.engine.gave_up == pytest.approx([10.0])


def test_a_tree_that_stays_stuck_after_giving_up_is_ended() -> None:
    run = Run()
    run.engine.begins = False
    run.engine.stuck = STUCK
    run.engine.after_giving_up = Status.RUNNING
    assert run.loop.run().result == "stuck"


def test_a_tree_that_waits_for_nothing_that_could_come_is_ended() -> None:
    run = Run()
    run.engine.begins = False
    end = run.loop.run()
    assert end.result == "stuck"
    assert [reason.code for reason in end.reasons] == ["silence"]


def test_a_failure_names_its_reason() -> None:
    run = Run()
    run.engine.begins = False
    run.engine.give_up()
    end = run.loop.run()
    assert end.result == "failure"
    assert [str(reason) for reason in end.reasons] == ["task: waited in vain [waits]"]


def test_a_mission_that_is_out_of_time_is_stopped_in_order() -> None:
    run = Run(limit=Limit(1.5))
    end = run.loop.run()
    assert end.result == "out_of_time"
    assert end.t == pytest.approx(2.0)
    assert {how for _, how in run.engine.halts} == {Stop.CANCEL}
    assert [reason.message for reason in end.reasons] == [
        "task still runs after 1.5 s; --until sets another limit"
    ]


def test_a_leaf_that_runs_for_ever_while_nothing_happens_is_stopped() -> None:
    run = Run(body=DeafBody(), limit=Limit(idle_s=5.0))
    run.engine.polling = True
    end = run.loop.run()
    assert end.result == "out_of_time"
    assert [reason.code for reason in end.reasons] == ["out_of_time", "no_stop"]
    assert run.engine.halts[0][0] == pytest.approx(5.1)


def test_a_leaf_that_is_asked_while_an_action_goes_on_is_not_idle() -> None:
    run = Run(limit=Limit(idle_s=1.0))
    run.engine.polling = True
    assert run.loop.run().result == "success"


def test_a_mission_that_succeeds_at_its_limit_succeeds() -> None:
    assert Run(limit=Limit(2.0)).loop.run().result == "success"


def test_a_halt_is_a_cancel_that_is_waited_for() -> None:
    run = Run()
    run.ask_at = [0.0]
    end = run.loop.run()
    assert end.result == "halted"
    assert {how for _, how in run.engine.halts} == {Stop.CANCEL}
    assert end.t == pytest.approx(0.55)  # half a second of braking


def test_a_second_halt_is_a_kill() -> None:
    run = Run()
    run.engine.polling = True
    run.ask_at = [0.1, 0.2]
    end = run.loop.run()
    assert end.result == "halted"
    assert run.engine.halts[-1][1] is Stop.KILL
    assert end.t == pytest.approx(0.3)


def test_a_tree_that_does_not_stop_is_killed_and_then_left() -> None:
    body = DeafBody()
    run = Run(body=body)
    run.engine.polling = True
    run.ask_at = [1.0]
    end = run.loop.run()
    assert end.result == "halted"
    assert [reason.code for reason in end.reasons] == ["no_stop"]
    assert "fake.1" in end.reasons[0].message
    assert set(body.halts()) == {Stop.CANCEL, Stop.KILL}
    assert end.t == pytest.approx(1.05 + 4.0, abs=0.11)


def test_when_anything_breaks_everything_that_moves_is_stopped() -> None:
    body = DeafBody()
    run = Run(body=body)
    run.engine.polling = True

    def breaks(told: Told) -> None:
        run.engine.failure = RuntimeError("a bug")

    run.watch = breaks  # type: ignore[method-assign]
    loop = Loop(
        Executor(run.engine, run.notes),
        body,
        VirtualTime(20.0),
        POLICY,
        foretold=True,
        watch=breaks,
    )
    with pytest.raises(RuntimeError, match="a bug") as caught:
        loop.run()
    assert body.halts() == [Stop.KILL]
    end = loop.broken(caught.value)
    assert (end.result, end.t) == ("error", 0.05)
    assert end.reasons[0].message == "RuntimeError: a bug"
