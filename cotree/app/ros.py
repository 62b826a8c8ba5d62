"""One robot behind a ROS node: the same parts as everywhere, on the node's time and the ROS bus."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from cotree import __version__
from cotree.app.alone import assemble
from cotree.app.buses import BusFactory
from cotree.app.membership import check_robot
from cotree.app.missions import is_team, read_mission, refuse_senses
from cotree.app.place import Place, Terms, Write
from cotree.app.planners import worker_planners
from cotree.app.recorded import Runs, recorded
from cotree.app.ros_body import TeamBody, first_sights
from cotree.app.worlds import world_of
from cotree.core.mission import Mission
from cotree.core.stopping import Stop
from cotree.ros.body import RosBody
from cotree.ros.bus import TEAMMATES, RosBus
from cotree.ros.context import Leaves
from cotree.ros.means_file import read_means
from cotree.ros.node import RobotNode
from cotree.ros.settings import BadSetting, Settings
from cotree.ros.streams import Streams
from cotree.runtime.alone import check_name
from cotree.runtime.beat import beat_hz
from cotree.runtime.bus import Bus
from cotree.runtime.clock import stopwatch
from cotree.runtime.describe import describe
from cotree.runtime.executor import Executor
from cotree.runtime.garbage import Garbage
from cotree.runtime.hanging import ending_in_time
from cotree.runtime.inspector import inspector_of
from cotree.runtime.last import Last, Leave
from cotree.runtime.limit import Limit
from cotree.runtime.loop import Loop
from cotree.runtime.messages import End
from cotree.runtime.metronome import Metronome
from cotree.runtime.planner import check_planner
from cotree.runtime.ports import Body
from cotree.runtime.process.member import Member
from cotree.runtime.process.ports import SharedBody
from cotree.runtime.stopper import Stopper
from cotree.runtime.watchdog import SlowTick, Watchdog
from cotree.simulation.shared.body import RobotBody

HANGS = 1
"""The exit code when the middleware hangs while the node would live on."""
SETTLING_S = 60.0
"""After an error goals have so long to be acknowledged as cancelled; each has its own limits."""


class Shows(Protocol):
    """Where the messages of a run go."""

    def write(self, message: Any) -> None:
        """Keep and show one message."""

    def slow(self, tick: SlowTick) -> None:
        """A tick takes too long."""

    def beat(self, metronome: Metronome) -> None:
        """Ticks keep this beat."""

    def halting(self) -> None:
        """Somebody wants it to stop."""


Opens = Callable[[Mission, str], contextlib.AbstractContextManager[Shows]]
"""Begins to show the run of a mission by this robot."""


class RobotLife:
    """Implements ``Life``: each run is a process of the robot, as far as the team can tell.

    ``speed``: so many times faster than the node's clock, which only simulated bodies can be.
    ``last``: what the process does last.
    """

    def __init__(
        self, shows: Opens, terms: Callable[[BusFactory], Terms], speed: float, last: Last
    ) -> None:
        self._shows = shows
        self._terms = terms
        self._speed = speed
        self._last = last
        self._mission: Mission | None = None
        self._settings = Settings()
        self._stopper: Stopper | None = None

    # -- the node's side -----------------------------------------------------------------------

    def configure(self, settings: Settings) -> None:
        """Read the mission, and look whether this robot can run it here."""
        mission = changed(read_mission(settings.mission), settings)
        refuse_senses(mission)
        check_planner(mission.policy)
        if self._speed != 1.0 and not settings.simulated:
            raise BadSetting(
                f"--real-time {self._speed:g}: a real robot lives in real time; leave it out, or "
                "set parameter 'simulated' to true"
            )
        (check_robot if is_team(mission) else check_name)(mission, settings.name)
        if settings.means:
            read_means(settings.means)
        self._mission, self._settings = mission, settings

    def run(self, host: RobotNode) -> bool:
        """One run, from the first tick to the last, and nothing moves afterwards."""
        mission = self._mission
        assert mission is not None, "a node is configured before it is active"
        with self._shows(mission, self._settings.name) as shows:
            run = self._team if is_team(mission) else self._alone
            end = run(mission, host, shows)
        return end.result == "success"

    def stop(self) -> None:
        """As Ctrl-C."""
        if self._stopper is not None:
            self._stopper.ask()

    @property
    def stopping(self) -> bool:
        """Whether somebody asked."""
        return self._stopper is not None and self._stopper.asked

    def forget(self) -> None:
        """Forget the mission."""
        self._mission = None

    # -- running -------------------------------------------------------------------------------

    def _team(self, mission: Mission, host: RobotNode, shows: Shows) -> End:
        name = self._settings.name

        def bus(name: str, members: Sequence[str], team: str) -> Bus:
            return RosBus(
                name, team, host.context, members, leaves=self._leaves(host), hears=TEAMMATES
            )

        place = Place(mission, name, shows.write, self._terms(bus))
        end = None
        try:
            with self._timed(mission, host, shows) as time:
                place.aside.measure(time.metronome)
                real = self._real(mission, host, time.now_s)
                streams = Streams(host.node)
                member = Member(
                    name,
                    place.footing,
                    place.boots,
                    _shared(mission, real, place),
                    time,
                    mission.policy,
                    patience_s=max(mission.policy.patience_s, 3 * mission.coordination.hold_s),
                    limit=Limit(place.terms.until_s),
                    watch=lambda told: streams.ticked(_root(member.executor)),
                )
                opening = describe(mission, "", __version__)
                end = self._recorded(member, opening, place.write, shows, host, real)
                return end
        finally:
            place.close(end)

    def _leaves(self, host: RobotNode) -> Leaves:
        """A node that lives on leaves the bus of each run before the next one."""

        def leaves(leave: Leave) -> None:
            if host.ends:
                self._last.do(leave)
            else:
                with ending_in_time(HANGS):
                    leave()

        return leaves

    def _alone(self, mission: Mission, host: RobotNode, shows: Shows) -> End:
        robot, planners = assemble(mission, stopwatch), worker_planners(mission)
        with contextlib.closing(planners), self._timed(mission, host, shows) as time:
            real = self._real(mission, host, time.now_s)
            body: Body = real or world_of(mission)
            executor = robot.executor(shows.write, planners, inspector_of(mission))
            streams = Streams(host.node)
            loop = Loop(
                executor,
                body,
                time,
                mission.policy,
                foretold=False,
                watch=lambda told: streams.ticked(robot.engine.root),
            )
            opening = describe(mission, self._settings.name, __version__)
            return self._recorded(loop, opening, shows.write, shows, host, real)

    @contextlib.contextmanager
    def _timed(self, mission: Mission, host: RobotNode, shows: Shows) -> Iterator[Any]:
        rate_hz = beat_hz(mission)
        period_s = 1 / rate_hz / self._speed
        with Garbage() as garbage, Watchdog(period_s, shows.slow) as watchdog:
            time = host.time(rate_hz, watchdog, self._speed, garbage.idle)
            shows.beat(time.metronome)
            try:
                yield time
            finally:
                time.close()

    def _recorded(
        self,
        runs: Runs,
        opening: Any,
        write: Write,
        shows: Shows,
        host: RobotNode,
        real: RosBody | None,
    ) -> End:
        self._stopper = runs.stopper
        try:
            return recorded(runs, opening, write, shows.halting)
        finally:
            self._stopper = None
            if real is not None:
                _settle(real, host)

    def _real(
        self, mission: Mission, host: RobotNode, now_s: Callable[[], float]
    ) -> RosBody | None:
        settings = self._settings
        if settings.simulated:
            return None
        body = RosBody(
            host.node,
            settings.name,
            now_s,
            read_means(settings.means) if settings.means else None,
            alarm=lambda reason: host.node.get_logger().fatal(str(reason)),
        )
        for sight in first_sights(mission, settings.name):
            body.sees(sight)
        return body


def _shared(mission: Mission, real: RosBody | None, place: Place) -> SharedBody:
    """The robot's body in its team, which knows what an earlier process had told."""
    kept, since = place.keepsake, place.incarnation
    if real is None:
        return RobotBody(mission, place.name, kept, since)
    return TeamBody(place.name, real, mission.team, kept, since=since)


