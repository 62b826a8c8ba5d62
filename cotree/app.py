"""The composition root: the only module that knows every room.

It makes of a mission a robot with its tree, its body, its time and its record, and runs it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import math
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from cotree import __version__
from cotree.behaviours.desk import Desk
from cotree.core.actions import FactSeen
from cotree.core.belief import Belief
from cotree.core.errors import InputError
from cotree.core.mission import Mission, RobotModel
from cotree.runtime.alone import only_robot
from cotree.runtime.clock import Clock, Pacer, stopwatch
from cotree.runtime.describe import describe
from cotree.runtime.executor import Executor
from cotree.runtime.garbage import Garbage
from cotree.runtime.glances import Glances
from cotree.runtime.interrupts import interrupts
from cotree.runtime.limit import DAY_S, IDLE_S, Limit
from cotree.runtime.loop import Loop
from cotree.runtime.messages import End, Message, Told
from cotree.runtime.metronome import Metronome
from cotree.runtime.planner import PromptPlanner, manner_of
from cotree.runtime.ports import Planner
from cotree.runtime.read import Recording
from cotree.runtime.record import RecordError
from cotree.runtime.stopper import Stopper
from cotree.runtime.timeline import RealTime, VirtualTime
from cotree.runtime.verify import Verdict, verify
from cotree.runtime.watchdog import SlowTick, Watchdog
from cotree.runtime.worker import WorkerPlanner
from cotree.simulation.body import KinematicBody
from cotree.trees.build import grow
from cotree.trees.catalogue import catalogue
from cotree.trees.engine import Engine
from cotree.trees.reading import load, loads

Write = Callable[[Message], None]


# -- missions ----------------------------------------------------------------------------------


def read_mission(path: str, **changes: Any) -> Mission:
    """The mission of a file; changes (seed, rate_hz, selector, schedule) win over what it says."""
    mission = load(path)
    given = {key: value for key, value in changes.items() if value is not None}
    seed = given.pop("seed", mission.chance.seed)
    return msgspec.structs.replace(
        mission,
        chance=msgspec.structs.replace(mission.chance, seed=seed),
        policy=msgspec.structs.replace(mission.policy, **given),
    )


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
    name = only_robot(mission)
    model = mission.team[name].robot
    assert model is not None
    desk = Desk(name, model)
    desk.clear()
    desk.same_place_m = mission.policy.same_place_m
    desk.belief = Belief(places=mission.world.places)
    root = grow(mission.task, catalogue())
    engine = Engine(root, desk, mission.policy, model.resources, stopwatch=watch)
    return Robot(mission, name, model, engine)


def simulated_body(robot: Robot) -> KinematicBody:
    """A kinematic body for the robot in its world."""
    mission = robot.mission
    body = KinematicBody(
        {robot.name: (robot.model, mission.team[robot.name].start)},
        mission.world.objects,
        mission.chance,
        reach_m=mission.policy.same_place_m,
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
        return _recorded(robot, loop, write, halting)


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
        return _recorded(robot, loop, write, halting)


def _recorded(robot: Robot, loop: Loop, write: Write, halting: Callable[[], None] | None) -> End:
    for message in describe(robot.mission, robot.name, __version__):
        write(message)
    try:
        with interrupts(loop.stopper, halting):
            end = loop.run()
    except Exception as error:
        write(loop.broken(error))
        raise
    except BaseException as error:  # a leaf that wants to end the process: SystemExit and the like
        end = loop.broken(error)
    write(end)
    return end


@contextlib.contextmanager
def _ended(planner: Planner | None) -> Iterator[None]:
    try:
        yield
    finally:
        if planner is not None:
            planner.close()


# -- doing it again ----------------------------------------------------------------------------


def do_again(recording: Recording) -> Verdict:
    """Run a recorded mission once more on what it heard, and compare what it told."""
    hello = recording.hello
    try:
        mission = loads(hello.text, hello.file, files=hello.included)
    except InputError as error:
        first = error.mistakes[0]
        raise RecordError(f"the recorded mission can no longer be read: {first}") from error
    mission = msgspec.structs.replace(mission, policy=hello.policy, chance=hello.chance)
    return verify(recording, Executor(assemble(mission).engine, lambda message: None))
