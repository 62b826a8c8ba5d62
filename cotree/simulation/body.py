"""The kinematic body: carries out the commands of any number of robots in virtual time."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

from cotree.core.actions import (
    Begin,
    Carry,
    Command,
    Drive,
    Ended,
    Event,
    FactSeen,
    Grasp,
    GraspSeen,
    Halt,
    ObjectSeen,
    Perform,
    Release,
    Tell,
)
from cotree.core.disturbances import Misfortune
from cotree.core.mission import Chance, RobotModel
from cotree.core.places import SAME_PLACE_M, Point
from cotree.core.reasons import Reason
from cotree.simulation.agenda import Agenda
from cotree.simulation.carrying import Sweep, sweep
from cotree.simulation.chance import Luck, kind_of, luck, mishap
from cotree.simulation.docking import docking, goal_of, why_no_docking
from cotree.simulation.doing import Doing, ended, seized
from cotree.simulation.mishaps import Mishaps
from cotree.simulation.motion import nominal_s, stopping_s, trip
from cotree.simulation.world import KinematicWorld, Robot


@dataclasses.dataclass(frozen=True)
class End:
    """A note in the agenda: this action ends now, unless it was told to stop earlier."""

    id: str


@dataclasses.dataclass(frozen=True)
class Close:
    """A note in the agenda: the gripper of this action closes now, unless that is over."""

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
        grasps: Mapping[str, Mapping[str, float]] | None = None,
        places: Mapping[str, Point] | None = None,
        world: KinematicWorld | None = None,
    ) -> None:
        self.mishaps = Mishaps(dict(places or {}), reach_m)
        self.world = world or KinematicWorld(objects, reach_m=reach_m)
        self.chance = chance or Chance()
        self.physics_errors: list[str] = []
        self._agenda: Agenda[Event | End | Close | Misfortune] = Agenda()
        self._doing: dict[str, Doing] = {}
        self._over: set[str] = set()
        for name, (model, start) in robots.items():
            self.world.robots[name] = Robot(model, start, gripper_at=dict(model.home))
            self._agenda.note(0.0, self.world.robot_seen(name))
            for gripper in model.home:
                for seen in self.world.gripper_seen(name, gripper):
                    self._agenda.note(0.0, seen)
        for name in objects:
            self._agenda.note(0.0, self.world.object_seen(name))
        for name, scores in (grasps or {}).items():
            for object_, score in scores.items():
                self._agenda.note(0.0, GraspSeen(name, object_, score))

    # -- the port ------------------------------------------------------------------------------

    def command(self, command: Command, now_s: float) -> None:
        """Begin or halt an action; what comes of it is told by ``advance``."""
        match command:
            case Begin():
                self._begin(command, now_s)
            case Halt():
                self._halt(command, now_s)
            case Tell(name=name, value=value):
                self._agenda.note(now_s, FactSeen(name, value))

    def advance(self, to_s: float) -> list[Event]:
        """Let time pass, and tell in order what happened until then."""
        events: list[Event] = []
        while (first := self._agenda.first()) is not None and first[0] <= to_s:
            self._agenda.cross_out()
            at_s, what = first
            match what:
                case End(id=id_):
                    events += self._end(id_, at_s)
                case Close(id=id_):
                    events += self._close(id_, at_s)
                case Misfortune():
                    events += self._strike(what, at_s)
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

    def befall(self, what: Misfortune) -> None:
        """Plan a misfortune: a robot falls, a way is blocked."""
        self._agenda.note(what.at_s, what)

    def follow(self, person: str, hand_at: Callable[[float], Point]) -> None:
        """Where this person's hand is, for bodies that show it."""

    def held(self, robot: str) -> list[str]:
        """What is in a robot's hands."""
        return list(self.world.robots[robot].holds.values())

    def where(self, robot: str, now_s: float) -> Point:
        """Where a robot's base is, also in the middle of a drive."""
        now = self.world.robots[robot]
        now = self.world.robots[self.world.lowest(robot)] if now.driving is None else now
        doing = None if now.driving is None else self._doing[now.driving]
        return now.at if doing is None or doing.trip is None else doing.trip.at(now_s)

    # -- how -----------------------------------------------------------------------------------

    def _strike(self, what: Misfortune, at_s: float) -> list[Event]:
        """It happens: what can not go on ends, there and then, and says why."""
        events = self.mishaps.strike(what)
        if what.what == "loses":
            events += self._lose(what.robot, what.object, at_s)
        for id_, doing in list(self._doing.items()):
            begin = doing.begin
            why = self.mishaps.why_not(begin.robot, begin.action, self.where(begin.robot, at_s))
            if why is not None and not doing.halted:
                doing.outcome, doing.halted, doing.ends_s = why, True, at_s
                self._agenda.note(at_s, End(id_))
        return events

    def _lose(self, robot: str, object_: str, at_s: float) -> list[Event]:
        """An object drops where the hand that holds it is; what nobody holds, nobody loses."""
        carrier = self.world.carriers.get(object_)
        if carrier is None or carrier[0] != robot:
            return []
        at = self.where(robot, at_s)
        for doing in self._doing.values():
            action = doing.begin.action
            if isinstance(action, Carry) and action.object == object_ and doing.sweep is not None:
                at = doing.sweep.at(at_s)
        seen = ObjectSeen(object_, at)
        self.world.put(seen)
        return [seen]

    def _stale(self, at_s: float, what: Event | End | Close | Misfortune) -> bool:
        """Whether this belongs to an action that has ended already, or ends earlier or later."""
        if not isinstance(what, End | Close):
            return False
        doing = self._doing.get(what.id)
        if doing is None:
            return True
        return doing.ends_s < at_s if isinstance(what, Close) else doing.ends_s != at_s

    def _begin(self, begin: Begin, now_s: float) -> None:
        befell = self._befell(begin)
        if befell is not None:
            self._over.add(begin.id)
            self._agenda.note(now_s, Ended(begin.id, befell))
            return
        why_not = self._why_not(begin)
        if why_not is not None:
            self.physics_errors.append(f"{now_s:g} s: {begin.id}: {why_not.message}")
            self._over.add(begin.id)
            self._agenda.note(now_s, Ended(begin.id, why_not))
            return
        robot = self.world.robots[begin.robot]
        dice = luck(self.chance, begin.robot, begin.id, kind_of(begin.action))
        way = self._way(begin, now_s, dice)
        lasts_s = self._lasts_s(begin, way, now_s, dice)
        part = 1.0 if dice.fails_at is None else dice.fails_at
        outcome = None if dice.fails_at is None else mishap(begin.action)
        doing = Doing(begin, now_s + part * lasts_s, outcome, sweep=way)
        self._doing[begin.id] = doing
        climbs = docking(begin.action)
        match begin.action:
            case Drive(to=to):
                self._sets_out(doing, to, now_s, dice)
            case Perform() if climbs is not None:
                to = goal_of(self.world, begin.robot, climbs)
                self._sets_out(doing, to, now_s, dice)
            case Grasp() | Release() | Carry():
                robot.busy[begin.action.gripper] = begin.action.object
        if way is not None and way.grasps_s > now_s:
            self._agenda.note(way.grasps_s, Close(begin.id))
        self._agenda.note(doing.ends_s, End(begin.id))

    def _sets_out(self, doing: Doing, to: Point, now_s: float, dice: Luck) -> None:
        """A base drives from now on, with everybody who stands on it."""
        name = doing.begin.robot
        robot = self.world.robots[name]
        doing.trip = trip(robot.at, to, now_s, robot.model, dice.stretch)
        robot.driving = doing.begin.id
        for each in self.world.tower(name):
            self._agenda.note(now_s, self.world.robot_seen(each))

    def _way(self, begin: Begin, now_s: float, dice: Luck) -> Sweep | None:
        """The way of the arm that carries something."""
        if not isinstance(begin.action, Carry):
            return None
        carry, robot = begin.action, self.world.robots[begin.robot]
        held = robot.holds.get(carry.gripper) == carry.object
        return sweep(
            self.world.gripper_at(begin.robot, carry.gripper),
            None if held else self.world.objects[carry.object],
            carry.at,
            now_s,
            robot.model,
            dice.stretch,
        )

    def _lasts_s(self, begin: Begin, way: Sweep | None, now_s: float, dice: Luck) -> float:
        """How long an action takes if nothing goes wrong."""
        if way is not None:
            return way.ends_s - now_s
        robot = self.world.robots[begin.robot]
        lasts_s = nominal_s(begin.action, robot.model, robot.at)
        climbs = docking(begin.action)
        if climbs is not None:
            to = goal_of(self.world, begin.robot, climbs)
            lasts_s += nominal_s(Drive(to), robot.model, robot.at)
        return dice.stretch * lasts_s

    def _befell(self, begin: Begin) -> Reason | None:
        """Why it can not begin after what befell its robot, which is nobody's mistake."""
        robot = self.world.robots.get(begin.robot)
        if robot is None or begin.id in self._doing or begin.id in self._over:
            return None
        return self.mishaps.why_not(begin.robot, begin.action, robot.at)

    def _why_not(self, begin: Begin) -> Reason | None:
        if begin.robot not in self.world.robots:
            known = ", ".join(self.world.robots)
            return Reason("no_robot", f"no robot '{begin.robot}'; there is: {known}")
        if begin.id in self._doing or begin.id in self._over:
            return Reason("begun_twice", f"{begin.id} has begun already")
        climbs = docking(begin.action)
        if climbs is not None:
            return why_no_docking(self.world, begin.robot, climbs)
        return self.world.why_not(begin.robot, begin.action)

    def _halt(self, halt: Halt, now_s: float) -> None:
        doing = self._doing.get(halt.id)
        if doing is None:
            if halt.id not in self._over:
                reason = Reason("unknown", f"{halt.id} never began")
                self._agenda.note(now_s, Ended(halt.id, reason))
            return
        doing.halted = True
        doing.outcome = Reason("halted", f"told to {halt.how.name.lower()}")
        doing.ends_s = min(doing.ends_s, now_s + stopping_s(halt.how))
        self._agenda.note(doing.ends_s, End(halt.id))

    def _end(self, id_: str, at_s: float) -> list[Event]:
        if self._stale(at_s, End(id_)):
            return []
        self._over.add(id_)
        doing = self._doing.pop(id_)
        events = ended(self.world, doing, at_s)
        if doing.outcome is None:
            return [*self.mishaps.ended(doing.begin.robot, doing.begin.action), *events]
        return events

    def _close(self, id_: str, at_s: float) -> list[Event]:
        if self._stale(at_s, Close(id_)):
            return []
        doing = self._doing[id_]
        assert isinstance(doing.begin.action, Carry)
        events = seized(self.world, doing, doing.begin.action, at_s)
        if not events:
            self._agenda.note(doing.ends_s, End(id_))
        return events
