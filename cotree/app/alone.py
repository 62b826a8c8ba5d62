"""A mission of one robot: its tree, its body, its time and its record."""

from __future__ import annotations

import contextlib
import dataclasses
import math
from collections.abc import Callable, Iterable

from cotree import __version__
from cotree.app.beats import real_time
from cotree.app.crewing import jobs_of, share_steps
from cotree.app.engines import engine_of
from cotree.app.history import followed
from cotree.app.operating import Controls, operate_alone
from cotree.app.planners import NOBODY, Planners, prompt_planners, worker_planners
from cotree.app.recorded import recorded
from cotree.app.worlds import tell_armless, world_of
from cotree.core.mission import Mission, RobotModel
from cotree.runtime.beat import beat_hz
from cotree.runtime.clock import Clock, Pacer, stopwatch
from cotree.runtime.describe import describe
from cotree.runtime.executor import Executor
from cotree.runtime.inspector import PROMPT_S, Inspector, inspector_of
from cotree.runtime.limit import DAY_S, IDLE_S, Limit
from cotree.runtime.loop import Loop
from cotree.runtime.messages import End, Message, Told
from cotree.runtime.metronome import Metronome
from cotree.runtime.ports import Body
from cotree.runtime.stopper import Stopper
from cotree.runtime.timeline import VirtualTime
from cotree.runtime.watchdog import SlowTick
from cotree.trees.engine import Engine

Write = Callable[[Message], None]


# -- putting a robot together ------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Robot:
    """One robot of a mission, ready to run."""

    mission: Mission
    name: str
    model: RobotModel
    engine: Engine

    def executor(
        self,
        write: Write,
        planners: Planners = NOBODY,
        inspector: Inspector | None = None,
    ) -> Executor:
        """What ticks it, with the jobs or the shared steps that its mission has."""
        executor = Executor(self.engine, write, planners.tree)
        executor.jobs = jobs_of(self.mission, self.engine)
        share_steps(self.mission, self.engine, executor, planners)
        executor.inspector = inspector
        return executor


def assemble(mission: Mission, watch: Callable[[], float] | None = None) -> Robot:
    """The mission's robot with its tree, attached and ready for the first tick."""
    ((name, mate),) = mission.team.items()
    model = mate.robot
    assert model is not None
    engine = engine_of(mission, name, watch=watch)
    return Robot(mission, name, model, engine)


# -- running it --------------------------------------------------------------------------------


def run_virtual(
    mission: Mission,
    write: Write,
    *,
    watch: Callable[[float], None] | None = None,
    speed: float | None = None,
    until_s: float | None = None,
    halting: Callable[[], None] | None = None,
    controls: Controls | None = None,
    report: Callable[[str], None] = lambda message: None,
) -> End:
    """Run in virtual time; with a speed, paced so that people can watch.

    ``until_s`` is the longest that the mission may take; ``halting`` is told of every Ctrl-C.
    ``controls``: somebody may operate it, and is waited for as events are in real time.
    ``report`` is told in one line whose arms could not be had.
    """
    write, judged = followed(mission, write)
    robot = assemble(mission)
    planners = prompt_planners(mission)
    stoppers: list[Stopper] = []

    def show(now_s: float) -> bool:
        if watch is not None:
            watch(now_s)
        return stoppers[0].asked or (controls is not None and controls.door.waiting)

    clock = Clock(1.0 if speed is None else speed)
    pace = None if speed is None else Pacer(clock, show)
    time = VirtualTime(beat_hz(mission), pace)
    body = world_of(mission)
    tell_armless(body, report)
    with contextlib.closing(planners):
        executor = robot.executor(write, planners, inspector_of(mission, PROMPT_S))
        loop = Loop(
            executor,
            body,
            time,
            mission.policy,
            foretold=controls is None,
            watch=None if watch is None else lambda told: watch(told.t),
            limit=Limit(DAY_S, IDLE_S) if until_s is None else Limit(until_s),
        )
        stoppers.append(loop.stopper)
        if controls is not None:
            operate_alone(controls, loop, executor, body, mission, write, clock.restart)
        return recorded(loop, _opening(robot), write, halting, judged)


def run_real(
    mission: Mission,
    write: Write,
    *,
    watch: Callable[[float], None] | None = None,
    speed: float = 1.0,
    slow: Callable[[SlowTick], None],
    beat: Callable[[Metronome], None] | None = None,
    until_s: float = math.inf,
    halting: Callable[[], None] | None = None,
    controls: Controls | None = None,
    own: Body | None = None,
    report: Callable[[str], None] = lambda message: None,
) -> End:
    """Run in real time (or so many times faster), with a guard against slow ticks.

    ``watch`` is told the time between the ticks, also when nothing happens.  ``controls``: somebody
    may operate it.  ``own``: its own body, instead of a simulated one; nobody operates that.
    ``report`` is told in one line whose arms could not be had.
    """
    write, judged = followed(mission, write)
    robot = assemble(mission, stopwatch)
    planners = worker_planners(mission)
    with (
        contextlib.closing(planners),
        real_time(mission, speed, watch=watch, slow=slow, beat=beat) as time,
    ):

        def ticked(told: Told) -> None:
            time.metronome.noted(robot.engine.slowest)

        executor = robot.executor(write, planners, inspector_of(mission))
        body = world_of(mission, real=True)
        tell_armless(body, report)
        loop = Loop(
            executor,
            own or body,
            time,
            mission.policy,
            foretold=False,
            watch=ticked,
            limit=Limit(until_s),
        )
        if controls is not None and own is None:
            operate_alone(controls, loop, executor, body, mission, write, time.again)
        return recorded(loop, _opening(robot), write, halting, judged)


def _opening(robot: Robot) -> Iterable[Message]:
    return describe(robot.mission, robot.name, __version__)
