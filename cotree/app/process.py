"""One teammate of a team run in a process of its own: robot, witness or person."""

from __future__ import annotations

from collections.abc import Callable

from cotree import __version__
from cotree.app.beats import real_time
from cotree.app.membership import check_person, check_removed, check_robot, check_witness, team_of
from cotree.app.place import Place, Terms, Write
from cotree.app.recorded import Runs, recorded
from cotree.app.ros_body import TeamBody
from cotree.core.mission import Mission
from cotree.runtime.clock import Clock
from cotree.runtime.describe import describe
from cotree.runtime.limit import Limit
from cotree.runtime.messages import End, Told
from cotree.runtime.metronome import Metronome
from cotree.runtime.mouth import Mouth
from cotree.runtime.ports import Body
from cotree.runtime.process.attendant import Attendant
from cotree.runtime.process.member import Member
from cotree.runtime.process.ports import Senses, SharedBody, Wakes
from cotree.runtime.process.quotes import Quotes
from cotree.runtime.replies import You
from cotree.runtime.timeline import RealTime
from cotree.runtime.watchdog import SlowTick
from cotree.simulation.shared.body import RobotBody
from cotree.simulation.shared.guest import Guest
from cotree.simulation.shared.remembering import Remembering


def _run(place: Place, runs: Runs, halting: Callable[[], None] | None, whose: str = "") -> End:
    """``whose`` record it is, if not a robot's of the team."""
    end = None
    try:
        opening = describe(place.mission, whose, __version__)
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
    body: Body | None = None,
) -> End:
    """Run one robot of a team in real time, with a guard against slow ticks.

    ``body``: its own one, instead of a simulated one.
    """
    check_robot(mission, name)
    check_removed(mission, name, terms.removes)
    place = Place(mission, name, write, terms)
    with real_time(mission, terms.speed, watch=watch, slow=slow, beat=beat) as real:
        place.aside.measure(real.metronome)

        def ticked(told: Told) -> None:
            if member.executor is not None:
                real.metronome.noted(member.executor.engine.slowest)  # type: ignore[attr-defined]

        member = Member(
            name,
            place.footing,
            place.boots,
            _shared(place, body),
            real,
            mission.policy,
            patience_s=max(mission.policy.patience_s, 3 * mission.coordination.hold_s),
            limit=Limit(terms.until_s),
            watch=ticked,
            removes=terms.removes,
        )
        return _run(place, member, halting)


def _shared(place: Place, body: Body | None) -> SharedBody:
    """The robot's body in its team."""
    if body is None:
        return RobotBody(place.mission, place.name, place.keepsake, place.incarnation)
    team = place.mission.team
    return TeamBody(place.name, body, team, place.keepsake, since=place.incarnation)


# -- people and witnesses ----------------------------------------------------------------------


def run_person(
    mission: Mission,
    name: str,
    write: Write,
    terms: Terms,
    *,
    show: Callable[[str], None],
    mouth: Mouth | None = None,
    halting: Callable[[], None] | None = None,
) -> End:
    """Run a person of a team in real time: the mission's script, or what somebody says for her."""
    check_person(mission, name)
    place = Place(mission, name, write, terms)
    guest = Guest(mission, name, place.keepsake, show, mouth)
    votes = name in mission.coordination.witness
    try:
        return _attend(place, guest, place.wakes if votes else None, halting)
    finally:
        if mouth is not None:
            mouth.show(You(name, gone=True))


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
    memory = Remembering(name, team_of(mission), place.keepsake)
    return _attend(place, memory, place.wakes, halting)


def _attend(
    place: Place,
    senses: Senses,
    wakes: Wakes | None,
    halting: Callable[[], None] | None,
) -> End:
    terms = place.terms
    attendant = Attendant(
        place.footing,
        RealTime(place.mission.policy.rate_hz, Clock(terms.speed)),
        tuple(place.assembly.robots),
        wakes=wakes,
        senses=senses,
        quotes=Quotes(place.name) if isinstance(senses, Guest) else None,
        limit=Limit(terms.until_s),
        stay=terms.stay,
    )
    return _run(place, attendant, halting, place.name)
