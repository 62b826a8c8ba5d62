"""A whole team in any weather: one trial of a mission, watched by a monitor of what must not be."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Protocol

import msgspec

from cotree.app.assembly import Assembly, Write
from cotree.app.team import crew_of
from cotree.core.mission import Mission
from cotree.runtime.crew.crew import Crew
from cotree.runtime.crew.fates import hosts_of
from cotree.runtime.crew.hardships import HARDSHIPS, Trial, drawn
from cotree.runtime.crew.seat import Seat
from cotree.runtime.crew.takeovers import Takeovers
from cotree.runtime.crew.trace import Trace
from cotree.runtime.crew.trouble import Trouble
from cotree.runtime.messages import End, Message, Told
from cotree.runtime.swarm.faults import FAULTS_S, FINISH_S
from cotree.runtime.swarm.host import Clock
from cotree.simulation.stage.goals import Goals
from cotree.simulation.stage.monitor import Broken, Monitor
from cotree.simulation.stage.motion import Motion
from cotree.simulation.stage.stage import Stage
from cotree.team.durable import Durable
from cotree.team.facts import Fact
from cotree.team.mirror.script import Act


class Course(Protocol):
    """How long a mission lasts when nothing goes wrong, and how long it may."""

    @property
    def lasts_s(self) -> float:
        """Without faults."""

    @property
    def until_s(self) -> float:
        """At most; infinite: as long as anybody can be patient."""


PATIENCE = 3.0
"""Once it is healed, a team may take so many times as long as a team without faults."""
MOST_EVENTS = 5_000_000
"""A run that has more is stuck in a storm of its own."""


class Result(msgspec.Struct, frozen=True):
    """What came of a trial."""

    trial: Trial
    violations: tuple[Broken, ...]
    end: str
    """How the mission ended: ``success``, ``failure``, ``stuck``, ``out_of_time``, ``broken``."""
    reasons: tuple[str, ...]
    excused: bool
    """Whether a failure may come from what the trial did to the robots."""
    time_s: float
    events: int
    letters: int
    hosts: int
    takeovers_s: tuple[float, ...]
    digest: str
    """Of the trace: equal for equal trials."""
    cpu_s: float = 0.0
    trace: tuple[str, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether the mission came to an end that can be answered for."""
        refused = self.end == "failure" and self.excused and bool(self.reasons)
        return self.end == "success" or refused

    @property
    def failed(self) -> bool:
        """Whether the mission failed, for whatever reason."""
        return self.end == "failure"

    @property
    def ok(self) -> bool:
        """Whether nothing was broken, nothing is stuck, and nothing failed without an excuse."""
        return not self.violations and self.finished

    @property
    def samples(self) -> Mapping[str, list[float]]:
        """What a table is made of."""
        letters = self.letters / self.hosts / max(self.time_s, 1e-9)
        found = {
            "success": [float(self.end == "success")],
            "letters": [letters],
            "takeover_s": list(self.takeovers_s),
            "cpu_s": [self.cpu_s],
        }
        return found | ({"time_s": [self.time_s]} if self.end == "success" else {})


class _Enough(Exception):
    """The run is over before its end: a rule is broken, or it would never end."""


class _Motions:
    """Follows what moves, for the trace and for the times of take-overs."""

    def __init__(self, monitor: Monitor, trace: Trace, takeovers: Takeovers) -> None:
        self._ledger = monitor.ledger
        self._paths = [leaf.path for leaf in self._ledger.task.leaves]
        self._trace = trace
        self._takeovers = takeovers

    def begins(self, motion: Motion, true_s: float) -> None:
        """A robot begins to move."""
        begin = motion.begin
        self._trace.note(f"{begin.robot} begins {begin.id} for {begin.piece} {motion.token[0]}")
        number = self._ledger.number(motion.piece)
        if number is not None:
            self._takeovers.begins(motion.robot, self._paths[number], true_s)

    def ends(self, motion: Motion, done: bool, true_s: float) -> None:
        """It does not move any more."""
        self._trace.note(
            f"{motion.robot} {'has done' if done else 'has stopped'} {motion.begin.id}"
        )
        self._takeovers.free(motion.robot, true_s)

    def acts(self, person: str, act: Act, true_s: float) -> None:
        """A person begins to do something."""
        self._trace.note(f"{person} {act.deed.value} {act.leaf}")


