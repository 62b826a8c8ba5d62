"""One run: a team, a task, its faults, from the first letter to the last leaf."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec

from cotree.runtime.swarm.crowd import Crowd
from cotree.runtime.swarm.faults import FAULTS_S, FINISH_S, Air, Fault, Weather
from cotree.runtime.swarm.host import Clock, Host
from cotree.runtime.swarm.member import Member
from cotree.runtime.swarm.monitor import Monitor, Violation
from cotree.runtime.swarm.morgue import Morgue
from cotree.runtime.swarm.network import Network
from cotree.runtime.swarm.operators import Operators
from cotree.runtime.swarm.queue import Queue
from cotree.runtime.swarm.truth import Truth
from cotree.team.dice import Dice
from cotree.team.durable import Key, Value, remember
from cotree.team.facts import Fact
from cotree.team.mind import Plot
from cotree.team.outline import Outline, Task
from cotree.team.paper import PaperTeammate
from cotree.team.policies import Policy, Word
from cotree.team.roster import Roster
from cotree.team.teammate import Setting, Teammate
from cotree.team.timing import Timing

MOST_EVENTS = 400_000
"""A run that has more is stuck in a storm of its own."""


TINY_S = 1e-6
"""In place of a margin: nothing but what tells "before" from "at the same instant"."""


class Scene(msgspec.Struct, frozen=True):
    """Everything that a run is made of; equal scenes run equally."""

    seed: int
    task: Outline
    work_s: tuple[float, ...]
    robots: int
    voters: int
    witness: bool
    hands: int
    timing: Timing
    word: Word
    weather: Weather
    rule: str = "quorum"
    """``quorum``, or the paper's: ``paper`` (waits 0.5 s), ``paper_all`` (waits for all)."""
    eager: bool = False
    """Robots try again at once, and do not care who said that it has the leaf."""
    lasts: bool = False
    """Go on to the end of the faults, even when everything is done before."""
    things: tuple[str, ...] = ()
    """What robots share and claim by itself."""
    uses: tuple[tuple[int, ...], ...] = ()
    """Of each leaf of the tree the numbers of the things that it needs; empty: none needs any."""

    @property
    def hosts(self) -> int:
        """Robots and the witness."""
        return self.robots + self.witness


class Result(msgspec.Struct, frozen=True):
    """What came of a run."""

    seed: int
    violations: tuple[Violation, ...]
    finished: bool
    """Everything is done, and everybody knows."""
    time_s: float
    events: int
    letters: int
    claims: int
    digest: str
    """Of the trace: equal for equal runs."""
    trace: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """Work that is only time does not fail."""
        return False

    @property
    def ok(self) -> bool:
        """Whether nothing was broken and nothing is stuck."""
        return not self.violations and self.finished


