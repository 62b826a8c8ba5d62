from __future__ import annotations

import threading

from py_trees.common import Status

from cotree.behaviours.desk import Desk
from cotree.behaviours.leaf import Leaf
from cotree.core.mission import Policy
from cotree.runtime.clock import Clock
from cotree.runtime.executor import Executor
from cotree.runtime.loop import Loop
from cotree.runtime.timeline import RealTime
from cotree.runtime.watchdog import SlowTick, Watchdog
from cotree.simulation.body import KinematicBody
from cotree.trees.engine import Engine
from cotree.trees.then import Then


class Quick(Leaf):
    """Is done at once."""


class Hangs(Leaf):
    """Holds up its second tick until somebody has noticed."""

    noticed: threading.Event
    ticks = 0

    def update(self) -> Status:
        self.ticks += 1
        if self.ticks < 2:
            return Status.RUNNING
        self.noticed.wait()
        return Status.SUCCESS


def test_a_leaf_that_holds_up_the_tick_is_named_while_it_does() -> None:
    reports: list[SlowTick] = []
    hangs = Hangs("think hard")
    hangs.noticed = threading.Event()

    def report(slow: SlowTick) -> None:
        reports.append(slow)
        if slow.path:
            hangs.noticed.set()

    desk = Desk("slow")
    desk.clear()
    engine = Engine(Then("task", None, [Quick("quick"), hangs]), desk)
    with Watchdog(0.002, report) as watchdog:
        time = RealTime(500.0, Clock(), guard=watchdog)
        executor = Executor(engine, lambda message: None)
        end = Loop(executor, KinematicBody({}, {}), time, Policy(), foretold=False).run()
    assert end.result == "success"
    assert [slow.path for slow in reports if slow.path] == ["task/think hard"]
    assert "noticed.wait" in reports[-1].stack
    assert time.metronome.overruns >= 1
