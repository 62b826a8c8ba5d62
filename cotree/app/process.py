"""One teammate of a team put together in a process of its own: robot, witness or person."""

from __future__ import annotations

import dataclasses
import math
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from cotree import __version__
from cotree.app.loopback import LoopbackBus, port_of
from cotree.app.recorded import Runs, recorded
from cotree.app.team import Assembly
from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark, Mission
from cotree.core.words import did_you_mean
from cotree.ros.bus import RosBus
from cotree.ros.context import opened
from cotree.ros.missing import NoRos
from cotree.runtime.bus import Bus, BusError
from cotree.runtime.clock import Clock, stopwatch
from cotree.runtime.describe import describe
from cotree.runtime.disk import Disk, Identity
from cotree.runtime.executor import Executor
from cotree.runtime.garbage import Garbage
from cotree.runtime.glances import Glances
from cotree.runtime.limit import Limit
from cotree.runtime.messages import Born, End, Message, Told
from cotree.runtime.metronome import Metronome
from cotree.runtime.process.attendant import Attendant
from cotree.runtime.process.footing import Footing
from cotree.runtime.process.leaving import Leaving
from cotree.runtime.process.member import Member
from cotree.runtime.process.ports import Wakes
from cotree.runtime.process.rollcall import RollCall
from cotree.runtime.process.wire import Wire
from cotree.runtime.timeline import RealTime
from cotree.runtime.watchdog import SlowTick, Watchdog
from cotree.simulation.shared.body import RobotBody
from cotree.simulation.shared.guest import Guest, Lines
from cotree.simulation.shared.keepsake import Keepsake
from cotree.team.durable import Memory
from cotree.team.teammate import Teammate
from cotree.zenoh.bus import Lan, ZenohBus
from cotree.zenoh.missing import have_zenoh

BusFactory = Callable[[str, Sequence[str], Mission], Bus]
"""Joins a team's bus: who, among whom, for which mission."""
Write = Callable[[Message], None]


@dataclasses.dataclass(frozen=True)
class Terms:
    """How a process takes part, as whoever starts it says."""

    bus: BusFactory
    state: Path | None = None
    """Where it keeps its promises; None: under ``out/state``."""
    forget: bool = False
    """Start without what is kept there."""
    first: bool = False
    """The mission has never run, so nobody needs to be waited for."""
    stay: bool = False
    """Go on when the task is done."""
    speed: float = 1.0
    until_s: float = math.inf
    notice: Callable[[str], None] = print


# -- buses -------------------------------------------------------------------------------------


def usual_bus() -> str:
    """Zenoh where it is installed, else the bus that needs nothing."""
    return "zenoh" if have_zenoh() else "udp"


def bus_of(word: str, lan: Lan | None = None) -> BusFactory:
    """The bus of this name: ``zenoh``, ``udp`` or ``udp:PORT``; BusError when there is none.

    ``lan``: over a network; otherwise nothing leaves this machine.
    """
    kind, _, port = word.partition(":")
    if lan is not None and word != "zenoh":
        raise BusError(f"--lan: '{word}' is for one machine; only --bus zenoh goes over a network")
    if kind == "udp" and (not port or (port.isdecimal() and 0 < int(port) < 65_000)):

        def loopback(name: str, team: Sequence[str], mission: Mission) -> Bus:
            return LoopbackBus(name, team, int(port) if port else port_of(mission.name))

        return loopback
    if word == "zenoh":
        return lambda name, team, mission: ZenohBus(name, mission.name, team, lan=lan)
    if kind == "udp":
        raise BusError(f"--bus {word}: '{port}' is no port; say udp:24000")
    if word == "ros":
        return _ros_bus
    hint = did_you_mean(word, ("zenoh", "udp", "ros"))
    raise BusError(f"--bus {word}: no such bus{hint}; there are: zenoh, udp, udp:PORT, ros")