class Arena:
    """Runs one scene."""

    def __init__(self, scene: Scene, *, trace: bool = False) -> None:
        self.scene = scene
        dice = Dice(scene.seed)
        self.queue = Queue()
        self._hash = hashlib.blake2b(digest_size=12)
        self._trace: list[str] | None = [] if trace else None
        self._claims = 0
        self.plot = Plot(Task(scene.task, scene.things))
        self.truth = Truth(self.plot.conflicts, list(scene.work_s))
        self.monitor = Monitor(self.truth, lambda: self.queue.now_s, self._harmless())
        self.names = tuple(chr(ord("a") + number) for number in range(scene.hosts))
        voters = self.names[: scene.voters]
        if scene.witness:
            voters = (*self.names[: scene.voters - 1], self.names[-1])
        witnesses = self.names[-1:] if scene.witness else ()
        roster = Roster(self.names, voters, witnesses=witnesses)
        self.setting = Setting("swarm", roster, scene.timing, Policy(scene.word))
        self._seeds = dice.bits()
        self.network = Network(self.names, scene.weather.air, self.queue, Dice(dice.bits()))
        self.network.deliver = lambda host, letter: self.hosts[host].hear(letter)
        self.hosts = [self._host(number, dice) for number in range(scene.hosts)]
        self.monitor.quorum_knows = self._quorum_knows
        self.monitor.remembered = self._remembered
        self.crowd = Crowd(
            self.truth, self.queue, self.hosts, Dice(dice.bits()), self.note, self.monitor.census
        )
        self.operators = Operators(
            self.truth, self.queue, self.hosts, Dice(dice.bits()), self.note, self.monitor
        )
        self.morgue = Morgue(self.truth, self.queue, self.hosts, self.names, self.note)
        for host in self.hosts:
            host.revised = self.operators.revised

    def _host(self, number: int, dice: Dice) -> Host:
        scene, weather = self.scene, self.scene.weather
        offset_s = dice.between(-1000.0, 1000.0)
        clock = Clock(offset_s, weather.drifts[number], weather.skews_s[number])
        return Host(
            number,
            clock,
            self.queue,
            self.truth,
            self.monitor,
            Dice(dice.bits()),
            self._member,
            self.network.send,
            self.note,
            scene.timing.stop_s,
            scene.hands,
            works=number < scene.robots,
            eager=scene.eager,
            uses=scene.uses,
        )

    def _member(
        self, host: int, disk: dict[Key, Value], now_s: float, *, boot: int, first: bool
    ) -> Member:
        self._seeds += 1
        name, dice = self.names[host], Dice(self._seeds)
        if self.scene.rule != "quorum":
            waits = self.scene.rule == "paper_all"
            clock = self.hosts[host].clock

            def wall_s(local_s: float) -> float:
                return clock.true(local_s) + clock.skew_s

            return PaperTeammate(
                name, self.plot, self.setting, now_s, wall_s, boot=boot, waits_for_all=waits
            )
        memory = remember(disk) if disk else None
        return Teammate(
            name, self.plot, self.setting, dice, now_s, boot=boot, memory=memory, first=first
        )

    def _harmless(self) -> frozenset[int]:
        """Leaves that may be done twice, and by two at once."""
        if self.scene.word != "optimistic":
            return frozenset()
        task, conflicts = self.plot.task, self.plot.conflicts
        leaves = range(task.first_thing)
        return frozenset(x for x in leaves if task.leaves[x].duplicate_safe and conflicts.alone(x))

    def _quorum_knows(self, leaf: int) -> bool:
        """Whether voters that decide about a leaf know of a person there."""
        setting = self.setting
        voters = setting.roster.voters
        know = {
            self.names[host.number]
            for host in self.hosts
            if host.member is not None and host.member.knows_person(leaf, host.now_s)
        }
        component = self.plot.conflicts.component[leaf]
        return setting.policy.is_quorum(know, voters, component)

    def _remembered(self, leaf: int) -> int:
        """The newest epoch of a leaf that is on any disk of the team: the removed count as lost."""
        facts = [host.disk.get(("fact", leaf)) for host in self.hosts if not host.removed]
        return max((fact.mark // 3 for fact in facts if isinstance(fact, Fact)), default=0)

    def note(self, line: str) -> None:
        """One line of the trace."""
        text = f"{self.queue.now_s:.6f} {line}"
        self._claims += " claims " in line
        self._hash.update(text.encode())
        if self._trace is not None:
            self._trace.append(text)

    # -- running -------------------------------------------------------------------------------

    def run(self) -> Result:
        """The whole run."""
        for host in self.hosts:
            self.queue.at(0.0, lambda host=host: host.boot(first=True))  # type: ignore[misc]
        for fault in self.scene.weather.faults:
            self.queue.at(fault.at_s, lambda fault=fault: self.happen(fault))  # type: ignore[misc]
        self.queue.at(FAULTS_S, self.heal)
        finished = False
        while not finished and not self.monitor.violations:
            if not self.queue.step() or self.queue.events > MOST_EVENTS:
                break
            if self.queue.now_s > FAULTS_S + FINISH_S:
                break
            finished = self._over()
        return self._result(finished)

    def _result(self, finished: bool) -> Result:
        self.note(f"end {finished} {self.network.letters} {self.queue.events}")
        return Result(
            self.scene.seed,
            tuple(self.monitor.violations),
            finished,
            self.queue.now_s,
            self.queue.events,
            self.network.letters,
            self._claims,
            self._hash.hexdigest(),
            tuple(self._trace or ()),
        )

    def _over(self) -> bool:
        """Whether all is done or lost, nothing moves, and everybody who lives knows which."""
        if self.truth.motions:
            return False
        if self.scene.lasts and self.queue.now_s < FAULTS_S:
            return False
        members = [host.member for host in self.hosts if not host.dead]
        if self.truth.progress.complete and all(m is not None and m.complete for m in members):
            return True
        return all(m is not None and m.lost for m in members)

    # -- faults --------------------------------------------------------------------------------

    def happen(self, fault: Fault) -> None:
        """A fault begins; it ends by itself."""
        host = self.hosts[fault.host % len(self.hosts)]
        self.note(f"fault {fault.kind} {fault.host}")
        begin: dict[str, Callable[[], None]] = {
            "crash": lambda: self._crash(host, fault),
            "pause": lambda: self._pause(host, fault),
            "partition": lambda: self._partition(fault),
            "spike": lambda: self._spike(fault),
            "jump": lambda: self._jump(host, fault),
            "slow": lambda: self._slow(host, fault),
            "person": lambda: self.crowd.comes(fault),
            "undo": lambda: self.operators.undo(fault),
            "abandon": lambda: self.operators.abandon(fault),
            "dies": lambda: self._dies(host, fault),
        }
        if self.scene.rule == "quorum" or fault.kind not in ("undo", "abandon", "dies"):
            begin[fault.kind]()

    def _crash(self, host: Host, fault: Fault) -> None:
        def now() -> None:
            host.crash(disk=fault.disk, orphan=fault.orphan)
            self.queue.after(fault.for_s, host.boot)

        if fault.cut < 0:
            now()
        else:
            host.cut, host.cut_after = now, fault.cut

    def _dies(self, host: Host, fault: Fault) -> None:
        """For good, if another robot is left."""
        robots = [each for each in self.hosts[: self.scene.robots] if not each.dead]
        if robots == [host]:
            return
        host.crash(disk=True, orphan=fault.orphan)
        self.morgue.takes(host, fault.for_s)

    def _pause(self, host: Host, fault: Fault) -> None:
        if host.member is None:
            return
        host.paused = True
        self.queue.after(fault.for_s, host.resume)

    def _partition(self, fault: Fault) -> None:
        self.network.partitions.append(fault)

        def over() -> None:
            if fault in self.network.partitions:
                self.network.partitions.remove(fault)

        self.queue.after(fault.for_s, over)

    def _spike(self, fault: Fault) -> None:
        self.network.spike_s = 2.0
        self.queue.after(fault.for_s, lambda: setattr(self.network, "spike_s", 0.0))

    def _jump(self, host: Host, fault: Fault) -> None:
        host.clock.skew_s += fault.by_s

    def _slow(self, host: Host, fault: Fault) -> None:
        host.lag_s = 0.5
        self.queue.after(fault.for_s, lambda: setattr(host, "lag_s", 0.0))

    def heal(self) -> None:
        """Faults are over: letters arrive, everybody lives and runs."""
        self.note("healed")
        self.network.heal()
        for host in self.hosts:
            host.lag_s = 0.0
            host.cut = None
            if host.paused:
                host.resume()
            host.boot()


def calm(hosts: int, air: Air | None = None, faults: tuple[Fault, ...] = ()) -> Weather:
    """Weather for directed schedules: only what is named."""
    still = (0.0,) * hosts
    return Weather(air or Air(), faults, still, still)
