"""A mission of one robot: its tree, its body, its time and its record."""

from __future__ import annotations

import contextlib
import dataclasses
import math
from collections.abc import Callable, Iterable, Iterator

from cotree import __version__
from cotree.app.recorded import recorded
from cotree.behaviours.desk import Desk
from cotree.core.actions import FactSeen
from cotree.core.belief import Belief
from cotree.core.mission import Mission, RobotModel
from cotree.runtime.clock import Clock, Pacer, stopwatch
from cotree.runtime.describe import describe
from cotree.runtime.executor import Executor
from cotree.runtime.garbage import Garbage
from cotree.runtime.glances import Glances
from cotree.runtime.limit import DAY_S, IDLE_S, Limit
from cotree.runtime.loop import Loop
from cotree.runtime.messages import End, Message, Told
from cotree.runtime.metronome import Metronome
from cotree.runtime.planner import PromptPlanner, manner_of
from cotree.runtime.ports import Planner
from cotree.runtime.stopper import Stopper
from cotree.runtime.timeline import RealTime, VirtualTime
from cotree.runtime.watchdog import SlowTick, Watchdog
from cotree.runtime.worker import WorkerPlanner
from cotree.simulation.body import KinematicBody
from cotree.trees.build import grow
from cotree.trees.catalogue import catalogue
from cotree.trees.engine import Engine
from cotree.trees.reading.terms import suitability_of
from cotree.trees.sharing import robots_of

Write = Callable[[Message], None]


# -- putting a robot together ------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Robot:
    """One robot of a mission, ready to run."""

    mission: Mission
    name: str
    model: RobotModel
    engine: Engine


def assemble(mission: Mission, watch: Callable[[], float] | None = None) -> Robot:
    """The mission's robot with its tree, attached and ready for the first tick."""
    ((name, mate),) = mission.team.items()
    model = mate.robot
    assert model is not None
    desk = Desk(name, model)
    desk.clear()
    desk.same_place_m = mission.policy.same_place_m
    desk.suitability = suitability_of(mission.metric)
    desk.belief = Belief(places=mission.world.places)
    root = grow(mission.task, catalogue())
    has = robots_of(mission)[name].resources
    engine = Engine(root, desk, mission.policy, has, stopwatch=watch)
    return Robot(mission, name, model, engine)


def simulated_body(robot: Robot) -> KinematicBody:
    """A kinematic body for the robot in its world."""
    mission = robot.mission
    body = KinematicBody(
        {robot.name: (robot.model, mission.team[robot.name].start)},
        mission.world.objects,
        mission.chance,
        reach_m=mission.policy.same_place_m,
        grasps=mission.world.grasps,
    )
    for name, value in mission.world.facts.items():
        body.happen(0.0, FactSeen(name, value))
    for event in mission.chance.events:
        body.happen(event.at_s, FactSeen(event.fact, event.equals))
    return body


# -- running it --------------------------------------------------------------------------------


def run_virtual(
    mission: Mission,
    write: Write,
    *,
    watch: Callable[[float], None] | None = None,
    speed: float | None = None,
    until_s: float | None = None,
    halting: Callable[[], None] | None = None,
) -> End:
    """Run in virtual time; with a speed, paced so that people can watch.

    ``until_s`` is the longest that the mission may take; ``halting`` is told of every Ctrl-C.
    """
    robot = assemble(mission)
    manner = manner_of(mission.policy)
    planner = None if manner is None else PromptPlanner(manner)
    stoppers: list[Stopper] = []

    def show(now_s: float) -> bool:
        if watch is not None:
            watch(now_s)
        return stoppers[0].asked

    pace = None if speed is None else Pacer(Clock(speed), show)
    time = VirtualTime(mission.policy.rate_hz, pace)
    with _ended(planner):
        executor = Executor(robot.engine, write, planner)
        loop = Loop(
            executor,
            simulated_body(robot),
            time,
            mission.policy,
            foretold=True,
            watch=None if watch is None else lambda told: watch(told.t),
            limit=Limit(DAY_S, IDLE_S) if until_s is None else Limit(until_s),
        )
        stoppers.append(loop.stopper)
        return recorded(loop, _opening(robot), write, halting)


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
) -> End:
    """Run in real time (or so many times faster), with a guard against slow ticks.

    ``watch`` is told the time between the ticks, also when nothing happens.
    """
    robot = assemble(mission, stopwatch)
    manner = manner_of(mission.policy)
    planner = None if manner is None else WorkerPlanner(manner)
    rate_hz = mission.policy.rate_hz
    with _ended(planner), Garbage() as garbage, Watchdog(1 / rate_hz / speed, slow) as watchdog:
        clock = Clock(speed)
        idle = garbage.idle
        if watch is not None:
            idle = Glances(watch, clock.now_s, stopwatch, garbage.idle).idle
        time = RealTime(rate_hz, clock, idle, watchdog)
        if beat is not None:
            beat(time.metronome)

        def ticked(told: Told) -> None:
            time.metronome.noted(robot.engine.slowest)

        loop = Loop(
            Executor(robot.engine, write, planner),
            simulated_body(robot),
            time,
            mission.policy,
            foretold=False,
            watch=ticked,
            limit=Limit(until_s),
        )
        return recorded(loop, _opening(robot), write, halting)


def _opening(robot: Robot) -> Iterable[Message]:
    return describe(robot.mission, robot.name, __version__)


@contextlib.contextmanager
def _ended(planner: Planner | None) -> Iterator[None]:
    try:
        yield
    finally:
        if planner is not None:
            planner.close()
