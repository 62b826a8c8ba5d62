"""A team around one world and one network, from its first tick to its end."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from cotree import __version__
from cotree.app.assembly import Assembly, Write, seed_of
from cotree.app.history import followed
from cotree.app.operating import Controls, operate_team
from cotree.app.planners import Planners
from cotree.app.recorded import recorded
from cotree.app.sensing import Sensing, check_senses
from cotree.app.voice import Voice
from cotree.app.worlds import world_of
from cotree.core.mission import Mission
from cotree.runtime.beat import beat_hz
from cotree.runtime.clock import Clock, Pacer
from cotree.runtime.crew.bystander import Bystander
from cotree.runtime.crew.crew import Crew, Pace
from cotree.runtime.crew.foretold import Foretold
from cotree.runtime.crew.ports import LocalTime
from cotree.runtime.crew.seat import Seat
from cotree.runtime.describe import describe
from cotree.runtime.executor import Executor
from cotree.runtime.gauge import Gauge
from cotree.runtime.inspector import PROMPT_S
from cotree.runtime.limit import DAY_S
from cotree.runtime.loop import STOPPING_S
from cotree.runtime.messages import Born, End, Said
from cotree.runtime.senses.pictures import Pictures
from cotree.runtime.stopper import Stopper
from cotree.runtime.swarm.faults import Air
from cotree.runtime.swarm.network import Network
from cotree.runtime.swarm.queue import Queue
from cotree.simulation.stage.stage import Stage
from cotree.simulation.stage.times import TrueTime
from cotree.team.dice import Dice
from cotree.team.durable import Memory
from cotree.team.messages import Letter


def crew_of(
    mission: Mission,
    write: Write,
    *,
    air: Air | None = None,
    clocks: Callable[[str], LocalTime] | None = None,
    wall_s: Callable[[str, float], float] | None = None,
    pace: Pace | None = None,
    until_s: float = DAY_S,
    stage: Stage | None = None,
    planners: Callable[[], Planners] | None = None,
) -> tuple[Crew, Stage]:
    """The team of a mission on its stage, ready to run.

    ``stage``, ``planners``: not the usual ones.
    """
    assembly = Assembly(mission, write)
    assembly.planners = planners or assembly.planners
    assembly.answers_within_s = PROMPT_S
    if wall_s is not None:
        assembly.wall_s = wall_s
    queue, stage = Queue(), stage or Stage(mission, world_of(mission))
    names = (*assembly.robots, *assembly.witnesses)
    network = Network(names, air or Air(), queue, Dice(seed_of(mission.chance.seed, "air")))
    number = {name: index for index, name in enumerate(names)}
    clocks = clocks or (lambda name: TrueTime())

    def boots(
        robot: str, life: int, memory: Memory | None, now_s: float, *, first: bool
    ) -> Executor:
        write(Born(queue.now_s, robot, life, now_s, first, memory))
        return assembly.executor(robot, life, memory, now_s, first=first)

    def send(sender: str, letter: Letter) -> None:
        write(Said(queue.now_s, letter))
        network.send(number[sender], letter)

    crew = Crew(
        queue,
        stage,
        network,
        halt_s=mission.policy.halt_s + STOPPING_S,
        patience_s=max(mission.policy.patience_s, 3 * mission.coordination.hold_s),
        until_s=until_s,
        pace=pace,
    )
    for name in assembly.robots:
        clock = clocks(name)
        body = stage.part(name, clock)
        crew.join(
            Seat(
                name,
                clock,
                body,
                beat_hz(mission),
                boots,
                queue.at,
                send,
            )
        )
    for name in assembly.witnesses:
        crew.bystanders[name] = Bystander(
            name,
            clocks(name),
            assembly.mate,
            queue.at,
            send,
        )
    Foretold(crew, mission.disturbances, write)
    return crew, stage


def run_team(
    mission: Mission,
    write: Write,
    *,
    watch: Callable[[float], None] | None = None,
    speed: float | None = None,
    real: bool = False,
    until_s: float | None = None,
    halting: Callable[[], None] | None = None,
    voices: Sequence[Voice] = (),
    controls: Controls | None = None,
    gauges: Callable[[Mapping[str, Gauge]], None] = lambda gauges: None,
    pictures: Pictures | None = None,
    report: Callable[[str], None] = lambda message: None,
) -> End:
    """Run the whole team in virtual time; with a speed, paced so that people can watch.

    ``real``: no silence is cut short, so mission time keeps step with the clock; when the machine
    is late, everything of the team is late together.  ``voices``: whoever speaks for people.
    ``controls``: somebody may operate it.  ``gauges`` is told where each robot's ticks are timed.
    ``pictures``: where its cameras' newest ones can be taken.  ``report`` is told in one line what
    goes wrong with its senses.
    """
    check_senses(mission)
    stoppers: list[Stopper] = []

    def show(now_s: float) -> bool:
        if watch is not None:
            watch(now_s)
        heard = [voice.news(now_s) for voice in voices]
        heard.append(controls is not None and controls.door.waiting)
        return stoppers[0].news() or any(heard)

    clock = Clock(1.0 if speed is None else speed)
    pace = None if speed is None else Pacer(clock, show, math.inf if real else Pacer.SILENCE_S)
    limit_s = DAY_S if until_s is None else until_s
    write, judged = followed(mission, write)
    world = Stage(mission, world_of(mission, real=real))
    crew, stage = crew_of(mission, write, pace=pace, until_s=limit_s, stage=world)
    stoppers.append(crew.stopper)
    gauges({name: seat.gauge for name, seat in crew.seats.items()})
    if controls is not None:
        operate_team(controls, crew, stage.body, mission, write, clock.restart)
    for voice in voices:
        voice.join(crew, stage)
    paced = speed is not None
    sensing = Sensing(mission, crew, stage, pictures, report, real=real, paced=paced)
    if watch is not None:
        crew.watch = lambda seat, told, true_s: watch(true_s) if told.changes else None
    clock.restart()
    opening = describe(mission, "", __version__)
    try:
        return recorded(crew, opening, write, halting, judged)
    finally:
        sensing.close()
        for voice in voices:
            voice.leaves()