def _ros_bus(name: str, team: Sequence[str], mission: Mission) -> Bus:
    """Over ROS, from a process that has nothing else to do with it."""
    try:
        return RosBus(name, mission.name, opened(), team, owns_context=True)
    except NoRos as error:
        raise BusError(f"--bus ros: {error}") from None


# -- who ---------------------------------------------------------------------------------------


def team_of(mission: Mission) -> tuple[str, ...]:
    """Everybody who has a process: robots, people, witnesses."""
    return tuple(dict.fromkeys((*mission.team, *mission.coordination.witness)))


def check_robot(mission: Mission, name: str) -> None:
    """InputError, unless this is a robot of the team, and the team can run in processes."""
    robots = [each for each, mate in mission.team.items() if mate.robot is not None]
    people = [each for each in mission.team if each not in robots]
    if name in people:
        raise _mistake(mission, f"'{name}' is a person; start 'cotree person' for her")
    if name in mission.coordination.witness:
        raise _mistake(mission, f"'{name}' is a witness; start 'cotree witness' for it")
    _check_known(mission, name, robots, "robot")


def check_person(mission: Mission, name: str) -> None:
    """InputError, unless this is a person of the team."""
    people = [each for each, mate in mission.team.items() if mate.robot is None]
    _check_known(mission, name, people, "person")


def check_witness(mission: Mission, name: str) -> None:
    """InputError, unless this is a witness, and no person who has a process already."""
    if name in mission.team and name in mission.coordination.witness:
        raise _mistake(mission, f"'{name}' is a person, too; start 'cotree person' for both")
    _check_known(mission, name, mission.coordination.witness, "witness")


def _check_known(mission: Mission, name: str, known: Sequence[str], what: str) -> None:
    if mission.coordination.rule != "quorum":
        raise _mistake(mission, "the published rule is for comparison in 'cotree run' only")
    if name not in known:
        hint = did_you_mean(name, known)
        there = f"there is: {', '.join(known)}" if known else "there is none"
        raise _mistake(mission, f"no {what} '{name}' in this mission{hint}; {there}")


def _mistake(mission: Mission, message: str) -> InputError:
    return InputError([Mistake(Mark(mission.file, 1, 1), message)])


# -- what all have -----------------------------------------------------------------------------


class Place:
    """Where one process stands: its folder, its wire, how it begins and ends."""

    def __init__(self, mission: Mission, name: str, write: Write, terms: Terms) -> None:
        self.mission = mission
        self.name = name
        self.terms = terms
        self.write = write
        self.assembly = Assembly(mission, write)
        roster, timing = self.assembly.setting.roster, self.assembly.setting.timing
        me = Identity(mission.name, self.assembly.plot.task.hash, name)
        folder = terms.state or _usual_state(mission, name)
        self.disk = Disk(folder, me, forget=terms.forget)
        if self.disk.note:
            terms.notice(self.disk.note)
        self.keepsake = Keepsake(folder)
        if terms.forget:
            self.keepsake.drop()
        try:
            self.bus = terms.bus(name, team_of(mission), mission)
        except BaseException:
            self.disk.close()
            raise
        self.rollcall = RollCall(
            name,
            roster.members,
            int.from_bytes(os.urandom(6), "big"),
            fresh=self.disk.fresh,
            remembers=self.disk.memory is not None,
            first=terms.first,
        )
        self.footing = Footing(
            Wire(self.bus, me, team_of(mission), terms.notice),
            self.disk,
            self.rollcall,
            Leaving(name, timing.hold_s, stay=terms.stay),
            write,
            terms.notice,
        )
        self.life = 1 if self.disk.fresh else 2
        self.incarnation = int(1000 * time.time())
        """Rises with each process, so that no two have the same dice, whatever the disk says."""

    def boots(self, memory: Memory | None, now_s: float, *, first: bool) -> Executor:
        """The robot's process comes to life, and the record says how."""
        self.write(Born(now_s, self.name, self.life, now_s, first, memory, self.incarnation))
        return self.assembly.executor(
            self.name, self.life, memory, now_s, first=first, incarnation=self.incarnation
        )

    def wakes(self, memory: Memory | None, now_s: float, *, first: bool) -> Teammate:
        """The witness comes to life."""
        return self.assembly.mate(
            self.name, self.life, memory, now_s, first=first, incarnation=self.incarnation
        )

    def close(self, end: End | None) -> None:
        """Leave everything; after a mission that is over the next one begins from nothing."""
        self.bus.close()
        over = end is not None and end.result in ("success", "failure")
        self.disk.close(over=over)
        if over:
            self.keepsake.drop()