def _root(executor: Executor | None) -> Any:
    """The tree of a robot that has come to life."""
    assert executor is not None, "a dead robot does not tick"
    return executor.engine.root  # type: ignore[attr-defined]


def _settle(body: RosBody, host: RobotNode) -> None:
    """Nothing may go on when nobody looks after it any more."""
    body.halt_all(Stop.KILL)

    def still() -> bool:
        body.keep_up()
        return body.still

    host.spin(still, SETTLING_S)


def changed(mission: Mission, settings: Settings) -> Mission:
    """The mission with what the parameters change."""
    policy, coordination = mission.policy, mission.coordination
    if settings.rate > 0:
        policy = msgspec.structs.replace(policy, rate_hz=settings.rate)
    if settings.policy:
        words = ("block", "witness", "home", "zones", "operator", "optimistic")
        if settings.policy not in words:
            raise BadSetting(
                f"parameter 'policy' must be one of {', '.join(words)}, found '{settings.policy}'"
            )
        coordination = msgspec.structs.replace(coordination, partition=settings.policy)
    return msgspec.structs.replace(mission, policy=policy, coordination=coordination)


def serve(context: Any, life: RobotLife, defaults: Settings, last: Last) -> bool:
    """Be a robot until it is over; whether all went well."""
    host = RobotNode(context, life, defaults)
    try:
        return host.serve()
    finally:
        last.do(host.close)


__all__ = ["RobotLife", "changed", "serve"]