class Run:
    """One trial, from its first tick to its end."""

    def __init__(
        self,
        mission: Mission,
        trial: Trial,
        course: Course,
        *,
        trace: bool,
        write: Write | None = None,
    ) -> None:
        lasts_s = course.lasts_s
        robots = sum(mate.robot is not None for mate in mission.team.values())
        hosts = robots + len(mission.coordination.witness)
        self.trial = trial
        self.heals_s = max(FAULTS_S, lasts_s)
        draws = drawn(trial, robots, hosts, lasts_s)
        self.mission = msgspec.structs.replace(
            mission,
            chance=draws.chance(mission.chance, trial.seed),
            coordination=msgspec.structs.replace(mission.coordination, rule=trial.rule),
        )
        names = [name for name, mate in mission.team.items() if mate.robot is not None]
        weather = draws.weather
        self.clocks = {
            name: Clock(draws.offsets_s[n], weather.drifts[n], weather.skews_s[n])
            for n, name in enumerate((*names, *mission.coordination.witness))
        }
        until_s = min(course.until_s, self.heals_s + PATIENCE * lasts_s + FINISH_S)
        self.crew, self.stage = crew_of(
            self.mission,
            write or _ignore,
            air=weather.air,
            clocks=self._clock,
            wall_s=self._wall_s,
            until_s=until_s,
        )
        self.trace = Trace(lambda: self.crew.queue.now_s, keep=trace)
        self.takeovers = Takeovers()
        self.monitor = self._monitor(self.crew, self.stage)
        trouble = Trouble(self.crew, weather.faults, self.clocks, self.heals_s, self.trace.note)
        trouble.crashed = self._crashed
        trouble.fates.anew = self.monitor.forgets

    def _clock(self, name: str) -> Clock:
        return self.clocks[name]

    def _wall_s(self, name: str, steady_s: float) -> float:
        clock = self.clocks[name]
        return clock.true(steady_s) + clock.skew_s

    # -- watching ------------------------------------------------------------------------------

    def _monitor(self, crew: Crew, stage: Stage) -> Monitor:
        task = Assembly(self.mission, _ignore).plot.task
        goals = Goals(
            self.mission.task,
            stage.targets,
            stage.body.world,
            fact=stage.fact,
            people=stage.people,
            places=self.mission.world.places,
            near_m=self.mission.policy.same_place_m,
        )
        policy, wanted = self.mission.policy, self.mission.coordination
        monitor = Monitor(
            task,
            optimistic=wanted.partition == "optimistic",
            kept=self._kept,
            goal=goals.holds,
            knows=self._knows,
            stops_s=1 / policy.rate_hz + wanted.stop_s + 0.5,
        )
        stage.listen(monitor)
        stage.listen(_Motions(monitor, self.trace, self.takeovers))
        for seat in crew.seats.values():
            seat.acts = self._acts
        crew.after = self._after
        return monitor

    def _kept(self, piece: int) -> bool:
        facts = (host.disk.get(("fact", piece)) for host in hosts_of(self.crew))
        return any(isinstance(fact, Fact) and fact.done for fact in facts)

    def _knows(self, robot: str, path: str) -> bool:
        seat = self.crew.seats[robot]
        accord = None if seat.executor is None else seat.executor.accord
        if accord is None:
            return False
        leaf = accord.mate.mind.task.number[path]
        return accord.mate.knows_person(leaf, seat.clock.steady(self.crew.queue.now_s))

    def _acts(self, seat: Seat, told: Told, records: list[Durable], true_s: float) -> None:
        self.trace.told(seat.name, told)
        self.monitor.told(seat.name, told.changes)
        self.monitor.stored(seat.name, records, true_s)

    def _after(self, true_s: float) -> None:
        if self.monitor.motions:
            self.monitor.look(true_s)
        if self.monitor.broken or self.crew.queue.events > MOST_EVENTS:
            raise _Enough

    def _crashed(self, name: str) -> None:
        now_s = self.crew.queue.now_s
        self.takeovers.free(name, now_s)
        seat = self.crew.seats.get(name)
        accord = None if seat is None or seat.executor is None else seat.executor.accord
        if accord is not None:
            held = accord.rights.held.values()
            pieces = [right.name for right in held if right.piece is not None and right.began]
            self.takeovers.crashed(name, pieces, now_s)

    # -- running -------------------------------------------------------------------------------

    def run(self) -> Result:
        """All of it."""
        before_s = time.process_time()
        try:
            end = self.crew.run()
        except _Enough:
            end = End(self.crew.queue.now_s, 0, "broken" if self.monitor.broken else "stuck")
        queue, network = self.crew.queue, self.crew.network
        self.trace.note(f"end {end.result} {network.letters} {queue.events}")
        hardship = HARDSHIPS[self.trial.faults]
        return Result(
            self.trial,
            tuple(self.monitor.broken),
            end.result,
            tuple(str(reason) for reason in end.reasons),
            hardship.excuses,
            end.t,
            queue.events,
            network.letters,
            len(network.names),
            tuple(self.takeovers.found_s),
            self.trace.digest,
            time.process_time() - before_s,
            tuple(self.trace.lines),
        )


def _ignore(message: Message) -> None:
    """Nobody keeps a record of a trial."""


def run_trial(mission: Mission, trial: Trial, course: Course, *, trace: bool = False) -> Result:
    """One trial of a mission."""
    return Run(mission, trial, course, trace=trace).run()
