"""An operator over one robot: time that stands still, also on a clock that does not."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from cotree.core.disturbances import Misfortune
from cotree.core.mission import Policy, ResourceModel, RobotModel
from cotree.runtime.acts import Act, Arm, Break, Inject, Override, Pause, Resume, Step
from cotree.runtime.clock import Clock, Pacer
from cotree.runtime.executor import Executor
from cotree.runtime.hatch import Hatch, Ticket
from cotree.runtime.loop import Loop
from cotree.runtime.messages import Acted, End, Heard
from cotree.runtime.operating.ground import Ground
from cotree.runtime.operating.injecting import Scene
from cotree.runtime.operating.operator import Operator
from cotree.runtime.operating.solo import Solo
from cotree.runtime.replies import Ack, No, Standing
from cotree.runtime.timeline import RealTime, VirtualTime
from cotree.simulation.body import KinematicBody
from tests.runtime.fakes import HERE, FakeEngine, FakeTime, Notes

MODEL = RobotModel("fake", (ResourceModel("base", "base"),))
POLICY = Policy(patience_s=10.0, halt_s=1.0)


class Held(FakeEngine):
    """Its action does not begin at a breakpoint before it is let go on."""

    def break_at(self, path: str, *, on: bool) -> None:
        super().break_at(path, on=on)
        self.begins, self.stopped_at = not on, (path,) if on else ()

    def go_on(self, paths: Iterable[str]) -> None:
        super().go_on(paths)
        self.begins, self.stopped_at = True, ()


class Run:
    """A loop over a fake engine whose one action takes two seconds, with an operator."""

    def __init__(self, *, real: bool = False, paced: bool = False, breaks: tuple[str, ...] = ()):
        self.engine, self.notes, self.time = Held(), Notes(), FakeTime()
        self.hatch: Hatch[Standing] = Hatch()
        self.befallen: list[Misfortune] = []
        self.plan: list[tuple[float, Act]] = []
        """Acts, each so many seconds of real time after the beginning."""
        clock = Clock(1.0, self.time.read, self.sleep)
        pace = Pacer(clock, lambda now_s: self.hatch.waiting) if paced else None
        time = RealTime(20.0, clock) if real else VirtualTime(20.0, pace)
        executor = Executor(self.engine, self.notes)
        self.loop = Loop(
            executor, KinematicBody({"fake": (MODEL, HERE)}, {}), time, POLICY, foretold=not real
        )
        self.executor = executor
        self._loop_with(Scene({"fake": ()}, ("x", "y"), lambda robot: []), clock, time, breaks)
        self._began_s = self.time.now_s

    def _loop_with(
        self, scene: Scene, clock: Clock, time: RealTime | VirtualTime, breaks: tuple[str, ...]
    ) -> None:
        again = time.again if isinstance(time, RealTime) else clock.restart
        site = Solo(Ground(("task",), scene, self.befallen.append, again), self.executor)
        self.operator = Operator(self.hatch, site, self.notes, self.nap, breaks)
        self.loop.operator = self.operator

    def nap(self) -> None:
        self.sleep(0.02)

    def sleep(self, duration_s: float) -> None:
        self.time.sleep(duration_s)
        while self.plan and self.time.now_s - self._began_s >= self.plan[0][0]:
            self.hatch.put(Ticket(1, self.plan.pop(0)[1]))

    def run(self, *plan: tuple[float, Act]) -> End:
        self.hatch.put(Ticket(1, Arm(on=True)))
        self.plan = list(plan)
        return self.loop.run()

    @property
    def took_s(self) -> float:
        return self.time.now_s - self._began_s

    @property
    def ticks(self) -> list[float]:
        return [each.t for each in self.notes.messages if isinstance(each, Heard)]

    @property
    def acted(self) -> list[tuple[float, Act, str]]:
        found = [each for each in self.notes.messages if isinstance(each, Acted)]
        return [(each.t, each.act, each.wrong) for each in found]


@pytest.mark.parametrize("how", ["real", "paced"])
def test_real_time_that_passes_while_it_is_paused_is_no_time_of_the_mission(how: str) -> None:
    run = Run(real=how == "real", paced=how == "paced")
    end = run.run((1.0, Pause()), (31.0, Resume()))
    assert end.result == "success"
    assert end.t == pytest.approx(2.0, abs=0.11)
    assert run.took_s == pytest.approx(32.0, abs=0.3)
    assert [act for _, act, _ in run.acted] == [Arm(on=True), Pause(), Resume()]
    assert [t for t, _, _ in run.acted[1:]] == pytest.approx([1.0, 1.0], abs=0.06)


@pytest.mark.parametrize("how", ["real", "paced"])
def test_a_step_is_one_beat(how: str) -> None:
    run = Run(real=how == "real", paced=how == "paced")
    run.run((1.0, Pause()), (5.0, Step()), (9.0, Step()), (13.0, Resume()))
    steps = [t for t, act, _ in run.acted if isinstance(act, Step | Resume)]
    assert steps[1] - steps[0] == pytest.approx(0.05, abs=1e-6)
    assert steps[2] - steps[1] == pytest.approx(0.05, abs=1e-6)
    assert {round(t, 6) for t in steps[1:]} <= {round(t, 6) for t in run.ticks}


def test_steps_that_are_asked_for_at_once_are_taken_one_after_the_other() -> None:
    run = Run(paced=True)
    run.run((1.0, Pause()), (2.0, Step()), (2.0, Step()), (2.0, Step()), (3.0, Resume()))
    times = [t for t, act, _ in run.acted if isinstance(act, Step | Resume)]
    assert [round(t - times[0], 6) for t in times] == [0.0, 0.05, 0.1, 0.15]


def test_acts_are_answered_and_the_page_is_shown_how_it_stands() -> None:
    run = Run(paced=True)
    run.run((0.5, Pause()), (0.6, Pause()), (0.7, Inject(what="fall", robot="x")), (0.8, Resume()))
    replies = [reply for _, reply in run.hatch.news()]
    assert replies == [
        Ack(0),
        Ack(0),
        No(0, "it is paused already"),
        No(0, "no robot 'x'; known: fake"),
        Ack(0),
    ]
    assert run.hatch.shown == Standing(injections=("fall", "drop", "block", "unblock"))


def test_what_is_injected_befalls_the_body_now() -> None:
    run = Run(paced=True)
    run.run((0.5, Inject(n=7, what="fall", robot="fake")))
    (what,) = run.befallen
    assert (what.what, what.robot) == ("falls", "fake")
    assert what.at_s == pytest.approx(0.5, abs=0.06)
    assert run.acted[-1][1] == Inject(what="fall", robot="fake"), "the page's counter is its own"


def test_what_the_tree_has_to_do_is_part_of_what_its_next_tick_hears() -> None:
    run = Run(paced=True, breaks=("task",))
    wanted = Override(robot="fake", path="task", result="failure")
    nobody = Override(robot="x", path="task", result="success")
    run.run((2.0, Resume()), (3.0, wanted), (3.0, nobody))
    heard = [each for each in run.notes.messages if isinstance(each, Heard)]
    assert [each.acts for each in heard if each.acts] == [(Break(path="task"),), (wanted,)]
    assert [each.goes_on for each in heard if each.goes_on] == [("task",)]
    assert run.engine.operated == [("task", True), ("task", "goes on"), ("task", "failure")]
    assert run.acted[-1][2].startswith("no robot 'x'")


def test_a_breakpoint_that_a_tick_comes_to_holds_the_run_until_it_goes_on() -> None:
    run = Run(paced=True, breaks=("task",))
    end = run.run((10.0, Resume()))
    assert end.result == "success"
    assert end.t == pytest.approx(2.05)
    assert run.took_s == pytest.approx(12.0, abs=0.2)
    assert run.operator.console.standing.breakpoints == ("task",)


def test_whoever_is_not_armed_changes_nothing() -> None:
    run = Run(paced=True)
    run.plan = [(0.5, Pause()), (0.6, Inject(what="fall", robot="fake"))]
    assert run.loop.run().t == 2.0
    assert run.acted == []
    assert run.befallen == []


def test_a_run_that_is_being_ended_does_not_rest() -> None:
    run = Run(paced=True)
    nap = run.time.sleep

    def sleep(duration_s: float) -> None:
        nap(duration_s)
        if run.time.now_s > 110.0:
            run.loop.stopper.ask()

    run.time.sleep = sleep  # type: ignore[method-assign]
    assert run.run((1.0, Pause())).result == "halted"
