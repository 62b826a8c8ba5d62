"""The kinematic body: carries out the commands of any number of robots in virtual time."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from cotree.core.actions import (
    Begin,
    Command,
    Drive,
    Ended,
    Event,
    Grasp,
    Halt,
    ObjectSeen,
    Release,
)
from cotree.core.mission import Chance, RobotModel
from cotree.core.places import SAME_PLACE_M, Point
from cotree.core.reasons import Reason
from cotree.simulation.agenda import Agenda
from cotree.simulation.chance import kind_of, luck, mishap
from cotree.simulation.motion import Trip, nominal_s, stopping_s, trip
from cotree.simulation.world import KinematicWorld, Robot


@dataclasses.dataclass
class Doing:
    """One action that goes on."""

    begin: Begin
    ends_s: float
    outcome: Reason | None
    trip: Trip | None = None


@dataclasses.dataclass(frozen=True)
class End:
    """A note in the agenda: this action ends now, unless it was told to stop earlier."""

    id: str


class KinematicBody:
    """Implements the ``Body`` port: commands in, events out, at times it foretells.

    ``physics_errors`` lists every command that this world made impossible; a correct engine
    causes none.
    """

    def __init__(
        self,
        robots: Mapping[str, tuple[RobotModel, Point]],
        objects: Mapping[str, Point],
        chance: Chance | None = None,
        *,
        reach_m: float = SAME_PLACE_M,
    ) -> None:
        self.world = KinematicWorld(objects, reach_m=reach_m)
        self.chance = chance or Chance()
        self.physics_errors: list[str] = []
        self._agenda: Agenda[Event | End] = Agenda()
        self._doing: dict[str, Doing] = {}
        self._over: set[str] = set()
        for name, (model, start) in robots.items():
            self.world.robots[name] = Robot(model, start)
            self._agenda.note(0.0, self.world.robot_seen(name))
        for name in objects:
            self._agenda.note(0.0, self.world.object_seen(name))

    # -- the port ------------------------------------------------------------------------------

    def command(self, command: Command, now_s: float) -> None:
        """Begin or halt an action; what comes of it is told by ``advance``."""
        match command:
            case Begin():
                self._begin(command, now_s)
            case Halt():
                self._halt(command, now_s)

    def advance(self, to_s: float) -> list[Event]:
        """Let time pass, and tell in order what happened until then."""
        events: list[Event] = []
        while (first := self._agenda.first()) is not None and first[0] <= to_s:
            self._agenda.cross_out()
            at_s, what = first
            match what:
                case End(id=id_):
                    events += self._end(id_, at_s)
                case ObjectSeen():
                    self.world.put(what)
                    events.append(what)
                case _:
                    events.append(what)
        return events

    def next_event_s(self) -> float | None:
        """When the next thing happens by itself, or None: never without a command."""
        while (first := self._agenda.first()) is not None and self._stale(*first):
            self._agenda.cross_out()
        return None if first is None else first[0]

    # -- for tests and viewers -----------------------------------------------------------------

    def happen(self, at_s: float, event: Event) -> None:
        """Plan a disturbance: somebody moves an object, opens a door."""
        self._agenda.note(at_s, event)

    def where(self, robot: str, now_s: float) -> Point:
        """Where a robot's base is, also in the middle of a drive."""
        now = self.world.robots[robot]
        doing = None if now.driving is None else self._doing[now.driving]
        return now.at if doing is None or doing.trip is None else doing.trip.at(now_s)

    # -- how -----------------------------------------------------------------------------------

    def _stale(self, at_s: float, what: Event | End) -> bool:
        """Whether this is the end of an action that has ended already, or ends earlier."""
        if not isinstance(what, End):
            return False
        doing = self._doing.get(what.id)
        return doing is None or doing.ends_s != at_s

    def _begin(self, begin: Begin, now_s: float) -> None:
        why_not = self._why_not(begin)
        if why_not is not None:
            self.physics_errors.append(f"{now_s:g} s: {begin.id}: {why_not.message}")
            self._over.add(begin.id)
            self._agenda.note(now_s, Ended(begin.id, why_not))
            return
        robot = self.world.robots[begin.robot]
        dice = luck(self.chance, begin.robot, begin.id, kind_of(begin.action))
        nominal = nominal_s(begin.action, robot.model, robot.at)
        lasts_s = dice.stretch * nominal * (1.0 if dice.fails_at is None else dice.fails_at)
        doing = Doing(
            begin, now_s + lasts_s, None if dice.fails_at is None else mishap(begin.action)
        )
        self._doing[begin.id] = doing
        match begin.action:
            case Drive(to=to):
                doing.trip = trip(robot.at, to, now_s, robot.model, dice.stretch)
                robot.driving = begin.id
                self._agenda.note(now_s, self.world.robot_seen(begin.robot))
            case Grasp(object=object_, gripper=gripper) | Release(object=object_, gripper=gripper):
                robot.busy[gripper] = object_
        self._agenda.note(doing.ends_s, End(begin.id))

    def _why_not(self, begin: Begin) -> Reason | None:
        if begin.robot not in self.world.robots:
            known = ", ".join(self.world.robots)
            return Reason("no_robot", f"no robot '{begin.robot}'; there is: {known}")
        if begin.id in self._doing or begin.id in self._over:
            return Reason("begun_twice", f"{begin.id} has begun already")
        return self.world.why_not(begin.robot, begin.action)

    def _halt(self, halt: Halt, now_s: float) -> None:
        doing = self._doing.get(halt.id)
        if doing is None:
            if halt.id not in self._over:
                reason = Reason("unknown", f"{halt.id} never began")
                self._agenda.note(now_s, Ended(halt.id, reason))
            return
        doing.outcome = Reason("halted", f"told to {halt.how.name.lower()}")
        doing.ends_s = min(doing.ends_s, now_s + stopping_s(halt.how))
        self._agenda.note(doing.ends_s, End(halt.id))

    def _end(self, id_: str, at_s: float) -> list[Event]:
        if self._stale(at_s, End(id_)):
            return []
        doing = self._doing.pop(id_)
        self._over.add(id_)
        events: list[Event] = []
        match doing.begin.action:
            case Drive():
                events += self._stood(doing, at_s)
            case Grasp(object=object_, gripper=gripper) | Release(object=object_, gripper=gripper):
                del self.world.robots[doing.begin.robot].busy[gripper]
                events += self._handled(doing, gripper, object_)
            case _:
                pass
        return [*events, Ended(id_, doing.outcome)]

    def _stood(self, doing: Doing, at_s: float) -> list[Event]:
        assert doing.trip is not None
        name = doing.begin.robot
        arrived = doing.outcome is None
        carried = self.world.moved(name, doing.trip.to if arrived else doing.trip.at(at_s))
        self.world.robots[name].driving = None
        return [self.world.robot_seen(name), *(self.world.object_seen(each) for each in carried)]

    def _handled(self, doing: Doing, gripper: str, object_: str) -> list[Event]:
        if doing.outcome is None:
            doing.outcome = self._why_gone(doing, object_)
        if doing.outcome is not None:
            return []
        match doing.begin.action:
            case Release(at=at):
                self.world.released(doing.begin.robot, gripper, at)
            case _:
                self.world.grasped(doing.begin.robot, gripper, object_)
        return [self.world.object_seen(object_)]

    def _why_gone(self, doing: Doing, object_: str) -> Reason | None:
        """Somebody may have taken the object away meanwhile."""
        why_not = self.world.why_not(doing.begin.robot, doing.begin.action)
        return None if why_not is None else Reason("gone", f"{object_} is gone: {why_not.message}")