def _usual_state(mission: Mission, name: str) -> Path:
    return Path("out", "state", Path(mission.file).stem or "mission", name)


def _run(place: Place, runs: Runs, halting: Callable[[], None] | None) -> End:
    end = None
    try:
        opening = describe(place.mission, "", __version__)
        end = recorded(runs, opening, place.write, halting)
        return end
    finally:
        place.close(end)


# -- robots ------------------------------------------------------------------------------------


def run_member(
    mission: Mission,
    name: str,
    write: Write,
    terms: Terms,
    *,
    watch: Callable[[float], None] | None = None,
    slow: Callable[[SlowTick], None],
    beat: Callable[[Metronome], None] | None = None,
    halting: Callable[[], None] | None = None,
) -> End:
    """Run one robot of a team in real time, with a guard against slow ticks."""
    check_robot(mission, name)
    place = Place(mission, name, write, terms)
    rate_hz, speed = mission.policy.rate_hz, terms.speed
    with Garbage() as garbage, Watchdog(1 / rate_hz / speed, slow) as watchdog:
        clock = Clock(speed)
        idle = garbage.idle
        if watch is not None:
            idle = Glances(watch, clock.now_s, stopwatch, garbage.idle).idle
        real = RealTime(rate_hz, clock, idle, watchdog)
        if beat is not None:
            beat(real.metronome)

        def ticked(told: Told) -> None:
            if member.executor is not None:
                real.metronome.noted(member.executor.engine.slowest)  # type: ignore[attr-defined]

        member = Member(
            name,
            place.footing,
            place.boots,
            RobotBody(mission, name, place.keepsake),
            real,
            mission.policy,
            patience_s=max(mission.policy.patience_s, 3 * mission.coordination.hold_s),
            limit=Limit(terms.until_s),
            watch=ticked,
        )
        return _run(place, member, halting)


# -- people and witnesses ----------------------------------------------------------------------


def run_person(
    mission: Mission,
    name: str,
    write: Write,
    terms: Terms,
    *,
    show: Callable[[str], None],
    lines: Lines | None = None,
    halting: Callable[[], None] | None = None,
) -> End:
    """Run a person of a team in real time: the mission's script, or lines that somebody types."""
    check_person(mission, name)
    place = Place(mission, name, write, terms)
    guest = Guest(mission, name, place.keepsake, show, lines)
    votes = name in mission.coordination.witness
    return _attend(place, guest, place.wakes if votes else None, halting)


def run_witness(
    mission: Mission,
    name: str,
    write: Write,
    terms: Terms,
    *,
    halting: Callable[[], None] | None = None,
) -> End:
    """Run a witness of a team: it votes, remembers, and moves nothing."""
    check_witness(mission, name)
    place = Place(mission, name, write, terms)
    return _attend(place, None, place.wakes, halting)


def _attend(
    place: Place,
    guest: Guest | None,
    wakes: Wakes | None,
    halting: Callable[[], None] | None,
) -> End:
    terms = place.terms
    attendant = Attendant(
        place.footing,
        RealTime(place.mission.policy.rate_hz, Clock(terms.speed)),
        tuple(place.assembly.robots),
        wakes=wakes,
        senses=guest,
        limit=Limit(terms.until_s),
        stay=terms.stay,
    )
    return _run(place, attendant, halting)
