"""A team put together: every robot's tree, accord and body, around one world and one network."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from hashlib import blake2b
from typing import cast

from cotree import __version__
from cotree.app.missions import read_mission
from cotree.app.recorded import recorded
from cotree.app.voice import Voice
from cotree.behaviours.desk import Desk
from cotree.core.belief import Belief
from cotree.core.mission import Mission
from cotree.runtime.accord.accord import Accord
from cotree.runtime.accord.company import Company
from cotree.runtime.alone import check_robots
from cotree.runtime.clock import Clock, Pacer
from cotree.runtime.crew.bystander import Bystander
from cotree.runtime.crew.crew import Crew, Pace
from cotree.runtime.crew.ports import LocalTime
from cotree.runtime.crew.published import Published
from cotree.runtime.crew.seat import Seat
from cotree.runtime.describe import describe
from cotree.runtime.executor import Executor
from cotree.runtime.limit import DAY_S
from cotree.runtime.loop import STOPPING_S
from cotree.runtime.messages import Born, End, Message, Said
from cotree.runtime.stopper import Stopper
from cotree.runtime.swarm.faults import Air
from cotree.runtime.swarm.network import Network
from cotree.runtime.swarm.queue import Queue
from cotree.simulation.stage.stage import Stage
from cotree.simulation.stage.times import TrueTime
from cotree.team.dice import Dice
from cotree.team.durable import Memory
from cotree.team.messages import Letter
from cotree.team.mind import Plot
from cotree.team.outline import Task
from cotree.team.policies import policy_of
from cotree.team.roster import first_roster
from cotree.team.teammate import Setting, Teammate
from cotree.team.timing import Timing
from cotree.trees.build import grow
from cotree.trees.catalogue import catalogue
from cotree.trees.engine import Engine
from cotree.trees.pieces import outline_of
from cotree.trees.reading.terms import suitability_of
from cotree.trees.sharing import robots_of

Write = Callable[[Message], None]
DRAFT = "~draft"
"""Who has the tree that is only looked at: no robot, so that nothing of a living one is touched."""
LIVES = 1 << 20
"""More incarnations than any robot will have; keeps boot numbers of one robot rising."""


def seed_of(*parts: object) -> int:
    """One number from everything that tells one pair of dice from another."""
    text = "/".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def timing_of(mission: Mission) -> Timing:
    """The times of the protocol that a mission asks for."""
    wanted = mission.coordination
    return Timing(hold_s=wanted.hold_s, renew_s=wanted.renew_s, stop_s=wanted.stop_s)


class Assembly:
    """Makes the parts of a team that belong together: one task, one roster, one setting."""

    def __init__(self, mission: Mission, write: Write) -> None:
        self.mission = mission
        self.write = write
        self.wall_s: Callable[[str, float], float] = lambda name, steady_s: steady_s
        """What a teammate's wall clock shows; only the published rule reads it."""
        check_robots(mission)
        self.models = robots_of(mission)
        self.robots = list(self.models)
        self.things = mission.shared
        engine = self._engine(self.robots[0], as_=DRAFT)
        engine.share(self.things)
        root = engine.root
        engine.desk.clear()
        self.outline = outline_of(root)  # type: ignore[arg-type]
        self.plot = Plot(Task(self.outline, self.things))
        self.witnesses = mission.coordination.witness
        self.setting = Setting(
            mission.name,
            first_roster(mission.team, self.witnesses),
            timing_of(mission),
            policy_of(mission.coordination.partition),
        )

    def _engine(self, robot: str, as_: str = "") -> Engine:
        mission = self.mission
        model = self.models[robot]
        desk = Desk(as_ or robot, model)
        desk.clear()
        desk.suitability = suitability_of(mission.metric)
        desk.belief = Belief(places=mission.world.places)
        root = grow(mission.task, catalogue())
        return Engine(root, desk, mission.policy, model.resources)

    def mate(
        self,
        name: str,
        life: int,
        memory: Memory | None,
        now_s: float,
        *,
        first: bool,
        incarnation: int = 0,
    ) -> Teammate:
        """The protocol's side of a robot or a witness.

        ``incarnation``: of a real process, which does not know its lives when it has lost its disk.
        """
        lives = incarnation or life
        dice = Dice(seed_of(self.mission.chance.seed, name, lives))
        boot = dice.below(LIVES) + lives * LIVES
        if self.mission.coordination.rule == "paper":
            paper = Published(
                name, self.plot, self.setting, now_s, partial(self.wall_s, name), boot=boot
            )
            return cast("Teammate", paper)
        return Teammate(
            name, self.plot, self.setting, dice, now_s, boot=boot, memory=memory, first=first
        )

    def executor(
        self,
        robot: str,
        life: int,
        memory: Memory | None,
        now_s: float,
        *,
        first: bool,
        incarnation: int = 0,
    ) -> Executor:
        """A new incarnation of a robot's process."""
        engine = self._engine(robot)
        rights = engine.share(self.things)
        mate = self.mate(robot, life, memory, now_s, first=first, incarnation=incarnation)
        people = {name: each.start for name, each in self.mission.team.items() if not each.robot}
        company = None
        if people:
            company = Company(engine.desk, rights.pieces, self.outline, people, mate.mind.boot)
        accord = Accord(rights, engine.desk, engine.registry, mate, company)
        return Executor(engine, self.write, None, accord)


def crew_of(
    mission: Mission,
    write: Write,
    *,
    air: Air | None = None,
    clocks: Callable[[str], LocalTime] | None = None,
    wall_s: Callable[[str, float], float] | None = None,
    pace: Pace | None = None,
    until_s: float = DAY_S,
) -> tuple[Crew, Stage]:
    """The team of a mission on its stage, ready to run."""
    assembly = Assembly(mission, write)
    if wall_s is not None:
        assembly.wall_s = wall_s
    queue, stage = Queue(), Stage(mission)
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
                mission.policy.rate_hz,
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
    voice: Voice | None = None,
) -> End:
    """Run the whole team in virtual time; with a speed, paced so that people can watch.

    ``real``: no silence is cut short, so mission time keeps step with the clock; when the machine
    is late, everything of the team is late together.  ``voice``: somebody speaks for a person.
    """
    stoppers: list[Stopper] = []

    def show(now_s: float) -> bool:
        if watch is not None:
            watch(now_s)
        heard = voice is not None and voice.news(now_s)
        return stoppers[0].news() or heard

    clock = Clock(1.0 if speed is None else speed)
    pace = None if speed is None else Pacer(clock, show, math.inf if real else Pacer.SILENCE_S)
    limit_s = DAY_S if until_s is None else until_s
    crew, stage = crew_of(mission, write, pace=pace, until_s=limit_s)
    stoppers.append(crew.stopper)
    if voice is not None:
        voice.join(crew, stage)
    if watch is not None:
        crew.watch = lambda seat, told, true_s: watch(true_s) if told.changes else None
    clock.restart()
    return recorded(crew, describe(mission, "", __version__), write, halting)


__all__ = ["Assembly", "crew_of", "read_mission", "run_team"]
