"""The kinematic body: carries out the commands of any number of robots in virtual time."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from cotree.core.actions import (
    Begin,
    Carry,
    Command,
    Drive,
    Ended,
    Event,
    Grasp,
    GraspSeen,
    Halt,
    ObjectSeen,
    Release,
)
from cotree.core.mission import Chance, RobotModel
from cotree.core.places import SAME_PLACE_M, Point
from cotree.core.reasons import Reason
from cotree.simulation.agenda import Agenda
from cotree.simulation.carrying import Sweep, sweep
from cotree.simulation.chance import Luck, kind_of, luck, mishap
from cotree.simulation.doing import Doing, ended, seized
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
    ) -> None:
        self.world = KinematicWorld(objects, reach_m=reach_m)
        self.chance = chance or Chance()
        self.physics_errors: list[str] = []
        self._agenda: Agenda[Event | End | Close] = Agenda()
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

    def _stale(self, at_s: float, what: Event | End | Close) -> bool:
        """Whether this belongs to an action that has ended already, or ends earlier or later."""
        if not isinstance(what, End | Close):
            return False
        doing = self._doing.get(what.id)
        if doing is None:
            return True
        return doing.ends_s < at_s if isinstance(what, Close) else doing.ends_s != at_s

    def _begin(self, begin: Begin, now_s: float) -> None:
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
        match begin.action:
            case Drive(to=to):
                doing.trip = trip(robot.at, to, now_s, robot.model, dice.stretch)
                robot.driving = begin.id
                self._agenda.note(now_s, self.world.robot_seen(begin.robot))
            case Grasp() | Release() | Carry():
                robot.busy[begin.action.gripper] = begin.action.object
        if way is not None and way.grasps_s > now_s:
            self._agenda.note(way.grasps_s, Close(begin.id))
        self._agenda.note(doing.ends_s, End(begin.id))

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
        return dice.stretch * nominal_s(begin.action, robot.model, robot.at)

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
        doing.halted = True
        doing.outcome = Reason("halted", f"told to {halt.how.name.lower()}")
        doing.ends_s = min(doing.ends_s, now_s + stopping_s(halt.how))
        self._agenda.note(doing.ends_s, End(halt.id))

    def _end(self, id_: str, at_s: float) -> list[Event]:
        if self._stale(at_s, End(id_)):
            return []
        self._over.add(id_)
        return ended(self.world, self._doing.pop(id_), at_s)

    def _close(self, id_: str, at_s: float) -> list[Event]:
        if self._stale(at_s, Close(id_)):
            return []
        doing = self._doing[id_]
        assert isinstance(doing.begin.action, Carry)
        events = seized(self.world, doing, doing.begin.action, at_s)
        if not events:
            self._agenda.note(doing.ends_s, End(id_))
        return events
